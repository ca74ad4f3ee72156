"""Sums by row: the compiled functions give what numpy gives, to the last bit, and refuse numbers that lead outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.arrays.columns import Few, added
from seedwalk.config import History, Lexical, Mixing
from seedwalk.graph.matrix import WalkMatrix
from seedwalk.graph.sparse import by_rows
from seedwalk.rank.second import best_of_file, places
from seedwalk.rank.trees import LEAF, Trees
from seedwalk.seeds.bridge import Bridge
from seedwalk.seeds.history import Said, Touched
from seedwalk.seeds.lexical import Structure
from seedwalk.store.lexical import LexicalIndex, Segment
from seedwalk.store.postings import FILE_FIELDS, SYMBOL_FIELDS
from tests.compiled.conftest import plainly

SEEDS = st.integers(0, 2**32 - 1)


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


@given(seed=SEEDS, size=st.integers(1, 40), edges=st.integers(1, 200))
def test_a_step_of_a_walk_spreads_the_same(quick: Any, seed: int, size: int, edges: int) -> None:
    draw = np.random.default_rng(seed)
    rows = np.sort(draw.integers(0, size, edges))
    flow = by_rows(size, rows, draw.integers(0, size, edges).astype(np.int32), draw.random(edges))
    matrix = WalkMatrix((flow,), draw.random(size), lambda: ())
    begun = np.flatnonzero(draw.random(size) < 0.7)
    mass = draw.random(len(begun))
    ours = matrix._to_all(flow, edges, begun, mass)
    for few in (0, edges):  # numpy has a way for few edges, and one for many
        with plainly():
            assert same(ours, matrix._to_all(flow, few, begun, mass))


def words(draw: np.random.Generator, files: int, terms: int) -> tuple[Segment, np.ndarray]:
    """A segment of drawn postings, as one is stored: by term, then row, then field; and which of its files live."""
    sizes = draw.integers(0, 6, files) + (np.arange(files) == 0)
    rows = int(sizes.sum())
    sorts = ((0, rows, 0, SYMBOL_FIELDS), (1, files, SYMBOL_FIELDS, SYMBOL_FIELDS + FILE_FIELDS))
    listed = {
        (term, sort, int(row), int(draw.integers(first, end)))
        for term in range(terms) for sort, most, first, end in sorts
        for row in draw.integers(0, most, draw.integers(0, 12))
    }  # fmt: skip
    term, _, row, field = np.array(sorted(listed), np.int64).reshape(-1, 4).T
    segment = Segment(
        np.arange(files), np.concatenate([[0], np.cumsum(sizes)]), np.arange(rows),
        draw.integers(0, 30, (rows, SYMBOL_FIELDS)).astype("<u4"),
        draw.integers(0, 30, (files, FILE_FIELDS)).astype("<u4"),
        np.arange(terms, dtype="<u8"), np.searchsorted(term, np.arange(terms + 1)), row.astype("<u4"),
        field.astype("u1"), draw.integers(1, 9, len(row)).astype("u1"), b"",
    )  # fmt: skip
    return segment, draw.random(files) < 0.8


@given(seed=SEEDS, files=st.integers(1, 8), terms=st.integers(1, 6))
def test_words_weigh_the_same(quick: Any, seed: int, files: int, terms: int) -> None:
    draw = np.random.default_rng(seed)
    index = LexicalIndex([words(draw, files, terms), words(draw, files, terms)])
    asked = draw.permutation(terms + 2).tolist()
    surprise = dict(zip(asked, draw.random(len(asked)).tolist(), strict=True))
    telling = draw.random(len(asked))

    def told() -> list[np.ndarray]:
        weighed = index.weigh(asked, Lexical(), surprise)
        return [weighed.scores, weighed.fit, np.array(weighed.telling), index.whole(asked, Lexical(), telling)]

    ours = told()
    with plainly():
        assert all(map(same, ours, told()))


@given(seed=SEEDS, files=st.integers(1, 8))
def test_scores_are_mixed_the_same(quick: Any, seed: int, files: int) -> None:
    draw = np.random.default_rng(seed)
    index = LexicalIndex([words(draw, files, 1)])
    many = len(index.ids)
    size = many + 3
    rows = np.where(draw.random(many) < 0.9, draw.permutation(size)[:many], -1)
    parent, module = (np.where(draw.random(size) < 0.7, draw.integers(0, size, size), -1) for _ in range(2))
    structure = Structure(parent, module, draw.integers(0, 9, size), np.zeros(size, np.int64))
    bridge = Bridge(index, rows, structure, draw.random(size))
    scores = np.where(index.alive & (draw.random(many) < 0.6), draw.random(many), 0.0)
    ours = bridge.mixed(scores, Mixing())
    with plainly():
        plain = bridge.mixed(scores, Mixing())
    assert same(ours.rows, plain.rows)
    assert same(ours.values, plain.values)


@given(seed=SEEDS, commits=st.integers(1, 9), things=st.integers(1, 9), terms=st.integers(1, 5))
def test_commits_tell_the_same(quick: Any, seed: int, commits: int, things: int, terms: int) -> None:
    draw = np.random.default_rng(seed)
    sizes = draw.integers(0, things + 1, commits)
    numbers = np.concatenate([np.sort(draw.permutation(things)[:many]) for many in sizes])
    touched = Touched(
        np.arange(things), np.concatenate([[0], np.cumsum(sizes)]), numbers, draw.integers(0, 40, things).astype(float)
    )
    term = np.sort(draw.integers(0, terms, 12))
    said = Said(term, draw.integers(0, commits, 12), draw.random(terms), draw.random(terms))
    ours = touched.words(said, History())
    with plainly():
        assert same(ours, touched.words(said, History()))


@given(seed=SEEDS, size=st.integers(1, 50))
def test_columns_add_up_the_same(quick: Any, seed: int, size: int) -> None:
    draw = np.random.default_rng(seed)
    rows = draw.permutation(size)[: int(draw.integers(0, size + 1))]
    column, start = Few(rows, draw.random(len(rows)), size), draw.random(size)
    ours, plain = start.copy(), start.copy()
    added(ours, column, 0.3)
    with plainly():
        added(plain, column, 0.3)
    assert same(ours, plain)


@given(seed=SEEDS, size=st.integers(1, 60))
def test_the_best_of_a_file_is_the_same(quick: Any, seed: int, size: int) -> None:
    draw = np.random.default_rng(seed)
    where = places(draw.integers(0, 8, size))
    rows, values = np.flatnonzero(draw.random(size) < 0.5), draw.random(size) - 0.5
    ours = best_of_file(rows, values, where)
    with plainly():
        assert same(ours, best_of_file(rows, values, where))


@given(seed=SEEDS, rows=st.integers(0, 12), trees=st.integers(1, 5))
def test_trees_give_the_same(quick: Any, seed: int, rows: int, trees: int) -> None:
    draw = np.random.default_rng(seed)
    feature: list[int] = []
    left: list[int] = []
    right: list[int] = []
    for _ in range(trees):  # one question, one more on its right, three leaves
        at = len(feature)
        feature += [int(draw.integers(0, 3)), LEAF, int(draw.integers(0, 3)), LEAF, LEAF]
        left += [at + 1, at + 1, at + 3, at + 3, at + 4]
        right += [at + 2, at + 1, at + 4, at + 3, at + 4]
    nodes = len(feature)
    grown = Trees(
        "drawn", ("a", "b", "c"), tuple(range(0, nodes, 5)), tuple(feature), tuple(draw.random(nodes).tolist()),
        tuple(left), tuple(right), tuple(draw.normal(size=nodes).tolist()),
    )  # fmt: skip
    table = draw.random((rows, 3))
    assert same(grown.score(table), grown.plain_score(table))


def numbers(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


OUTSIDE = [
    ("give", (numbers(0, 1), np.array([7], np.int32), np.ones(1), numbers(0), np.ones(1), np.zeros(2))),
    ("give", (numbers(0, 9), np.array([0], np.int32), np.ones(1), numbers(0), np.ones(1), np.zeros(2))),
    ("give", (numbers(0, 1), np.array([0], np.int32), np.ones(1), numbers(-1), np.ones(1), np.zeros(2))),
    ("add", (numbers(2), np.ones(1), np.zeros(2), 1.0)),
    ("add", (numbers(0), np.ones(2), np.zeros(2), 1.0)),
    ("tell", (numbers(0), numbers(1), numbers(0, 1), numbers(0), np.ones(1), np.ones(1), np.zeros(1), 1.0, 0.5)),
    ("tell", (numbers(0), numbers(0), numbers(0, 1), numbers(4), np.ones(1), np.ones(1), np.zeros(1), 1.0, 0.5)),
    ("highest", (numbers(0), numbers(3), numbers(0, 1), numbers(0), np.ones(1), np.zeros(1, np.uint8), np.zeros(1),
                 np.zeros(1))),
    ("fall", (np.ones(1), numbers(0), numbers(0), np.ones(1), numbers(0), numbers(0), np.ones(1), np.zeros(1))),
    ("by_row", (numbers(5), np.zeros(1, np.uint8), np.ones(1, np.uint8), numbers(1), np.ones(5), numbers(0),
                np.zeros(1), numbers(0), 5)),
    ("in_files", (numbers(5), np.zeros(1, np.uint8), np.ones(1, np.uint8), numbers(1), numbers(0), np.ones(7),
                  np.zeros((1, 1)), 5)),
    ("weigh", (numbers(5), np.ones(1), numbers(1), numbers(0), np.zeros((1, 1)), np.zeros((1, 1)), numbers(0),
               np.ones(1), np.ones(1), np.zeros(1), np.zeros(1), 1.0)),
    ("mix", (np.ones(1), numbers(4), numbers(-1), numbers(-1), np.ones(1), numbers(0), np.zeros(1), np.zeros(1),
             1.0, 1.0, 1.0)),
]  # fmt: skip
"""Calls in which a number of a torn index leads outside of an array."""


@pytest.mark.parametrize(("name", "given"), OUTSIDE)
def test_a_number_that_leads_outside_is_an_error(quick: Any, name: str, given: tuple[Any, ...]) -> None:
    with pytest.raises(IndexError, match="outside"):
        getattr(quick, name)(*given)


def test_numbers_of_another_width_are_refused(quick: Any) -> None:
    with pytest.raises(TypeError, match="8 bytes"):
        quick.add(np.zeros(1, np.int32), np.ones(1), np.zeros(1), 1.0)
    with pytest.raises(TypeError, match="arguments"):
        quick.add(np.zeros(1, np.int64))
    with pytest.raises((BufferError, ValueError)):
        quick.add(np.zeros(4, np.int64)[::2], np.ones(2), np.zeros(1), 1.0)
