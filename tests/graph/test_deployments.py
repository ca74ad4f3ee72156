"""Deployment files name what they copy, build and run."""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

import time
from pathlib import Path

import pytest

from seedwalk.config import Declared
from seedwalk.extract.plain.commands import spoken
from seedwalk.extract.plain.outline import documents
from seedwalk.model import EdgeKind, Kind
from tests.graph.small import edges, pairs, tree
from tests.trees import put

SURE = Declared()
CODE = dict.fromkeys(
    (
        "main.py", "shop/__init__.py", "shop/__main__.py", "shop/wsgi.py", "shop/worker.py", "src/tool/run.py", "web/src/server.ts",
        "web/src/page.ts", "web/test/page.spec.ts", "jobs/nightly.rb", "scripts/check.py", "api/orders.js",
    ),
    "\n",
)  # fmt: skip
CODE |= {"cmd/server/main.go": "package main\n", "cmd/server/more.go": "package main\n", "cmd/server/deep/x.go": "package x\n"}
CODE |= {"Shop.Api/Program.cs": "class Program {}\n"}


def deployed(root: Path, path: str, text: str) -> dict[tuple[str, str], float]:
    """Confidence by (path of the source, name of the deployment)."""
    found = edges(tree(root, {**CODE, path: text}), EdgeKind.DEPLOYED_BY)
    return {(source.rpartition(":")[0], target.rpartition(":")[2]): sure for (source, target), sure in found.items()}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("COPY main.py .", {"main.py": SURE.file}),
        ('COPY ["main.py", "/app/"]', {"main.py": SURE.file}),
        ("ADD --chown=a:b jobs /jobs", {"jobs/nightly.rb": SURE.folder}),
        ("COPY web/ web/", {"web/src/server.ts": SURE.folder, "web/src/page.ts": SURE.folder}),
        ("COPY --from=builder main.py .", {}),
        ("COPY requirements*.txt nowhere https://x/main.py /", {}),
        ('CMD ["python", "main.py"]', {"main.py": SURE.file}),
        ("CMD exec python3.11 -u main.py --port 1", {"main.py": SURE.file}),
        ("WORKDIR /app\nCOPY scripts /app/scripts\nCMD python /app/scripts/check.py", {"scripts/check.py": SURE.file}),
        ("WORKDIR /srv\nCOPY scripts .\nENTRYPOINT [\"python\", \"check.py\"]", {"scripts/check.py": SURE.file}),
        ("CMD python -m shop.worker", {"shop/worker.py": SURE.file}),
        ("CMD python -m shop", {"shop/__main__.py": SURE.file}),
        ("CMD python -m tool.run", {"src/tool/run.py": SURE.file}),
        ("CMD gunicorn -b 0.0.0.0:8000 shop.wsgi:app", {"shop/wsgi.py": SURE.file}),
        ("CMD celery -A shop.worker worker", {"shop/worker.py": SURE.file}),
        ("CMD sh -c 'sleep 1 && bundle exec ruby jobs/nightly.rb'", {"jobs/nightly.rb": SURE.file}),
        ("RUN go build -o /bin/server \\\n  ./cmd/server", {"cmd/server/main.go": SURE.package, "cmd/server/more.go": SURE.package}),
        ("RUN go build ./...", {}),
        ("WORKDIR /app\nCOPY web/package.json .\nCMD node web/dist/server.js", {"web/src/server.ts": SURE.built}),
        ("RUN dotnet publish Shop.Api/Shop.Api.csproj", {"Shop.Api/Program.cs": SURE.folder}),
        ("RUN pip install main.py && ruff check shop && pytest scripts", {}),
        ("CMD redis-server python:3.11 main:app", {}),
        ("# CMD python main.py", {}),
    ],
)  # fmt: skip
def test_a_dockerfile_deploys(tmp_path: Path, lines: str, expected: dict[str, float]) -> None:
    found = deployed(tmp_path / "t", "Dockerfile", f"FROM scratch\n{lines}\n")
    assert found == {(path, "Dockerfile"): sure for path, sure in expected.items()}


def test_a_dockerfile_in_a_folder_means_its_own_files_first(tmp_path: Path) -> None:
    found = deployed(tmp_path / "t", "web/Dockerfile", "FROM node\nCOPY . .\nCOPY main.py .\n")
    assert found == {
        ("web/src/server.ts", "Dockerfile"): SURE.folder, ("web/src/page.ts", "Dockerfile"): SURE.folder,
        ("main.py", "Dockerfile"): SURE.file,
    }  # fmt: skip


def test_a_dockerfile_means_the_nearest_folder_around_it_that_has_what_it_copies(tmp_path: Path) -> None:
    code = dict.fromkeys(("pkg/far.py", "a/b/pkg/near.py", "a/b/c/own.py"), "x = 1\n")
    repository = tree(tmp_path / "t", {**code, "a/b/c/Dockerfile": "FROM x\nCOPY pkg /pkg\n"})
    assert pairs(repository, EdgeKind.DEPLOYED_BY) == {("a/b/pkg/near.py:near", "a/b/c/Dockerfile:Dockerfile")}


