"""Which wanted lines a text quotes, read alike whoever printed it; every expected line was found by hand."""

from __future__ import annotations

import pytest

from seedwalk.eval.quoted import cut, quoted

FILE = [
    "def first_thing(argument):",  # 1: 22 letters with its underscore
    "    if argument:",  # 2
    "        return None",  # 3
    "",  # 4
    "    return argument.lower()",  # 5: 19, too few to count alone
    "",  # 6
    "def two(a):",  # 7
    "    return None",  # 8
]
ALL = {1, 2, 3, 5, 7, 8}
BODY = "def first_thing(argument):\n    if argument:\n        return None\n\n    return argument.lower()"


def lines(text: str, wanted: set[int] = ALL) -> set[int]:
    return quoted(text, {"a.py": wanted}, lambda _: FILE)["a.py"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", set()),
        (BODY, {1, 2, 3, 5}),
        ("1\tdef first_thing(argument):\n2\t    if argument:", {1, 2}),
        ("a.py:1:def first_thing(argument):\na.py:2:    if argument:", {1, 2}),
        ("│def first_thing(argument):\n⋮\n│    return argument.lower()", {1}),
        ("12| def first_thing(argument):", {1}),
        # `return None` alone is said everywhere; beside `def two(a):` it has 7 + 10 letters, still too few
        ("        return None", set()),
        ("def two(a):\n    return None", set()),
        # 10 letters of line 3 and 19 of line 5: the blank line between them is no gap
        ("return None\nreturn argument.lower()", {3, 5}),
        # what stands between breaks the run: 22 letters are enough, 10 are not
        ("def first_thing(argument):\nelsewhere\n        return None", {1}),
        ("first_thing is a function of an argument", set()),
    ],
)
def test_runs_of_a_file_that_say_enough_are_quoted(text: str, numbers: set[int]) -> None:
    assert lines(text) == numbers


def test_only_wanted_lines_count() -> None:
    assert lines(BODY, {1, 2}) == {1, 2}
    assert lines(BODY, {2, 3}) == {2, 3}  # 10 + 10 letters


def test_a_line_of_two_files_counts_for_both() -> None:
    found = quoted("def first_thing(argument):", {"a.py": {1}, "b.py": {1}}, lambda _: FILE)
    assert found == {"a.py": {1}, "b.py": {1}}


@pytest.mark.parametrize(
    ("text", "budget", "left"),
    [("abcdefghij", 2, "abcdefgh"), ("abcd", 2, "abcd"), ("", 1, ""), ("abcé", 1, "abc")],
)
def test_a_text_is_cut_at_four_bytes_a_token_and_never_inside_a_letter(text: str, budget: int, left: str) -> None:
    assert cut(text, budget) == left
