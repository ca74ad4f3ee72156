"""Files nested deep or very long are read or reported, in bounded time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from seedwalk.languages import NAMES
from tests.conftest import sized
from tests.index.mixed import write
from tests.index.nasty import DEEP, PLAIN, ending, indexed, paths

BLOCKS = {
    "python": ("def f{n}(): return ", "0", ""),
    "ruby": ("def f{n}\n", "0", "end\n"),
    "javascript": ("function f{n}() {{\n", "0", "}\n"),
    "typescript": ("function f{n}(): void {{\n", "0", "}\n"),
    "java": ("class C{n} {{\n", "", "}\n"),
    "csharp": ("class C{n} {{\n", "", "}\n"),
    "go": ("func f{n}() {{\n", "0", "}\n"),
    "rust": ("fn f{n}() {{\n", "0", "}\n"),
}
"""Opening, middle and end of a definition that may hold another."""


def nested(language: str, depth: int) -> str:
    if language == "python":
        return "".join(f"{' ' * n}def f{n}():\n" for n in range(depth)) + " " * depth + "pass\n"
    start, middle, end = BLOCKS[language]
    return "".join(start.format(n=n) for n in range(depth)) + middle + "\n" + end * depth


BRACKETS = {
    "round": ("(", ")", DEEP),
    "unclosed": ("([", "", DEEP),
    "square": ("[", "]", DEEP),
    "curly": ("{", "}", DEEP),
}
"""Opening, closing, depth."""


def assert_all_read_or_reported(place: Path, texts: Mapping[str, str]) -> None:
    """A file of each language with its text is known or named as left out, and a plain one beside them is read."""
    files = {f"deep_{language}{ending(language)}" for language in texts}
    for language, text in texts.items():
        write(place / "tree", f"deep_{language}{ending(language)}", text)
    write(place / "tree", "plain.py", PLAIN)
    repository = indexed(place)
    assert repository.symbol("found").path == "plain.py"
    read, left_out = paths(repository), {row.path for row in repository.skipped()}
    assert read | left_out == files | {"plain.py"}
    assert not read & left_out


@pytest.mark.parametrize("brackets", BRACKETS)
def test_thousands_of_nested_brackets_are_read_or_reported(place: Path, brackets: str) -> None:
    opening, closing, depth = BRACKETS[brackets]
    assert_all_read_or_reported(place, dict.fromkeys(NAMES, f"x = {opening * depth}1{closing * depth}\n"))


def test_deeply_nested_definitions_are_read_or_reported(place: Path) -> None:
    """Thousands deep, where Python stops at 500: every definition repeats the names of all around it."""
    assert_all_read_or_reported(place, {language: nested(language, DEEP) for language in NAMES})


LINES = sized(1_500, 5_000)
LONG = {
    "calls": lambda: "def run(x):\n" + "".join(f"    x.call_{n}(y)\n" for n in range(10 * LINES)),
    "chained calls": lambda: "x = start" + ".then(f)" * 10_000 + "\n",
    "functions of one name": lambda: "def f(x):\n    return x\n" * (4 * LINES),
    "methods": lambda: (
        "class C:\n" + "".join(f"    def f{n}(self):\n        self.x{n} = {n}\n" for n in range(2 * LINES))
    ),
    "bases": lambda: "class C(" + ", ".join(f"B{n}" for n in range(4 * LINES)) + "):\n    pass\n",
    "imports": lambda: "".join(f"from m{n} import n{n}\n" for n in range(4 * LINES)),
    "comments": lambda: "# one more line\n" * 100_000 + PLAIN,
    "additions": lambda: "x = " + " + ".join(f"v{n}" for n in range(4 * LINES)) + "\n",
    "decorators": lambda: "@d\n" * 10_000 + PLAIN,
    "branches": lambda: "if x:\n    pass\n" + "elif y:\n    pass\n" * 5_000,
}


@pytest.mark.parametrize("content", LONG)
def test_long_files_are_read_in_bounded_time(place: Path, content: str) -> None:
    write(place / "tree", "long.py", LONG[content]())
    repository = indexed(place)
    assert not repository.skipped()
    assert "long.py" in paths(repository)


def test_a_file_of_many_thousand_functions_has_them_all(place: Path) -> None:
    write(place / "tree", "long.py", "".join(f"def f{n}(x):\n    return x + {n}\n" for n in range(4 * LINES)))
    found = indexed(place).symbols("f*")
    assert len(found) == len({symbol.id for symbol in found}) == 4 * LINES
