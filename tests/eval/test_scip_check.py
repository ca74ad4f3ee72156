"""The comparison as a command, with a made-up index, a stand-in for the indexer, and the real one where it is there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import cast

import pytest

from seedwalk.api import Repository, open_repository
from seedwalk.eval import scip_check, scip_indexer
from seedwalk.eval.call_edges import LIMITS
from seedwalk.eval.scip import Told, positions
from seedwalk.eval.scip_code import Code, read_files
from seedwalk.eval.scip_format import Document, Occurrence, ScipIndex, read_index
from seedwalk.model import Edge, EdgeKind, Provenance
from tests.eval import scip_bytes
from tests.trees import put

CODE = "def helper():\n    return 1\n\n\ndef main():\n    helper()\n    other()\n"
SYMBOL = "scip-test python made 1 `app`/helper()."
SAID = (Occurrence(0, 4, 0, 10, SYMBOL, 1), Occurrence(5, 4, 5, 10, SYMBOL, 8))
REAL = {
    "python": {
        "pyproject.toml": '[project]\nname = "made"\nversion = "1"\n',
        "src/pkg/__init__.py": "",
        "src/pkg/base.py": "class Base:\n    def run(self):\n        return self\n\n\ndef make():\n    return Base()\n",
        "tests/use.py": (
            "from pkg.base import Base, make as build\n\n\n"
            'def go(b: Base):\n    return "𝄞ä" + str(b.run())\n\n\n'
            "def all_of_it():\n    build(\n    ).run()\n    Base()\n    unknown()\n"
        ),
    },
    "typescript": {
        "package.json": '{"name": "made", "version": "1.0.0"}',
        "tsconfig.json": '{"compilerOptions": {"target": "ES2020"}, "include": ["src/**/*"]}',
        "src/base.ts": (
            "export class Base {\n  constructor(readonly n: number) {}\n  run(): Base { return this; }\n}\n"
            "export const make = () => new Base(1);\n"
        ),
        "src/use.ts": (
            "import { Base, make as build } from './base';\n"
            'export function go(b: Base) {\n  return "𝄞ä" + String(b.run());\n}\n'
            "export function allOfIt() {\n  build(\n  ).run();\n  new Base(2);\n}\n"
        ),
    },
}
"""A small tree for each indexer."""
EXPECTED = {
    "python": {
        ("go", "run", Told.INSIDE), ("go", "str", Told.EXTERNAL), ("all_of_it", "build", Told.INSIDE),
        ("all_of_it", "run", Told.INSIDE), ("all_of_it", "Base", Told.INSIDE), ("all_of_it", "unknown", Told.OPEN),
    },
    "typescript": {
        ("go", "run", Told.INSIDE), ("go", "String", Told.EXTERNAL), ("allOfIt", "build", Told.INSIDE),
        ("allOfIt", "run", Told.INSIDE), ("allOfIt", "Base", Told.INSIDE),
    },
}  # fmt: skip


class Made(StrEnum):
    CALLS = "calls"
    GUESS = "guess"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "app").mkdir(parents=True)
    (root / "app" / "app.py").write_text(CODE)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def scip_file(folder: Path, path: str = "app/app.py") -> Path:
    file = folder / "made.scip"
    file.write_bytes(scip_bytes.index(ScipIndex("scip-test 1", (Document(path, 0, SAID, {}),))))
    return file


def run(*arguments: object) -> int:
    return scip_check.main(["--language", "python", *map(str, arguments)])


@pytest.fixture
def one_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """The repository gives one call edge, main -> helper, and no other."""

    def edges(repository: Repository) -> Iterator[Edge]:
        ends = {symbol.name: symbol.id for symbol in repository.symbols("*")}
        yield Edge(
            ends["main"], ends["helper"], cast(EdgeKind, Made.CALLS), 0.9, cast(Provenance, Made.GUESS), 6
        )  # fmt: skip

    monkeypatch.setattr(Repository, "edges", edges)


@pytest.fixture
def no_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Repository, "edges", lambda repository: iter(()))


@pytest.mark.usefixtures("one_edge")
def test_a_run_prints_the_figures_and_leaves_the_repository_as_it_was(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--repo", tree, "--scip", scip_file(tmp_path), "--json", "--strict") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["positions"] == {"inside": 1, "value": 0, "contradicted": 0, "external": 0, "open": 1}
    assert printed["by_provenance"] == {"guess": {"agrees": 1}}
    assert {name: printed["figures"][name]["value"] for name in LIMITS} == {"precision": 1.0, "recall": 1.0}
    assert (printed["tool"], printed["documents"], printed["read"]) == ("scip-test 1", 1, 1)
    assert sorted(path.name for path in tree.iterdir()) == [".git", "app"]


@pytest.mark.usefixtures("no_edges")
def test_no_edges_miss_both_limits_and_the_missed_calls_are_shown(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--repo", tree, "--scip", scip_file(tmp_path), "--verbose", 5, "--strict") == 1
    printed = capsys.readouterr().out
    assert "app/app.py:6 main calls 'helper': " + SYMBOL in printed
    assert printed.count("miss\n") == len(LIMITS)
    assert run("--repo", tree, "--scip", scip_file(tmp_path)) == 0
    assert "app.py:6" not in capsys.readouterr().out


@pytest.mark.usefixtures("one_edge")
def test_a_wrong_edge_is_shown_with_what_scip_says(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = (Occurrence(5, 4, 5, 10, "scip-test python stdlib 3 os/helper().", 8),)
    file = tmp_path / "wrong.scip"
    file.write_bytes(scip_bytes.index(ScipIndex("t 1", (Document("app/app.py", 0, outside, {}),))))
    assert run("--repo", tree, "--scip", file, "--verbose", 1) == 0
    printed = capsys.readouterr().out
    assert "app/app.py:6 main -> app/app.py:helper (guess 0.9); 'helper' is scip-test python stdlib" in printed


@pytest.mark.usefixtures("one_edge")
@pytest.mark.parametrize("path", ["app.py", "app/app.py"])
def test_documents_may_count_from_the_folder_or_from_the_repository(
    tree: Path, tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "else.py").write_text("def elsewhere(): pass\n")
    assert run("--repo", tree, "--under", "app/", "--scip", scip_file(tmp_path, path), "--json", "--strict") == 0
    assert json.loads(capsys.readouterr().out)["read"] == 1


def test_an_index_of_another_tree_is_refused(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--repo", tree, "--scip", scip_file(tmp_path, "gone.py")) == 2
    told = capsys.readouterr().err
    assert "none of the 1 documents" in told
    assert "--under" in told


def test_a_file_that_is_no_index_or_not_there_is_told(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.scip"
    broken.write_bytes(scip_file(tmp_path).read_bytes()[:-3])
    assert run("--repo", tree, "--scip", broken) == 1
    assert f"'{broken}': a file of" in capsys.readouterr().err
    assert run("--repo", tree, "--scip", tmp_path / "none.scip") == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["--repo", "nowhere-at-all"], ["--repo", ".", "--under", "no/such"], ["--repo", ".", "--verbose", "-1"]],
)
def test_a_wrong_argument_is_one_sentence_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(*arguments)
    assert left.value.code == 2
    assert arguments[-1] in capsys.readouterr().err


# Making an index.


def stand_in(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!{sys.executable}\nimport pathlib, sys\n{script}\n")
    file.chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH on which git is found, and what a test puts into the folder."""
    git = shutil.which("git")
    assert git is not None
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def test_without_node_the_remedy_is_named(tree: Path, tools: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--repo", tree) == 2
    told = capsys.readouterr().err
    assert "Install Node.js 20 or newer" in told
    assert "--scip FILE" in told


def test_without_npx_the_command_to_install_is_named(
    tree: Path, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tools, "node", "")
    assert run("--repo", tree) == 2
    assert "npm install --global @sourcegraph/scip-python@0.6.6" in capsys.readouterr().err


def test_an_indexer_that_is_not_installed_is_fetched_at_its_pinned_version(tools: Path) -> None:
    stand_in(tools, "node", "")
    stand_in(tools, "npx", "")
    command = scip_indexer.command_for(scip_indexer.INDEXERS["typescript"])
    assert command[1:] == ["--yes", "--package", "@sourcegraph/scip-typescript@0.4.0", "scip-typescript"]


@pytest.mark.parametrize("script", ["sys.exit('out of memory')", "print('out of memory')"])
def test_an_indexer_that_fails_or_writes_nothing_is_told_and_leaves_nothing(
    tree: Path, tools: Path, tmp_path: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tools, "node", "")
    stand_in(tools, "scip-python", script)
    assert run("--repo", tree) == 1
    told = capsys.readouterr().err
    assert "out of memory" in told
    assert "activated environment" in told
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


@pytest.mark.usefixtures("one_edge")
def test_an_index_is_made_once_for_a_commit_and_again_when_asked(
    tree: Path, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tools, "node", "")
    log = tmp_path / "log"
    stand_in(
        tools, "scip-python",
        f"import os; open({str(log)!r}, 'a').write(' '.join((*sys.argv[1:], os.environ['PYTHONPATH'])) + chr(10))\n"
        f"output = sys.argv[sys.argv.index('--output') + 1]\n"
        f"pathlib.Path(output).write_bytes(pathlib.Path({str(scip_file(tmp_path, 'app.py'))!r}).read_bytes())",
    )  # fmt: skip
    (tree / "src").mkdir()
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    for more in ([], [], ["--fresh"]):
        assert run("--repo", tree, "--under", "app", "--strict", *more) == 0
    runs = log.read_text().splitlines()
    assert len(runs) == 2
    assert runs[0].startswith("index --project-name tree --target-only app --output ")
    assert runs[0].endswith(f" {tree / 'src'}")
    assert "--fresh makes it again" in capsys.readouterr().err


@pytest.mark.indexer
@pytest.mark.parametrize("language", sorted(REAL))
def test_the_real_indexer_and_we_mean_the_same_places(language: str, tmp_path: Path) -> None:
    """Lines, columns after wide characters, and calls spread over lines: the join holds with what is really written."""
    indexer = scip_indexer.INDEXERS[language]
    if shutil.which("node") is None or shutil.which(indexer.command) is None:
        pytest.skip(f"'{indexer.command}' is not on the PATH. Run: npm install --global {indexer.package}")
    root = put(tmp_path / "made", REAL[language])
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    output = tmp_path / "out" / "made.scip"
    scip_indexer.make_index(root, language, "", output)
    assert list(output.parent.iterdir()) == [output]

    index = read_index(output.read_bytes())
    assert index.tool == " ".join((indexer.command, indexer.package.rpartition("@")[2]))
    repository = open_repository(root, store=tmp_path / "store")
    repository.index()
    code = Code(repository.symbols("*"), repository.edges())
    files = read_files(root, [document.path for document in index.documents], repository.settings.sources)
    found = [p for p in positions(index, files, code) if Path(p.path).stem == "use"]
    assert {(code.symbols[p.source].name, p.written, p.told) for p in found} == EXPECTED[language]
    accepted = {p.written: {code.symbols[one].qualified_name for one in p.accepted} for p in found if p.accepted}
    assert accepted["run"] == {"Base.run"}
    assert accepted["build"] == {"make"}
    assert "Base" in accepted["Base"]