def test_the_whole_repository_is_no_place(tmp_path: Path) -> None:
    assert deployed(tmp_path / "t", "Dockerfile", "FROM x\nCOPY . .\nCMD python main.py\n") == {
        ("main.py", "Dockerfile"): SURE.file
    }
    assert deployed(tmp_path / "u", "docker/Dockerfile", "FROM x\nCOPY . .\n") == {}


def test_a_folder_with_too_much_code_says_nothing_of_one_file(tmp_path: Path) -> None:
    many = {f"big/m{number}.py": "x = 1\n" for number in range(SURE.files_below + 1)}
    repository = tree(tmp_path / "t", {**many, "Dockerfile": "FROM x\nCOPY big /big\nCOPY big/m1.py /\n"})
    assert pairs(repository, EdgeKind.DEPLOYED_BY) == {("big/m1.py:m1", "Dockerfile:Dockerfile")}


COMPOSE = """
x-common: &common
  restart: always
services:
  web:
    <<: *common
    build: ./web
    command: ["node", "src/server.ts"]
  worker:
    build:
      context: .
      dockerfile: Dockerfile
    command:
      - python
      - -m
      - shop.worker
  db:
    image: postgres:15
"""
KUBERNETES = """
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop-worker
spec:
  template:
    spec:
      containers:
      - name: worker
        command: ["python"]
        args:
        - "-m"
        - shop.worker
---
apiVersion: v1
kind: Service
metadata: {name: shop}
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: nightly
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - command: [ruby, jobs/nightly.rb]
"""
WORKFLOW = """
name: CI
on: [push]
jobs:
  check:
    runs-on: x
    steps:
      - uses: actions/checkout@v4
      - name: check
        run: |
          pip install .
          python scripts/check.py
  web:
    defaults:
      run:
        working-directory: web/src
    steps:
      - run: npm run lint
        working-directory: api
      - run: npm run build
      - run: node server.ts
  image:
    steps:
      - uses: docker/build-push-action@v5
        with:
          context: jobs
"""
GITLAB = """
stages: [test]
check:
  script:
    - pip install .
    - python scripts/check.py
.hidden:
  image: x
"""
SERVERLESS = """
service: shop
functions:
  create:
    handler: api/orders.create
"""
CASES = [
    ("docker-compose.yml", COMPOSE, {
        ("web/src/server.ts", "web"): SURE.file, ("web/src/page.ts", "web"): SURE.folder,
        ("shop/worker.py", "worker"): SURE.file,
    }),
    ("k8s/worker.yaml", KUBERNETES, {
        ("shop/worker.py", "shop-worker"): SURE.file, ("jobs/nightly.rb", "nightly"): SURE.file,
    }),
    (".github/workflows/ci.yml", WORKFLOW, {
        ("scripts/check.py", "check"): SURE.file, ("web/src/server.ts", "web"): SURE.file,
        ("web/src/page.ts", "web"): SURE.worked_in, ("jobs/nightly.rb", "image"): SURE.folder,
    }),
    (".gitlab-ci.yml", GITLAB, {("scripts/check.py", "check"): SURE.file}),
    ("Procfile", "web: gunicorn shop.wsgi:app --log-file -\nclock: python main.py\n", {
        ("shop/wsgi.py", "web"): SURE.file, ("main.py", "clock"): SURE.file,
    }),
    ("serverless.yml", SERVERLESS, {("api/orders.js", "create"): SURE.file}),
    ("etc/shop.service", "[Service]\nExecStart=/usr/bin/python3 -m shop.worker\n", {("shop/worker.py", "shop"): SURE.file}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_a_deployment_names(tmp_path: Path, path: str, text: str, expected: dict[tuple[str, str], float]) -> None:
    found = deployed(tmp_path / "t", path, text)
    assert expected.items() <= found.items()
    assert {name for _, name in found} == {name for _, name in expected}


def test_services_and_jobs_are_symbols_with_their_lines(tmp_path: Path) -> None:
    repository = tree(tmp_path / "t", {**CODE, "compose.yaml": COMPOSE.lstrip("\n")})
    listed = [s for s in repository.symbols("*") if s.path == "compose.yaml"]
    assert [(s.qualified_name, s.kind, s.span.start_line, s.span.end_line) for s in listed] == [
        ("compose", Kind.DEPLOYMENT, 1, 17), ("web", Kind.DEPLOYMENT, 4, 7), ("worker", Kind.DEPLOYMENT, 8, 15),
        ("db", Kind.DEPLOYMENT, 16, 17),
    ]  # fmt: skip
    edge = next(edge for edge in repository.edges() if edge.kind is EdgeKind.DEPLOYED_BY and edge.confidence == 0.9)
    assert edge.line in (7, 12)


def test_files_that_come_and_go_are_deployed_and_are_not(tmp_path: Path) -> None:
    root = tmp_path / "t"
    repository = tree(root, {"a.py": "\n", "Dockerfile": "FROM x\nCOPY app /app\nCMD python app/late.py\n"})
    assert pairs(repository, EdgeKind.DEPLOYED_BY) == set()
    put(root, {"app/late.py": "\n", "app/other.py": "\n"})
    repository.index()
    assert edges(repository, EdgeKind.DEPLOYED_BY) == {
        ("app/late.py:late", "Dockerfile:Dockerfile"): SURE.file,
        ("app/other.py:other", "Dockerfile:Dockerfile"): SURE.folder,
    }
    (root / "app/late.py").unlink()
    repository.index()
    assert pairs(repository, EdgeKind.DEPLOYED_BY) == {("app/other.py:other", "Dockerfile:Dockerfile")}


BAD_YAML = {
    "anchors": "a: &a [*a, *a]\nb: &b\n  <<: *b\n  c: *a\n" * 2_000,
    "tabs": "services:\n\tweb:\n\t\tbuild: .\n",
    "deep": "".join(f"{' ' * depth}k{depth}:\n" for depth in range(1_500)),
    "dashes": "- " * 50_000 + "x\n",
    "open bracket": "services: [" + "a, " * 50_000,
    "open quote": "services:\n  web:\n    build: '" + "x" * 50_000,
    "colons": ":" * 100_000 + "\n" + "a:" * 50_000,
    "a cycle in text": "services: *services\n",
    "no yaml": "\x01\x02{{{{ %% }}}} @@@\n" * 1_000,
    "helm": "apiVersion: v1\nkind: {{ .Values.kind }}\nspec:\n{{- if x }}\n  containers:\n{{- end }}\n",
}


@pytest.mark.parametrize("text", BAD_YAML.values(), ids=BAD_YAML.keys())
def test_bad_yaml_is_read_in_little_time_and_is_never_fatal(tmp_path: Path, text: str) -> None:
    started = time.process_time()
    assert list(documents(text))
    assert time.process_time() - started < 5
    places = ("compose.yml", ".github/workflows/ci.yml", "k8s/x.yaml", "serverless.yml", ".gitlab-ci.yml")
    repository = tree(tmp_path / "t", {"main.py": "\n", **dict.fromkeys(places, text)})
    assert [row for row in repository.skipped() if row.reason == "cannot be parsed"] == []


BAD_DOCKER = ("FROM", "COPY", "COPY [", 'CMD ["a', "CMD 'a", "WORKDIR", "RUN " + "\\\n" * 20_000, "[" * 50_000, "CMD [" * 10_000)


@pytest.mark.parametrize("text", BAD_DOCKER)
def test_a_broken_dockerfile_deploys_nothing(tmp_path: Path, text: str) -> None:
    repository = tree(tmp_path / "t", {"main.py": "\n", "Dockerfile": text, "Procfile": text, "x.service": text})
    assert pairs(repository, EdgeKind.DEPLOYED_BY) == set()
    assert repository.skipped() == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("FOO=1 sudo env poetry run python -m a.b", [("launch", "a.b")]),
        ("python -m gunicorn a.b:app", [("launch", "a.b")]),
        ("python -c 'import x' main.py", []),
        ("uvicorn --host 0.0.0.0 main:app", [("launch", "main")]),
        ("flask --app=shop.web run", [("launch", "shop.web")]),
        ("deno run --allow-net src/app.ts", [("script", "src/app.ts")]),
        ("go run cmd/x.go", [("script", "cmd/x.go")]),
        ("cargo run --bin tool", [("script", "src/bin/tool.rs")]),
        ("./scripts/deploy.py --now", [("script", "./scripts/deploy.py")]),
        ("echo python main.py", []),
        ("cat main.py | node x.js", [("script", "x.js")]),
        ("python 'unclosed main.py", [("script", "main.py")]),
    ],
)
def test_a_command_says_what_it_runs(command: str, expected: list[tuple[str, str]]) -> None:
    assert [(how.value, text) for how, text in spoken(command)] == expected


def test_yaml_is_read_by_its_indentation() -> None:
    top = next(documents("a:\n  b: [x, 'y, z', \"w\"]\n  c:\n  - one: 1 # no\n    two: |\n      l1\n      l2\n  - plain\nd: {e: f}\n"))
    assert top.at("a", "b").texts() == ["x", "y, z", "w"]
    first, second = top.at("a", "c").elements
    assert (first.at("one").text, first.at("two").text, second.text) == ("1", "l1\nl2", "plain")
    assert (top.at("d", "e").text, top.at("nothing", "below").text) == ("f", "")
    assert (top.at("a").line, top.at("a").last, first.at("two").line) == (1, 8, 5)
