"""Depths of a symbol: what each shows, and that line numbers can always be told."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.config import Packing
from seedwalk.model import Depth, Kind, Trim
from seedwalk.pack.lines import Gap, Terms, enclosing, shown, signature_lines
from seedwalk.pack.snippets import Candidate, snippets
from seedwalk.pack.trims import TRIMS, exits
from seedwalk.text import stem
from tests.pack.candidates import candidate

BODY = '''\
def load(
    self, key: str,
) -> Value:
    """Reads a value."""
    for attempt in range(3):
        started = now()
        if self.open:
            value = self.backend.read_user(key)
            seen += 1
            more += 1
        pause(started)
        count(attempt)
        pause(started, 2)
    self.left = 0
    self.right = 0
    self.top = 0
    self.bottom = 0
    return Value()'''
LOAD = candidate("Store.load", BODY, start=40, kind=Kind.METHOD, signature="def load( self, key: str, ) -> Value",
                 doc="Reads a value.")  # fmt: skip


def told(found: Candidate, packing: Packing, *terms: str, gaps: tuple[Gap, ...] = ()) -> dict[Depth, str]:
    """The text of each depth; of two cut ones the shorter."""
    return {each.depth: each.text for each in reversed(snippets(found, gaps, Terms(terms), packing))}


def test_each_depth_tells_its_part() -> None:
    found = told(LOAD, Packing(around=0), "user")
    assert found[Depth.FULL] == BODY
    assert found[Depth.OUTLINE] == "def load( self, key: str, ) -> Value\n    Reads a value."
    assert found[Depth.LINE] == "method Store.load: def load( self, key: str, ) -> Value"
    assert found[Depth.CUT] == (
        "def load(\n    self, key: str,\n) -> Value:\n… 43\n    for attempt in range(3):\n… 45\n        if self.open:\n"
        "            value = self.backend.read_user(key)\n… 48-56\n    return Value()"
    )


def test_a_cut_body_without_exits_ends_in_a_mark() -> None:
    assert told(LOAD, Packing(around=0, keep_exits=False), "user")[Depth.CUT].endswith("read_user(key)\n… 48-57")


def test_neighbours_of_a_matching_line_are_kept_when_asked_for() -> None:
    assert "            seen += 1\n… 49-56" in told(LOAD, Packing(around=1), "user")[Depth.CUT]


def test_a_body_that_no_term_touches_is_only_trimmed() -> None:
    bare = Packing(trims=())
    assert Depth.CUT not in told(LOAD, bare, "elsewhere")
    trimmed = told(LOAD, replace(bare, trims=(Trim.ASSIGNMENTS,)), "elsewhere")[Depth.CUT]
    assert trimmed.split("\n") == [*BODY.split("\n")[:13], "… 53-56", "    return Value()"]


def test_a_short_body_is_never_cut() -> None:
    assert Depth.CUT not in told(LOAD, Packing(cut_from=19), "user")


def test_lines_told_elsewhere_are_named_and_left_out_at_every_depth() -> None:
    gap = Gap(4, 12, "Store.load.retry")
    found = told(LOAD, Packing(around=0), "user", gaps=(gap,))
    assert found[Depth.FULL] == "\n".join([*BODY.split("\n")[:4], "… 44-51 Store.load.retry", *BODY.split("\n")[12:]])
    assert "read_user" not in "".join(found.values())


def test_a_body_told_wholly_elsewhere_has_only_outline_and_line() -> None:
    assert set(told(LOAD, Packing(), "user", gaps=(Gap(0, 18, "twin"),))) == {Depth.OUTLINE, Depth.LINE}


def test_a_file_that_cannot_be_read_leaves_outline_and_line() -> None:
    gone = candidate("run", "", doc="Runs.")
    assert told(gone, Packing()) == {Depth.OUTLINE: "def run()\n    Runs.", Depth.LINE: "function run: def run()"}


def test_a_doc_above_the_body_is_told_with_it_and_marked_as_no_line_of_it() -> None:
    found = candidate("Run", "func Run() {}", signature="func Run()", doc="Run starts it.\nTwice.")
    assert told(found, Packing())[Depth.FULL] == "… Run starts it.\n… Twice.\nfunc Run() {}"
    assert told(LOAD, Packing())[Depth.FULL] == BODY


def test_a_long_doc_is_cut_in_an_outline() -> None:
    found = candidate("run", "run", doc="a\nb\nc\nd")
    assert told(found, Packing(doc_lines=2))[Depth.OUTLINE] == "def run()\n    a\n    b\n    …"


def test_only_the_allowed_depths_are_offered() -> None:
    assert set(told(LOAD, Packing(depths=(Depth.OUTLINE,)), "user")) == {Depth.OUTLINE}


@pytest.mark.parametrize(
    ("terms", "wanted"),
    [
        (("user",), {1}),
        (("read_user",), {1}),
        ((stem("query"),), {2}),
        (("use",), set()),
        (("line",), set()),
        (("zero", "line"), {0}),
        ((), set()),
    ],
)
def test_a_line_holds_a_term_as_a_part_of_a_word_whatever_its_form(terms: tuple[str, ...], wanted: set[int]) -> None:
    lines = ["line zero", "line read_user(UserID)", "line runQueries()", "line"]
    assert Terms(terms).holding("\n".join(lines), 0.5) == wanted
    assert Terms(terms).holding("\n".join((*lines, "ä")), 0.5) == wanted


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("capabilities", "a = capable"), ("capable", "capability"), ("sizing", "sized"), ("sized", "resize_sizing = 1"),
        ("queries", "query"), ("database", "self.db = db_conn"), ("directories", "for dirs in x"), ("cfg", "configure"),
        ("dying", "it dies"), ("validator", "validation"), ("authentication", "authenticate"),
        ("frequently", "frequent"),
    ],
)  # fmt: skip
def test_a_line_holds_every_form_of_a_word_also_the_short_one(asked: str, line: str) -> None:
    text = f"zero\n{line}\ntwo\nthree"
    assert Terms([stem(asked)]).holding(text, 0.5) == Terms([stem(asked)]).holding(f"{text}\nä", 0.5) == {1}


def test_enclosing_lines_are_those_with_less_indent_above() -> None:
    lines = ["class A:", "    def b():", "        x", "", "    def c():", "        if y:", "            z"]
    assert enclosing("\n".join(lines), {6}) == {0, 4, 5}
    assert enclosing("\n".join(lines), {0}) == set()


@pytest.mark.parametrize(("signature", "wanted"), [("f(a,b)", 1), ("f(a, b) -> c", 2), ("x" * 99, 3), ("", 1)])
def test_a_signature_takes_the_lines_its_characters_fill(signature: str, wanted: int) -> None:
    assert signature_lines(["f(a, b)", "  -> c:", "body"], signature) == wanted


MARK = re.compile(r"… (\d+)(?:-(\d+))?(?: .*)?")


@given(st.integers(1, 30), st.sets(st.integers(0, 30)), st.integers(1, 500), st.integers(0, 28), st.integers(1, 5))
def test_the_number_of_every_shown_line_can_be_told(
    length: int, kept: set[int], first: int, gap_start: int, gap_length: int
) -> None:
    lines = [f"line {number} {'x' * (number % 7)}" if number % 3 else "" for number in range(length)]
    gaps = [Gap(gap_start, min(length, gap_start + gap_length), "told.elsewhere")] if gap_start < length else []
    number = first
    for line in shown(lines, kept, first, gaps).split("\n"):
        mark = MARK.fullmatch(line)
        if mark:
            assert int(mark[1]) == number
            number = int(mark[2] or mark[1]) + 1
        else:
            assert line == lines[number - first]
            number += 1
    assert number == first + length


TRIMMED = {
    Trim.BLANKS: ("a\n\n\n\nb\n\nc", {2, 3}),
    Trim.COMMENTS: ("# 0\nx  # y\n// 2\n#[derive]\n*p = 1\n * 5\n# TODO z\n/* 7\n#", {0, 2, 5, 7, 8}),
    Trim.IMPORTS: ("import a\nfrom b import c\nuse d::e;\nusing F.G;\nx\nimport h\nimport i\nimport j", {0, 1, 2, 3}),
    Trim.ASSIGNMENTS: ("self.a = a\nself.b = b\n\nthis.c = c;\nthis.d = d;\n@e = 1\nself.f = f(1)", {3, 4, 5}),
    Trim.LOGS: ("log.info(1)\nlogger.warn(2)\nx\nconsole.log(3)\nblog(4)\nprint(5)\nputs 6", {0, 1, 5, 6}),
    Trim.REPEATS: ("add('a', 1)\nadd('b', 2)\nadd(c, 3)\n}\n}", {1}),
}


@pytest.mark.parametrize("trim", list(Trim))
def test_a_trim_takes_its_lines_and_no_others(trim: Trim) -> None:
    text, wanted = TRIMMED[trim]
    assert TRIMS[trim](text) == wanted


def test_exits_are_found() -> None:
    lines = ["return", "  raise X", "returned = 1", "\tyield y", "panic!(z)", "throw new E()"]
    assert exits("\n".join(lines)) == {0, 1, 3, 4, 5}
