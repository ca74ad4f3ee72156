"""What a peer points at becomes definitions, the same way for every peer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.eval.arena.definitions import Definitions, ranking
from seedwalk.eval.arena.keywords import keywords
from seedwalk.eval.arena.system import Found
from tests.eval.arena.tiny import FILES, make_tiny

BASKET = "shop/basket.py"


@pytest.fixture(scope="module")
def definitions(tmp_path_factory: pytest.TempPathFactory) -> Definitions:
    return Definitions(make_tiny(tmp_path_factory.mktemp("tiny")))


@pytest.mark.parametrize(
    ("line", "name"),
    [(6, "Basket"), (7, "Basket"), (9, "Basket.limit"), (15, "Basket.add_article"), (19, "Basket.add_article"),
     (25, None), (29, "empty_basket"), (1, None), (0, None), (99, None)],
)  # fmt: skip
def test_a_line_belongs_to_the_innermost_definition_around_it(
    definitions: Definitions, line: int, name: str | None
) -> None:
    place = definitions.at(BASKET, line)
    assert (place.name if place else None) == name


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        (BASKET, 13, "Basket.__init__"),
        (BASKET, 9, "Basket"),
        (BASKET, 25, None),
        ("shop/discount.py", 3, "RATES"),
        ("shop/discount.py", 16, "Voucher.redeem"),
    ],
)
def test_a_line_is_text_of_a_function_or_type_before_it_is_of_a_field(
    definitions: Definitions, path: str, line: int, name: str | None
) -> None:
    place = definitions.holding(path, line)
    assert (place.name if place else None) == name


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (range(6, 25), ["Basket", "Basket.__init__", "Basket.add_article", "Basket.total_price"]),
        (range(22, 30), ["empty_basket"]),
        (range(22, 25), ["Basket.total_price"]),
        ([12], ["Basket.__init__"]),
        (range(1, 3), []),
        ([], []),
        ([21, 15, 15], ["Basket.add_article", "Basket.total_price"]),
    ],
)
def test_lines_shown_are_the_definitions_named_in_them_else_the_one_around(
    definitions: Definitions, lines: list[int], names: list[str]
) -> None:
    assert [place.name for place in definitions.shown(BASKET, lines)] == names


@pytest.mark.parametrize(
    ("name", "found"),
    [("Basket", "Basket"), ("total_price", "Basket.total_price"), ("Basket.limit", "Basket.limit"), ("price", None)],
)
def test_a_name_is_found_by_its_whole_components(definitions: Definitions, name: str, found: str | None) -> None:
    place = definitions.named(BASKET, name)
    assert (place.name if place else None) == found


@pytest.mark.parametrize("path", ["README.md", "shop/gone.py", "../outside.py", "", "/etc/passwd"])
def test_a_file_that_cannot_be_read_defines_nothing(definitions: Definitions, path: str) -> None:
    assert definitions.of(path) == ()
    assert definitions.at(path, 1) is None
    assert definitions.named(path, "x") is None
    assert definitions.excerpted(path, ["x"]) == []


def test_an_excerpt_is_found_line_by_line_though_some_are_cut_or_left_out(definitions: Definitions) -> None:
    methods = ["    def __init__(self, customer):", "    def add_art"]
    excerpt = ["class Basket:", "", *methods, "no such line", "def empty_basket"]
    assert definitions.excerpted(BASKET, excerpt) == [6, 11, 15, 27]


def test_a_whole_line_is_taken_before_one_that_only_begins_alike(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class AB: pass\nclass A\nclass A: pass\n")
    assert Definitions(tmp_path).excerpted("a.py", ["class A"]) == [2]


@given(st.sets(st.integers(1, FILES[BASKET].count("\n")), min_size=1))
def test_every_excerpt_of_distinct_lines_is_found_where_it_was_taken(lines: set[int]) -> None:
    text = [f"line {number} {line}" for number, line in enumerate(FILES[BASKET].split("\n"), 1)]
    definitions = Definitions(Path("nowhere"))
    definitions._read["f.py"] = ((), tuple(text))
    assert definitions.excerpted("f.py", [text[line - 1] for line in sorted(lines)]) == sorted(lines)


PLACES = st.lists(st.one_of(st.none(), st.builds(Found, st.sampled_from("ab"), st.sampled_from("xyz"))))


@given(PLACES, st.integers(0, 9))
def test_a_ranking_holds_each_place_once_in_order_and_no_more_than_asked(
    places: list[Found | None], limit: int
) -> None:
    cut = ranking(places, limit)
    known = list(dict.fromkeys((place.path, place.name) for place in places if place))
    assert [(place.path, place.name) for place in cut] == known[:limit]


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("", []),
        ("the of and it", []),
        ("Fix the fix of FIX", ["Fix"]),
        ("go to x in 2024", []),
        ("parse_url, then URLs!", ["parse_url", "URLs"]),
        ("schöne Straße", ["schöne", "Straße"]),
    ],
)
def test_keywords_are_the_words_that_carry_a_subject(task: str, words: list[str]) -> None:
    assert keywords(task) == words
