"""How much of what should be read stands in a pack: the lines an entry shows, the share, and the page."""

from __future__ import annotations

import pytest

from seedwalk.config import Packing
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.packs import ADAPTIVE, Covered, fixed, page
from seedwalk.eval.shown import Wanted, share, shown
from seedwalk.model import Depth, Entry, Flags, Kind
from tests.pack.candidates import symbol

FILE = [
    "import os", "", "def load(", "    path,", "):",
    '    """Read it.', "", '    All of it."""', "    return open(path)",
]  # fmt: skip


def entry(text: str, depth: Depth, start: int = 3, end: int = 9) -> Entry:
    return Entry("a.py", "load", Kind.FUNCTION, start, end, 1.0, depth, 1, text)


def lines_of(*entries: Entry) -> set[int]:
    return shown(entries, lambda _: FILE).get("a.py", set())


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("\n".join(FILE[2:]), {3, 4, 5, 6, 7, 8, 9}),
        ("def load(\n    path,\n):\n… 6-8\n    return open(path)", {3, 4, 5, 9}),
        ("… Doc that stands above.\ndef load(\n… 4\n):\n… 6-8 load.inner\n    return open(path)", {3, 5, 9}),
        # a doc that begins with a number is no gap: the next line is 3
        ("… 12 apples\ndef load(\n    path,", {3, 4}),
        ("… 3-8\n    return open(path)", {9}),
    ],
)
def test_a_body_shows_its_lines_but_for_the_gaps_it_marks(text: str, numbers: set[int]) -> None:
    assert lines_of(entry(text, Depth.CUT)) == numbers
    assert lines_of(entry(text, Depth.FULL)) == numbers


def test_an_outline_shows_signature_and_doc_and_a_line_one_line() -> None:
    assert lines_of(entry("def load(path,):\n    Read it.\n\n    All of it.", Depth.OUTLINE)) == {3, 4, 5, 6, 7, 8}
    assert lines_of(entry("def load(path,):", Depth.OUTLINE)) == {3, 4, 5}
    assert lines_of(entry("function load: def load(path,):", Depth.LINE)) == {3}


def test_entries_of_one_file_add_up() -> None:
    first, second = entry("def load(", Depth.CUT), entry("    return open(path)", Depth.FULL, 9, 9)
    assert lines_of(first, second) == {3, 9}


def task(*truths: str, rule: Rule = Rule.STRICT, sort: Sort = Sort.GRADED) -> Task:
    return Task("t", sort, "easy", "load it", truths, rule=rule)


def test_wanted_are_the_lines_of_the_truths_that_are_not_blank_and_code_before_tests() -> None:
    symbols = [
        symbol("load", 3, 9, path="a.py"),
        symbol("load", 1, 1, path="test_a.py", flags=Flags.TEST),
        symbol("other", 1, 1, path="a.py"),
    ]
    wanted = Wanted(symbols, lambda _: FILE)
    assert wanted.lines(task("load")) == {"a.py": {3, 4, 5, 6, 8, 9}}
    assert wanted.lines(task("a.py:other", rule=Rule.SYMBOL, sort=Sort.REPLAY)) == {"a.py": {1}}
    assert wanted.lines(task("nothing")) == {}


@pytest.mark.parametrize(
    ("found", "part"),
    [({}, 0.0), ({"a.py": {1, 2}}, 0.5), ({"a.py": {1, 2, 3}, "b.py": {7, 8}}, 1.0), ({"b.py": {1, 2, 3}}, 0.0)],
)
def test_the_share_is_of_wanted_lines(found: dict[str, set[int]], part: float) -> None:
    assert share({"a.py": {1, 2, 3}, "b.py": {7}}, found) == pytest.approx(part)


def test_each_depth_stands_alone_beside_the_adaptive_choice() -> None:
    tried = fixed(Packing())
    assert list(tried) == [ADAPTIVE, "full only", "cut only", "outline only", "line only"]
    assert [packing.depths for packing in tried.values()][1:] == [(depth,) for depth in Packing().depths]


def test_the_page_tells_means_and_the_paired_difference() -> None:
    """Eight tasks: the adaptive pack shows 0.1 more of each, so every one rose and p is 2/256, twice after Holm."""
    rows = [
        Covered(f"t{at}", "r", Sort.GRADED, {ADAPTIVE: [0.3, 0.8], "full only": [0.2, 0.8]}) for at in range(8)
    ]  # fmt: skip
    told = page(rows, (2_000, 8_000))
    assert "## tasks: 8 questions, 1 repositories" in told
    assert "## replays" not in told
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in told.split("\n")]
    assert ["adaptive", "0.300", "0.800"] in lines
    assert ["full only, 2,000", "+0.100", "+0.100 to +0.100", "0.0156", "+1.00", "8", "0", "better"] in lines
    assert ["full only, 8,000", "+0.000", "+0.000 to +0.000", "1.0000", "+0.00", "0", "0", "no difference"] in lines
