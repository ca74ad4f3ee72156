"""Leaves of linking: the compiled functions give what those in Python give."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.graph.answers import Answer, Trace, in_order, keys_of
from seedwalk.graph.bindings import (
    Bound,
    bound_by_scope,
    by_last_name,
    by_name,
    plain_bound_by_scope,
    plain_by_last_name,
    plain_by_name,
)
from seedwalk.graph.chains import plain_steps
from seedwalk.graph.sought import NOT_PLAIN, Line, Plainly, plain_sought, sought
from seedwalk.graph.views import KEY_SHIFT

NAMES = st.text("ab._é\ud800", max_size=6)
"""With dots, letters beyond ASCII and such as no text in UTF-8 has."""
TEXTS = st.lists(NAMES, min_size=1, max_size=6)
keys = st.integers(0, 2**62) | st.integers(0, 9)


@given(st.text("aB_9.()[]*é \n", max_size=12))
def test_both_take_chains_apart_alike(quick: Any, text: str) -> None:
    assert quick.plain_steps(text) == plain_steps(text)


@pytest.mark.parametrize("text", ["", "()", "a..b", "a.", ".a", "a()()[].b", "a[]b", "a.9", "a\n", "_.a1()"])
def test_both_take_odd_chains_apart_alike(quick: Any, text: str) -> None:
    assert quick.plain_steps(text) == plain_steps(text)


@given(st.data(), TEXTS)
def test_both_put_bindings_away_alike(quick: Any, data: st.DataObject, texts: list[str]) -> None:
    number, small = st.integers(0, len(texts) - 1), st.integers(0, 3)
    rows = data.draw(st.lists(st.tuples(number, number, number, small, small, small), max_size=12))
    scopes, marks = data.draw(st.sets(small)), tuple(data.draw(st.lists(NAMES, max_size=2)))
    said, more = bound_by_scope(texts, rows, scopes, marks)
    assert (said, more) == plain_bound_by_scope(texts, rows, scopes, marks)
    assert all(isinstance(bound, Bound) for names in said.values() for each in names.values() for bound in each)
    assert list(said) == list(plain_bound_by_scope(texts, rows, scopes, marks)[0])
    assert by_name(said) == plain_by_name(said)


@given(st.dictionaries(NAMES, st.integers(0, 9), max_size=8))
def test_both_tell_holders_of_names_alike(quick: Any, names: dict[str, int]) -> None:
    assert by_last_name(names) == plain_by_last_name(names)


@pytest.mark.parametrize("row", [(0, 0, 0, 1, 0), (0, 0, 9, 1, 0, 0), (0, -1, 0, 1, 0, 0), "sixsix"])
def test_rows_that_are_no_bindings_are_refused(quick: Any, row: Any) -> None:
    with pytest.raises((TypeError, IndexError)):
        quick.bound_by_scope(["a"], [row], Bound, set(), ())


@given(st.lists(st.tuples(st.sets(keys, max_size=4), st.lists(st.integers(0, 5), max_size=3)), min_size=1, max_size=6))
def test_both_find_every_key_of_a_trace(quick: Any, drawn: list[tuple[set[int], list[int]]]) -> None:
    traces: list[Trace] = [set(own) for own, _ in drawn]
    for trace, (_, others) in zip(traces, drawn, strict=True):
        trace.update(Answer(None, traces[other]) for other in others if other < len(traces))
    assert in_order(traces[0]).tolist() == sorted(keys_of(traces[0]))


@given(st.data())
def test_both_seek_members_alike(quick: Any, data: st.DataObject) -> None:
    holders = data.draw(st.lists(st.text("ab", min_size=1, max_size=2), min_size=1, max_size=4))
    names = {f"{holder}.{name}": at for at, (holder, name) in enumerate(data.draw(_members(holders)))}
    symbols = [(holder, 0, 0, 0, 0) for holder in holders]
    files: dict[str, Plainly | None] = {"here": (7 << KEY_SHIFT, symbols, names), "odd": None}
    types = st.tuples(st.sampled_from(["here", "here", "here", "odd"]), st.integers(0, len(holders) - 1))
    line: Line = tuple(data.draw(st.lists(types, max_size=5)))
    start, name = data.draw(st.integers(0, len(line))), data.draw(st.sampled_from(["x", "y", "z"]))
    compiled: Trace = set()
    plain: Trace = set()
    found = sought(line, start, name, files.__getitem__, compiled)
    assert found == plain_sought(line, start, name, files.__getitem__, plain)
    assert compiled == plain


def _members(holders: list[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
    return st.lists(st.tuples(st.sampled_from(holders), st.sampled_from(["x", "y"])), max_size=4)


@given(st.text("abcXYZ_019", min_size=1, max_size=40))
def test_the_compiled_check_of_a_name_is_that_of_zlib(quick: Any, name: str) -> None:
    trace: Trace = set()
    quick.sought((("here", 0),), 0, name, {"here": (0, [("Shop", 0, 0, 0, 0)], {})}.__getitem__, trace)
    assert trace == {crc32(f"Shop.{name}".encode())}


@pytest.mark.parametrize(("holder", "name"), [("Café", "open"), ("Shop", "öffnen")])
def test_names_beyond_ascii_are_left_to_python(quick: Any, holder: str, name: str) -> None:
    trace: Trace = set()
    told: dict[str, Plainly] = {"here": (0, [(holder, 0, 0, 0, 0)], {f"{holder}.{name}": 3})}
    assert quick.sought((("here", 0),), 0, name, told.__getitem__, trace) == (0, NOT_PLAIN)
    assert not trace
