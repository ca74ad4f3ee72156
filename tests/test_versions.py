"""What decides an index is part of the digest that has it made again when it changes: nothing that is imported on the
way from a file to its rows and edges may be left out, unless a reason is written here."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from seedwalk.versions import COMPILED, EXTRACTION, LINKING, code_digest
from tests.test_layers import SRC, imported

ELSEWHERE = {
    "config": "settings are kept beside the index (made_with), and others make it anew",
    "errors.py": "decides what is said, never what is stored",
    "versions.py": "is the one that asks",
    "machine/collecting.py": "decides when memory is looked through",
    "machine/forks.py": "decides who does the work",
    "languages/world": "digested by the fingerprint of every language",
    "languages/plain.py": "digested by the fingerprint of its formats",
    "store/database.py": "opens, locks and counts the schema",
    "store/__init__.py": "is empty",
}
"""What does not decide by itself what is stored."""


def reached(start: str) -> set[str]:
    """Paths of all the modules that importing one imports, at their top or inside, as files below `seedwalk`."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting += _imported(path)
    return found


@cache
def _imported(path: str) -> list[str]:
    """The files of ours that one imports itself."""
    module = ".".join(["seedwalk", *path.removesuffix(".py").removesuffix("/__init__").split("/")])
    tree = ast.parse((SRC / path).read_text(encoding="utf-8"))
    found: list[str] = []
    for _, name in imported(tree, module, path.endswith("__init__.py")):
        found += _files(name) or _files(name.rpartition(".")[0])
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [one for alias in node.names for one in _files(f"{node.module}.{alias.name}")]
    return found


def _files(module: str) -> list[str]:
    """The file of a dotted name, if it is one of a module of ours."""
    parts = module.split(".")[1:]
    tried = ("/".join(parts) + ".py", "/".join([*parts, "__init__.py"])) if parts else ()
    return [path for path in tried if module.startswith("seedwalk.") and (SRC / path).is_file()]


def covered(path: str, places: tuple[str, ...]) -> bool:
    return path in places or path.rpartition("/")[0] in places


@pytest.mark.parametrize(
    ("starts", "places"),
    [
        (("indexing/reading.py",), EXTRACTION),
        (("indexing/linking.py", "indexing/graphing.py"), (*EXTRACTION, *LINKING)),
    ],
    ids=["rows", "edges"],
)
def test_all_that_decides_an_index_is_in_its_digest(starts: tuple[str, ...], places: tuple[str, ...]) -> None:
    needed = {path for start in starts for path in reached(start)}
    assert {path for path in needed if not covered(path, places) and not covered(path, tuple(ELSEWHERE))} == set()


def test_every_exception_is_one() -> None:
    needed = reached("indexing/linking.py") | reached("indexing/graphing.py") | reached("indexing/reading.py")
    unused = {place for place in ELSEWHERE if not any(covered(path, (place,)) for path in needed)}
    assert unused == set()


def test_every_folder_of_the_compiled_part_is_in_it() -> None:
    sources = [path for path in (SRC / "compiled").rglob("*") if path.suffix in (".c", ".h")]
    assert {path.parent.relative_to(SRC).as_posix() for path in sources} == set(COMPILED)


def test_a_digest_changes_with_its_places_and_with_nothing_else() -> None:
    assert code_digest(("model.py",)) == code_digest(("model.py",)) != code_digest(("facts.py",))
    assert code_digest(("sources",)) != code_digest(("sources/rules.py",))
