"""Matches, references and chains: the compiled functions give what those in Python give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.extract import matches, references
from seedwalk.extract.expressions import MAX_EXPRESSION, MAX_NESTED, chain, type_text
from seedwalk.facts import Nodes, Texts
from seedwalk.model import RefKind
from tests.compiled.conftest import plainly

PARTS = st.sampled_from(
    ["a", "self", ".", "..", "(", ")", "[", "]", "{", "}", "()", "[0]", "{}", "('(')", ' "', '"', "'", " ", "\n", "\t",
     "\r", "/*", "*/", "//", "#", "new", "new ", "await ", ".(", "?.", "::", ":", "->", "`", "<", ">", ",", "é", "\1",
     "\2", "\3", "\x1f", "\x85", "\ufffd", "@", "!", "?", "x" * 200]
)  # fmt: skip
INTO = matches.Into({}, [], [], [], {})
EXPRESSIONS = st.lists(PARTS, max_size=14).map("".join)


@dataclass(frozen=True)
class Place:
    """Of a node all that is asked."""

    start_byte: int
    end_byte: int

    def child_by_field_name(self, name: str) -> Place | None:
        return Place(self.start_byte, self.end_byte) if self.end_byte % 2 and name == "body" else None


@given(text=EXPRESSIONS)
def test_both_make_the_same_chain(quick: Any, text: str) -> None:
    assert quick.chain(text.encode(), chain) == chain(text)


@pytest.mark.parametrize(
    "text",
    [
        "x" * MAX_EXPRESSION, "x" * (MAX_EXPRESSION + 1), f"f({'x' * MAX_EXPRESSION}).y", "((" * 99 + "))" * 99,
        "f" + "(" * 64 + ")" * 64, "f" + "(" * 65 + ")" * 65, "newest.one", "awaiting", "", ".", "a . b", "a\n.b",
        "a/b*c", "a/*b*/.c", "a(/*(*/).c", 'f("é").x', "é.x", "f(\n  1,\n).g[\n0]",
    ],
)  # fmt: skip
def test_chains_at_the_edge_are_the_same(quick: Any, text: str) -> None:
    assert quick.chain(text.encode(), chain) == chain(text)


def columns_of(reader: Callable[..., Any], raw: bytes, source: bytes, arities: bool) -> tuple[Any, list[str]]:
    texts = Texts()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(references, "quick", lambda: None)
        patch.setattr(references, "columns", reader)
        found = references.read_references(raw, source, texts, arities=arities)
    return found, texts.listed()


@st.composite
def referring(draw: st.DrawFn) -> tuple[bytes, bytes]:
    ends = st.sampled_from([b"", b"Map<A, List<B>>", b"a.b" * MAX_NESTED, b"\xff\xc3"])
    source = draw(EXPRESSIONS).encode() + draw(ends)
    bound = st.integers(0, len(source))
    rows = st.tuples(bound, bound, st.integers(0, len(RefKind) - 1))
    found = draw(st.lists(rows, max_size=12))
    return references.packed([(min(a, b), max(a, b), code) for a, b, code in found]), source


@given(told=referring(), arities=st.booleans())
def test_both_order_references_alike(quick: Any, told: tuple[bytes, bytes], arities: bool) -> None:
    plain = columns_of(references.columns, *told, arities)
    assert columns_of(quick.columns, *told, arities) == plain


def test_a_reference_outside_of_its_file_is_refused(quick: Any) -> None:
    with pytest.raises(ValueError, match="outside"):
        columns_of(quick.columns, references.packed([(0, 9, 0)]), b"short", False)


NAMES = st.sampled_from(
    ["ref.call", "ref.type", "end", "args", "types", "comment", "doc", "bind.name", "bind.value", "bind.each",
     "bind.third", "bind.returned", "bind.type", "bind.within", "bind.return", "bind.of", "def.class", "def.method",
     "name", "body", "params", "in_type", "owner", "block", "block.body", "import.module", "import.name",
     "import.alias", "import.wildcard", "import.reexport", "_seen"]
)  # fmt: skip


@st.composite
def matching(draw: st.DrawFn) -> tuple[list[matches.Match], bytes]:
    source = draw(EXPRESSIONS).encode() + draw(st.sampled_from([b"", b"x" * (MAX_NESTED + 1)]))
    bound = st.integers(0, len(source))
    places = st.tuples(bound, bound).map(lambda span: Place(min(span), max(span)))
    captured = st.dictionaries(NAMES, st.lists(places, min_size=1, max_size=2), min_size=1, max_size=3)
    return draw(st.lists(st.tuples(st.integers(0, 9), captured), max_size=12)), source


def asked(source: bytes) -> matches.Asked:
    return matches.Asked(chain, type_text, lambda node: f"{source[node.start_byte : node.end_byte]!r}", unnamed=True)


def read_by(
    reader: Callable[..., bytes], told: tuple[list[matches.Match], bytes], start: Callable[[Any], int] | None = None
) -> tuple[object, ...]:
    found, source = told
    into = matches.Into({"comment": [], "doc": []}, [], [], [], {})
    taken: list[tuple[object, ...]] = []
    defining = matches.Defining(matches.KINDS, {}, [], start)
    packed = reader(
        found, source, references.CODES, into, asked(source),
        lambda pattern, nodes: taken.append((pattern, nodes, *map(len, into), len(defining.found))), defining,
    )  # fmt: skip
    return packed, into, taken, defining.known, defining.found


@given(told=matching())
def test_both_read_matches_alike_and_in_order(quick: Any, told: tuple[list[matches.Match], bytes]) -> None:
    assert read_by(quick.read_matches, told) == read_by(matches.read_matches, told)


@given(told=matching())
def test_both_ask_where_a_definition_begins(quick: Any, told: tuple[list[matches.Match], bytes]) -> None:
    def start(node: Place) -> int:
        return max(0, node.start_byte - 1)

    assert read_by(quick.read_matches, told, start) == read_by(matches.read_matches, told, start)


def test_what_a_reader_raises_ends_the_reading(quick: Any) -> None:
    def take(_: int, __: Nodes) -> None:
        raise LookupError

    found = [(0, {"def.class": [Place(0, 1)]})]
    for reader in (quick.read_matches, matches.read_matches):
        with pytest.raises(LookupError):
            reader(found, b"x", references.CODES, INTO, asked(b"x"), take, matches.Defining({}, {}, []))


def test_what_are_no_matches_is_refused(quick: Any) -> None:
    defining, known = matches.Defining({}, {}, []), asked(b"")
    wrongs: list[tuple[Any, ...]] = [
        (), ([], "text", {}, INTO, known, print, defining), ([1], b"", {}, INTO, known, print, defining),
        ([], b"", {}, INTO, known, print, None), ([], b"", {}, INTO, known, print, (1, 2)),
        ([], b"", {}, (), known, print, defining), ([], b"", {}, INTO, (chain,), print, defining),
    ]  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(TypeError):
            quick.read_matches(*wrong)


def test_the_plain_way_is_taken_where_nothing_was_compiled() -> None:
    with plainly():
        found: list[matches.Match] = [(0, {"ref.call": [Place(0, 1)]})]
        read = matches.read_plainly(found, b"f()", INTO, asked(b"f()"), print, matches.Defining({}, {}, []))
        assert read == references.packed([(0, 1, references.CODES["ref.call"])])
