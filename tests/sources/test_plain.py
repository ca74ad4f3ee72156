"""Which files that are no source code are listed, and under which format."""

# ruff: noqa: E501 - a table
from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.config import Sources
from seedwalk.languages.plain import FORMATS
from seedwalk.sources import plain
from tests.sources.trees import commit, look, paths, write


def test_every_format_has_files_and_a_reader_knows_it() -> None:
    from seedwalk.extract.plain import READERS

    assert set(plain.names()) == set(FORMATS) == set(READERS)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("README.md", "markdown"), ("docs/Guide.MD", "markdown"), ("a.mdx", "markdown"), ("CHANGES.rst", "restructuredtext"),
        ("README", "text"), ("readme.txt", "text"), ("LICENSE.txt", None), ("notes.txt", None), ("md", None),
        ("CODEOWNERS", "codeowners"), (".github/CODEOWNERS", "codeowners"), ("docs/CODEOWNERS", "codeowners"),
        (".gitlab/CODEOWNERS", "codeowners"), ("src/CODEOWNERS", None), ("CODEOWNERS.bak", None),
        ("Dockerfile", "dockerfile"), ("a/Dockerfile.dev", "dockerfile"), ("web.Dockerfile", "dockerfile"), ("Dockerfiles", None),
        ("docker-compose.yml", "compose"), ("compose.prod.yaml", "compose"), ("composer.yml", None),
        (".github/workflows/ci.yml", "workflow"), ("a/.github/workflows/ci.yml", None), (".github/dependabot.yml", None),
        (".gitlab-ci.yml", "gitlab"), ("Procfile", "procfile"), ("serverless.yml", "serverless"), ("x.service", "systemd"),
        ("deploy/k8s/web.yaml", "kubernetes"), ("charts/web/templates/x.yaml", "kubernetes"), ("config/x.yaml", None),
        ("requirements-dev.txt", "requirements"), ("pyproject.toml", "pyproject"), ("a/package.json", "npm"),
        ("Cargo.toml", "cargo"), ("go.mod", "gomod"), ("poetry.toml", None),
    ],
)  # fmt: skip
def test_a_path_tells_the_format(path: str, wanted: str | None) -> None:
    assert plain.load()(path) == wanted


@pytest.mark.parametrize("in_git", [True, False], ids=["git", "walk"])
def test_plain_files_obey_the_rules_of_all_files(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "a.py", "README.md", "vendor/lib/README.md", "out/notes.md", "docs/big.md", ".gitignore", "node_modules/x/a.md")
    (tmp_path / ".gitignore").write_text("out/\n")
    (tmp_path / "docs/big.md").write_text("x" * 2_000)
    (tmp_path / "link.md").symlink_to("README.md")
    if in_git:
        commit(tmp_path)
    found = look(tmp_path, Sources(max_file_bytes=1_000))
    assert paths(found) == ["a.py"]
    assert [(file.path, file.language) for file in found.plain] == [("README.md", "markdown")]
    skipped = {row.path: row.reason for row in found.skipped if not row.path.startswith("node_modules")}
    assert skipped == {"docs/big.md": "too large", "link.md": "symlink", "vendor/lib/README.md": "vendored"}


def test_plain_files_can_be_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "README.md", "Dockerfile")
    found = look(tmp_path, Sources(include_plain=False))
    assert (paths(found), found.plain, found.skipped) == (["a.py"], (), ())


def test_what_a_language_claims_is_no_plain_file(tmp_path: Path) -> None:
    found = look(write(tmp_path, "package.json", "k8s/x.py"))
    assert [file.path for file in found.files] == ["k8s/x.py", "package.json"], "this test's languages read JSON"
    assert found.plain == ()
