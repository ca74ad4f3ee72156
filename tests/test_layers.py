"""Imports go one way: a layer may import those above it in `LAYERS`, never those beside or below it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src" / "seedwalk"

LAYERS = (
    "model errors machine compiled arrays text config facts task identity versions languages words",
    "sources extract graph store concepts embed render",
    "seeds rank pack",
    "search",
    "indexing index thought scoring engine",
    "answers",
    "api watching",
    "eval serve",
    "cli",
)
CHAINED = (LAYERS[0], LAYERS[4], LAYERS[6])
"""Levels on which each may import those written before it; on the others folders stand side by side."""
OUTSIDE = {"__init__", "__main__"}
"""The package's doors: they import what they open."""
EXCEPTIONS = {("eval/docs.py", "cli"): "the page of commands is made from the commands themselves"}


def unit_of(module: str) -> str:
    """The file or folder below `seedwalk` that a dotted name belongs to; empty for the package itself."""
    return [*module.split("."), ""][1]


def imported(tree: ast.Module, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a module imports from seedwalk, at its top or inside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "seedwalk":
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            kept = len(parts) - node.level + is_package
            base = ".".join(parts[:kept]) if node.level else ""
            source = ".".join(part for part in (base, node.module or "") if part)
            if source == "seedwalk":
                yield from ((node.lineno, f"seedwalk.{alias.name}") for alias in node.names)
            elif source.startswith("seedwalk."):
                yield node.lineno, source


def complaint(importer: str, target: str) -> str | None:
    """Why one unit may not import another; None when it may."""
    level = {unit: number for number, units in enumerate(LAYERS) for unit in units.split()}
    if importer not in level:
        return f"'{importer}' has no layer: give it one in LAYERS"
    if target == importer or target not in level:
        return None  # `seedwalk.__version__` and the like; a module of no layer is found when its own file is read
    if level[target] > level[importer]:
        return f"'{importer}' is below '{target}' and may not import it"
    if level[target] == level[importer]:
        chain = next((words.split() for words in CHAINED if importer in words.split()), [])
        if target not in chain[: chain.index(importer) if chain else 0]:
            return f"'{importer}' and '{target}' stand side by side and may not import each other"
    return None


def complaints(files: dict[str, str]) -> list[str]:
    """What is wrong with modules given as path below `seedwalk` and text."""
    found = []
    for path, text in files.items():
        parts = path.removesuffix(".py").split("/")
        if parts[0] in OUTSIDE:
            continue
        is_package = parts[-1] == "__init__"
        module = ".".join(["seedwalk", *(parts[:-1] if is_package else parts)])
        told = {(0, complaint(parts[0], parts[0]))}
        for line, name in imported(ast.parse(text), module, is_package):
            if (path, unit_of(name)) not in EXCEPTIONS:
                told.add((line, complaint(parts[0], unit_of(name))))
        found += [f"{path}:{line}: {why}" for line, why in sorted((pair for pair in told if pair[1]), key=str)]
    return found


def test_imports_go_one_way() -> None:
    files = {p.relative_to(SRC).as_posix(): p.read_text(encoding="utf-8") for p in sorted(SRC.rglob("*.py"))}
    assert len(files) > 30
    wrong = complaints(files)
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_layer_named_here_exists() -> None:
    there = {path.stem for path in SRC.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert {unit for units in LAYERS for unit in units.split()} <= there


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("store/words.py", "from seedwalk.index import Report"),
        ("store/words.py", "import seedwalk.cli.main"),
        ("store/words.py", "from seedwalk import api"),
        ("store/words.py", "from seedwalk.graph.edges import pack"),
        ("store/words.py", "from ..graph import edges"),
        ("graph/__init__.py", "from ..store import words"),
        ("extract/docs.py", "def late():\n    from seedwalk.indexing.reading import Job"),
        ("index.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from seedwalk.api import Repository"),
        ("indexing/reading.py", "from seedwalk.index import Report"),
        ("model.py", "from seedwalk.languages import specs"),
        ("api.py", "from seedwalk.watching import updates"),
        ("eval/bench.py", "from seedwalk.cli.main import app"),
        ("render/xml.py", "from seedwalk.pack.tokens import Counter"),
        ("pack/budget.py", "from seedwalk.index import Report"),
        ("surprise.py", "x = 1"),
        ("surprise/deep.py", "x = 1"),
    ],
)
def test_a_wrong_import_or_an_unknown_module_is_seen(path: str, text: str) -> None:
    assert len(complaints({path: text})) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("store/words.py", "from seedwalk.model import Kind"),
        ("store/words.py", "from seedwalk.store.files import KnownFile\nfrom . import lexical"),
        ("index.py", "from seedwalk import __version__\nfrom seedwalk.indexing.linking import link_changed"),
        ("cli/show.py", "from seedwalk.answers.dumping import symbol_row"),
        ("pack/fill.py", "from seedwalk.render import render"),
        ("store/words.py", "import seedwalkish.cli"),
    ],
)
def test_a_right_import_is_left_alone(path: str, text: str) -> None:
    assert complaints({path: text}) == []
