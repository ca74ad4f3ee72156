"""How a user names symbols: patterns for `symbols`; `name`, `path:name` and `path:line` everywhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("tot", ["Order.total"]),
        ("ORDER.TOT", ["Order.total"]),
        ("Order.", ["Order.save", "Order.total"]),
        ("*.save", ["Record.save", "Order.save"]),
        ("SAVE*", ["Record.save", "Order.save"]),
        ("*or*total", ["Order.total"]),
        ("save*e", []),
        ("größe_", ["Größe_messen"]),
        ("GRÖSSE_M", ["Größe_messen"]),
        ("*_MESSEN", ["Größe_messen"]),
        ("twin", ["twin", "twin"]),
        ("re.ord", []),
        ("no such", []),
    ],
)
def test_a_pattern_is_a_substring_or_a_glob_and_case_does_not_count(
    indexed: Path, here: Run, pattern: str, names: list[str]
) -> None:
    done = here("symbols", pattern, "--json")
    assert done.code == 0
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == names
    assert bool(done.err) is False


def test_a_pattern_that_matches_nothing_is_said_so_beside_the_answer(indexed: Path, here: Run) -> None:
    done = here("symbols", "nothing_like_it")
    assert (done.code, done.out) == (0, "")
    assert "nothing_like_it" in done.err


def test_an_empty_pattern_is_a_wrong_argument(indexed: Path, here: Run) -> None:
    done = here("symbols", "")
    assert (done.code, done.out) == (2, "")
    assert "'*'" in done.err


def test_a_limit_keeps_the_first(indexed: Path, here: Run) -> None:
    every = here("symbols", "*").out.splitlines()
    assert here("symbols", "*", "--limit", "3").out.splitlines() == every[:3]


@pytest.mark.parametrize(
    ("asked", "path", "name"),
    [
        ("Order.total", "shop/orders.py", "Order.total"),
        ("total", "shop/orders.py", "Order.total"),
        ("Order::total", "shop/orders.py", "Order.total"),
        ("order.TOTAL", "shop/orders.py", "Order.total"),
        ("Order.save", "shop/orders.py", "Order.save"),
        ("shop/base.py:save", "shop/base.py", "Record.save"),
        ("shop/base.py:Record.save", "shop/base.py", "Record.save"),
        ("base.py:save", "shop/base.py", "Record.save"),
        ("shop/orders.py:9", "shop/orders.py", "Order.total"),
        ("shop/orders.py:4", "shop/orders.py", "Order"),
        ("shop/orders.py:1", "shop/orders.py", "orders"),
        ("orders.py:5", "shop/orders.py", "Order.save"),
        ("Größe_messen", "shop/größe.py", "Größe_messen"),
        ("größe.py:1", "shop/größe.py", "Größe_messen"),
        ("orders", "shop/orders.py", "orders"),
    ],
)
def test_a_symbol_is_named_alone_with_its_path_or_by_a_line(
    indexed: Path, here: Run, asked: str, path: str, name: str
) -> None:
    done = here("show", asked, "--json")
    assert done.code == 0, done.err
    row = json.loads(done.out)
    assert (row["path"], row["name"]) == (path, name)


@pytest.mark.parametrize("asked", ["save", "shop/twice.py:twin", "twin"])
def test_an_ambiguous_name_lists_choices_that_each_name_one_symbol(indexed: Path, here: Run, asked: str) -> None:
    done = here("show", asked)
    assert (done.code, done.out) == (2, "")
    first, *choices = done.err.splitlines()
    assert f"'{asked}' names {len(choices)} symbols" in first
    found = set()
    for choice in choices:
        wanted = re.split(r"  +", choice.strip())[0]
        shown = here("show", wanted, "--json")
        assert shown.code == 0, shown.err
        found.add(json.loads(shown.out)["id"])
    assert len(found) == len(choices) == 2


@pytest.mark.parametrize(
    ("asked", "remedy"),
    [
        ("nobody", "seedwalk symbols"),
        ("shop/base.py:Order", "seedwalk symbols"),
        ("shop/none.py:3", "not an indexed file"),
        ("shop/base.py:9999", "no line 9999"),
        ("", "Give name, path:name"),
    ],
)
def test_a_symbol_that_is_not_there_is_a_wrong_argument(indexed: Path, here: Run, asked: str, remedy: str) -> None:
    done = here("show", asked)
    assert (done.code, done.out) == (2, "")
    assert remedy in done.err
    assert "Traceback" not in done.err


def test_a_path_below_several_folders_lists_them(indexed: Path, here: Run) -> None:
    (indexed / "other").mkdir()
    (indexed / "other" / "base.py").write_text("class Elsewhere:\n    pass\n", encoding="utf-8")
    assert here("index", "--quiet").code == 0
    done = here("show", "base.py:1")
    assert done.code == 2
    assert [line.strip() for line in done.err.splitlines()[1:]] == ["other/base.py:1", "shop/base.py:1"]


CLASHES = {
    "base.py": "class Record:\n    def save(self) -> None:\n        pass\n",
    "deep.py": "class Only:\n    def lone(self) -> None:\n        pass\n",
    "lone.py": "def lone() -> None:\n    pass\n",
    "words.py": "x = 1\n",
    "clash.py": "def words() -> None:\n    pass\n",
    "walk.js": "class Walk {\n  *[Symbol.iterator]() {\n    yield 1;\n  }\n}\n",
}


@pytest.mark.parametrize(
    ("asked", "path", "name"),
    [
        ("base.py:Record.save", "base.py", "Record.save"),  # the whole path counts before the end of another
        ("deep.py:lone", "deep.py", "Only.lone"),  # a better name in another file does not matter
        ("words.py:words", "words.py", "words"),  # nor does a better kind
        ("base.py:Record::save", "base.py", "Record.save"),
        ("Walk.[Symbol.iterator]", "walk.js", "Walk.[Symbol.iterator]"),
        ("GRÖSSE_MESSEN", "shop/größe.py", "Größe_messen"),
    ],
)
def test_a_path_is_looked_at_before_the_names_in_other_files(
    indexed: Path, here: Run, asked: str, path: str, name: str
) -> None:
    for file, text in CLASHES.items():
        (indexed / file).write_text(text, encoding="utf-8")
    assert here("index", "--quiet").code == 0
    done = here("show", asked, "--json")
    assert done.code == 0, done.err
    row = json.loads(done.out)
    assert (row["path"], row["name"]) == (path, name)
