"""The second look at some rows gives what a look at all rows gives, and leaves out nobody who matters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.rank.second import Places, best_of_file, hopeful, places, second_look
from seedwalk.rank.signals import Sum
from seedwalk.seeds.lexical import best

WEIGHTS = {"first": 1.0, "owner": 0.15, "beside": 0.1, "size": 0.14}
GAIN = WEIGHTS["owner"] + WEIGHTS["beside"] + WEIGHTS["size"]
FILES = np.array([7, 3, 7, 0, 3], np.uint32)


@dataclass(frozen=True)
class Drawn:
    """Rows with a first signal, and how they stand."""

    signal: np.ndarray
    factor: np.ndarray
    left: np.ndarray | None
    parent: np.ndarray
    where: Places
    size: np.ndarray
    many: int


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    count = draw(st.integers(1, 40))

    def column(*choices: float) -> np.ndarray:
        return np.array(draw(st.lists(st.sampled_from(choices), min_size=count, max_size=count)))

    left = column(0.6, 1.0) if draw(st.booleans()) else None
    return Drawn(
        column(0.0, 0.1, 0.3, 0.5, 0.500_000_4, 1.0, 2.0), column(0.0, 0.5, 1.0), left,
        np.array(draw(st.lists(st.integers(-1, count - 1), min_size=count, max_size=count))),
        places(column(0, 1, 2, 3).astype(np.uint32)), column(0.0, 0.2, 1.0), draw(st.integers(1, 12)),
    )  # fmt: skip


def looked(rows: Drawn, *, every: bool) -> Sum:
    """The sum after a second look, at every row or at the hopeful alone."""
    whole = Sum(WEIGHTS, rows.factor)
    whole.add({"first": rows.signal})
    first = whole.total()
    if not every:
        whole.keep(hopeful(first, rows.factor, rows.left, GAIN, rows.many))
    whole.add(second_look(whole.rows, first, rows.parent, rows.where, rows.size))
    if rows.left is not None:
        whole.discount(rows.left)
    return whole


@given(drawn())
def test_the_best_by_a_look_at_the_hopeful_are_the_best_by_a_look_at_all(rows: Drawn) -> None:
    ids = np.arange(len(rows.signal))[::-1].copy()
    few, every = looked(rows, every=False), looked(rows, every=True)
    found, wanted = (best(one.standing(), ids, rows.many) for one in (few, every))
    assert found.tolist() == wanted.tolist()
    assert few.total()[found].tolist() == every.total()[wanted].tolist()
    assert [few.scores().of(row) for row in found.tolist()] == [every.scores().of(row) for row in found.tolist()]


def test_who_cannot_come_in_any_more_is_not_looked_at() -> None:
    first = np.concatenate([np.full(5, 1.0), np.full(95, 0.5)])
    assert hopeful(first, np.ones(100), None, 0.4, 5).tolist() == [0, 1, 2, 3, 4]
    assert len(hopeful(first, np.ones(100), None, 0.5, 5)) == 100
    assert len(hopeful(first, np.ones(100), None, 0.4, 6)) == 100
    assert len(hopeful(np.zeros(100), np.ones(100), None, 0.4, 5)) == 100


def test_what_remains_in_the_end_lowers_the_place_that_matters() -> None:
    first = np.array([1.0, 0.9, 0.5, 0.1])
    assert hopeful(first, np.ones(4), None, 0.1, 2).tolist() == [0, 1]
    assert hopeful(first, np.ones(4), np.array([0.5, 0.5, 1.0, 1.0]), 0.1, 2).tolist() == [0, 1, 2]


def test_the_rows_of_a_file_stand_together() -> None:
    where = places(FILES)
    assert where.file.tolist() == [2, 1, 2, 0, 1]
    assert [where.rows[where.starts[f] : where.starts[f + 1]].tolist() for f in range(3)] == [[3], [1, 4], [0, 2]]


def test_a_row_knows_the_best_of_its_file() -> None:
    values = np.array([1.0, 5.0, 3.0, 0.5, 2.0])
    assert best_of_file(np.array([0, 3, 4]), values, places(FILES)).tolist() == [3.0, 0.5, 5.0]
    assert best_of_file(np.zeros(0, int), values, places(FILES)).tolist() == []


def test_a_row_gains_by_what_is_around_it_beside_it_and_in_it() -> None:
    first, rows = np.array([4.0, 2.0, 0.0, 1.0, 0.0]), np.array([1, 2, 4])
    found = second_look(rows, first, np.array([-1, 0, 0, -1, 1]), places(FILES), np.full(5, 0.5))
    assert found["owner"].values == pytest.approx([1.0, 1.0, 0.5])
    assert found["beside"].values == pytest.approx([0.5, 0.0, 0.0])  # those without a score of their own gain nothing
    assert found["size"].values == pytest.approx([0.5, 0.0, 0.0])
