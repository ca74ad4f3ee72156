"""Where definitions stand, and what is told of them: the compiled functions give what those in Python give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.extract import bindings, literals, places
from seedwalk.extract.definitions import Placed, RawDefinition, nested
from seedwalk.extract.places import LineMap, ScopeMap, line_bounds, plain_text
from seedwalk.extract.references import FoundReferences
from seedwalk.extract.symbols import Defined, plain_symbols, symbols_of
from seedwalk.facts import REFERENCE, Texts
from seedwalk.graph.outline import outlined
from seedwalk.indexing.reading import stored
from seedwalk.model import TYPE_KINDS, Flags, Kind, Span, Symbol, SymbolId
from tests.compiled.conftest import plainly

SOURCE = "class Shop:\n  mock_é = 1\n\tdef sell(self, new): pass\n# über\n" * 3
TEXT = SOURCE.encode()
PLACE = st.integers(0, len(TEXT))
KINDS = st.sampled_from([Kind.CLASS, Kind.FUNCTION, Kind.FIELD, Kind.CONSTANT, Kind.METHOD, Kind.MODULE])
LEAVES = frozenset({Kind.FIELD, Kind.CONSTANT})
MEMBERS = {Kind.FUNCTION: Kind.METHOD}
CODES = {kind: code for code, kind in enumerate(Kind)}
WORDS = st.sampled_from(["", "A", "A.B", "Größe", "(int a, Map<K, V> b)"])


@st.composite
def raws(draw: st.DrawFn) -> list[RawDefinition]:
    found = []
    for _ in range(draw(st.integers(0, 90))):
        start, end = sorted((draw(PLACE), draw(PLACE)))
        name, behind = sorted((draw(PLACE), draw(PLACE)))
        found.append(
            RawDefinition(
                draw(KINDS), name, min(behind, name + 9), start, end, draw(PLACE), owner=draw(WORDS),
                in_type=draw(st.booleans()), params=draw(WORDS),
                scope_name=draw(st.sampled_from(["", "", "", "Shop"])), scope_trait=draw(WORDS),
            )  # fmt: skip
        )
    return sorted(found, key=lambda raw: (raw.start, -raw.end))


def lowered(name: str) -> str:
    return name.strip().lower()


@given(found=raws(), name_of=st.sampled_from([str, lowered]))
def test_both_place_definitions_alike(quick: Any, found: list[RawDefinition], name_of: Any) -> None:
    told = (found, TEXT, name_of, MEMBERS, frozenset({"sell"}), TYPE_KINDS, Kind.METHOD, Kind.CONSTRUCTOR, Placed)
    assert quick.place(*told) == nested(*told)


def test_definitions_within_definitions_end_at_the_same_depth(quick: Any) -> None:
    found = [RawDefinition(Kind.CLASS, 0, 5, at, 200 - at, 200 - at) for at in range(99)]
    told = (found, TEXT, str, MEMBERS, frozenset[str](), TYPE_KINDS, Kind.METHOD, Kind.CONSTRUCTOR, Placed)
    assert quick.place(*told) == nested(*told)
    assert len(quick.place(*told)) == 64


def placed_of(found: list[RawDefinition]) -> list[Placed]:
    members = frozenset[str]()
    return nested(found, TEXT, str, MEMBERS, members, TYPE_KINDS, Kind.METHOD, Kind.CONSTRUCTOR, Placed)


@given(found=raws(), docs=st.lists(st.tuples(PLACE, PLACE).map(lambda span: (min(span), max(span))), max_size=6))
def test_both_give_the_same_text_to_each(
    quick: Any, found: list[RawDefinition], docs: list[tuple[int, int]]
) -> None:
    told = placed_of(found), len(TEXT), sorted(docs), LEAVES
    assert quick.own_text(*told) == plain_text(*told)


@given(found=raws(), asked=st.lists(PLACE, max_size=9))
def test_both_know_the_innermost_symbol(quick: Any, found: list[RawDefinition], asked: list[int]) -> None:
    placed = placed_of(found)
    with plainly():
        plain = ScopeMap(placed)
        around = plain.at(asked)
    ours = ScopeMap(placed)
    assert (ours.bounds, ours.owners, ours.at(asked)) == (plain.bounds, plain.owners, around)


@given(text=st.text("a\n", max_size=30), asked=st.lists(st.integers(0, 40), max_size=9))
def test_both_count_lines_alike(quick: Any, text: str, asked: list[int]) -> None:
    assert quick.line_bounds(text.encode()) == line_bounds(text.encode())
    lines = LineMap(text.encode())
    with plainly():
        assert (LineMap(text.encode()).last, lines.at(asked)) == (lines.last, lines.of(asked).tolist())
    assert lines.at(asked) == lines.of(asked).tolist() == [1 + text[:place].count("\n") for place in asked]


def module(path: str = "a/shop.py") -> Symbol:
    span = Span(1, 1, 0, len(TEXT))
    return Symbol(SymbolId(7), Kind.MODULE, "shop", "shop", path, span, 1, "", "", Flags.NONE, 0, None)


@given(
    found=raws(), tests=st.lists(st.tuples(PLACE, PLACE), max_size=2), path=st.sampled_from(["a/shop.py", "\udc80.py"])
)
def test_both_make_the_same_symbols_and_rows(
    quick: Any, found: list[RawDefinition], tests: list[tuple[int, int]], path: str
) -> None:
    placed = placed_of(found)
    defined = Defined(TEXT, placed, [f"doc {at}" for at in range(len(placed))], tests)
    with plainly():
        plain = plain_symbols(defined, LineMap(TEXT), module(path))
    assert symbols_of(defined, LineMap(TEXT), module(path)) == plain
    whole, own = [module(path), *plain], plain_text(placed, len(TEXT), [], LEAVES)
    assert quick.outlined(whole, own, CODES) == outlined(whole, own, CODES)
    assert quick.stored(whole, 99, CODES) == stored(whole, 99, CODES)


NAMES = st.sampled_from(["x", "x.y", "größe", "return"])
VALUES = st.sampled_from(["", "x.load()", "*x(1)", "&2x.y", "y.x", "xy", "größe.x", "*"])


@given(
    raw=st.lists(st.tuples(PLACE, NAMES, NAMES, VALUES, PLACE, PLACE), max_size=9), found=raws(), held=st.booleans()
)
def test_both_tell_bindings_alike(
    quick: Any, raw: list[Any], found: list[RawDefinition], held: bool
) -> None:
    lines, scopes = LineMap(TEXT), ScopeMap(placed_of(found))
    starts, ends = ([row[4] for row in raw], [row[5] for row in raw]) if held else (None, None)
    ours, plain = Texts(), Texts()
    rows = quick.bindings(
        raw, starts, ends, ours.numbers, bindings._MARKS, lines.bounds, scopes.bounds, scopes.owners
    )
    assert rows == bindings.plain_bindings(raw, starts, ends, plain, lines, scopes)
    assert ours.listed() == plain.listed()


@given(rows=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5), PLACE, PLACE), max_size=9), found=raws())
def test_both_pack_references_alike(quick: Any, rows: list[Any], found: list[RawDefinition]) -> None:
    lines, scopes = LineMap(TEXT), ScopeMap(placed_of(found))
    kinds = (np.uint8, np.uint32, np.uint32, np.uint32)
    columns = [np.array([row[at] for row in rows], kind).tobytes() for at, kind in enumerate(kinds)]
    packed = places.reference_rows(FoundReferences(*columns), lines, scopes)
    with plainly():
        assert places.reference_rows(FoundReferences(*columns), lines, scopes) == packed
    told: tuple[Any, ...] = (packed, {1: (), 4: ()}, 6, bytes(code % 2 for code in range(256)), 3)
    assert quick.rows_about(*told) == literals.rows_about(*told)
    assert len(packed) == len(rows) * REFERENCE.itemsize


@given(texts=st.lists(st.text("a.:é_get", max_size=9), max_size=9))
def test_both_find_texts_by_their_last_names(quick: Any, texts: list[str]) -> None:
    told: tuple[Any, ...] = (texts, {"get": (), "": ()}, ("_a", "é"))
    assert quick.named_texts(*told) == literals.named_texts(*told)


def test_what_does_not_fit_is_refused(quick: Any) -> None:
    outside = [RawDefinition(Kind.CLASS, 0, 999, 0, 9, 9)]
    with pytest.raises(ValueError, match="outside"):
        quick.place(outside, TEXT, str, {}, LEAVES, LEAVES, None, None, Placed)
    placed = [Placed(RawDefinition(Kind.CLASS, 0, 1, 999, 9999, 9), "A", "A", Kind.CLASS, 0, "")]
    with pytest.raises(ValueError, match="outside"):
        symbols_of(Defined(TEXT, placed, [""], []), LineMap(TEXT), module())
    wrongs: list[tuple[str, tuple[Any, ...]]] = [
        ("place", ()), ("own_text", ([1], 1, [], LEAVES)), ("own_text", ([], 1, [1], LEAVES)),
        ("own_text", ([], 1, [], 1)),
        ("scope_bounds", ([], [])), ("line_bounds", ("text",)), ("looked_up", (b"", None, [])), ("symbols", (1,)),
        ("looked_up", (bytes(8), b"", [])), ("reference_rows", ()),
        ("bindings", ([], None, [1], {}, "", b"", b"", b"")),
        ("outlined", ([], [[]], {})), ("stored", ([], "", {})), ("named_texts", ([1], {}, ())), ("rows_about", (b"",)),
        ("bindings", ([1], None, None, {}, "", bytes(8), bytes(8), bytes(8))),
    ]  # fmt: skip
    for name, wrong in wrongs:
        with pytest.raises((TypeError, AttributeError)):
            getattr(quick, name)(*wrong)
