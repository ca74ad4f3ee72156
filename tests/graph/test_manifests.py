"""Manifests ask for packages."""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.model import EdgeKind
from tests.graph.small import pairs, tree

CASES = {
    "requirements.txt": ("Flask>=2\n# no\n-r other.txt\ntyping-extensions ; x\ngit+https://x/y\n", {"flask", "typing_extensions"}),
    "pyproject.toml": ('[project]\nname="x"\ndependencies=["PyJWT[crypto]>=1"]\n[tool.poetry.dependencies]\npython="3"\nattrs="*"\n', {"pyjwt", "attrs"}),
    "package.json": ('{"name": "x", "dependencies": {"@a/b": "1", "react": "2"}, "devDependencies": {"jest": "1"}}', {"@a/b", "react", "jest"}),
    "Cargo.toml": ('[dependencies]\nserde = "1"\n[dev-dependencies]\ntokio-test = {version="1"}\n', {"serde", "tokio_test"}),
    "go.mod": ("module m\n\nrequire github.com/a/b v1\nrequire (\n\tgithub.com/c/d v1\n\tx.y/z v1 // indirect\n)\n", {"github.com/a/b", "github.com/c/d"}),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text", "wanted"), [(path, *case) for path, case in CASES.items()], ids=CASES)
def test_a_manifest_asks_for(tmp_path: Path, path: str, text: str, wanted: set[str]) -> None:
    found = pairs(tree(tmp_path / "t", {path: text}), EdgeKind.DEPENDS_ON)
    assert {target for _, target in found} == wanted


@pytest.mark.parametrize("path", CASES)
@pytest.mark.parametrize("text", ["", "{", "[" * 20_000, '{"dependencies": [1]}', "[project]\ndependencies = 3\n", "\\\n{}[]"])
def test_a_broken_manifest_asks_for_nothing(tmp_path: Path, path: str, text: str) -> None:
    repository = tree(tmp_path / "t", {path: text})
    assert pairs(repository, EdgeKind.DEPENDS_ON) == set()
    assert repository.skipped() == []
