"""Weighted reciprocal rank fusion: figures worked out by hand, and its laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.seeds.fusion import fuse
from seedwalk.seeds.ranked import Channel, Ranked

IDS = np.arange(100)


def ranked(*rows: int, values: tuple[float, ...] = (), graded: bool = False) -> Ranked:
    return Ranked(np.array(rows, np.int64), np.array(values or [1.0] * len(rows)), graded)


def test_each_ranking_gives_its_weight_over_k_and_the_rank() -> None:
    told = {Channel.NAMES: ranked(5, 7), Channel.LEXICAL: ranked(7, 9)}
    found = fuse(told, {Channel.NAMES: 2.0, Channel.LEXICAL: 1.0}, IDS, 60, 40)
    assert found.rows.tolist() == [7, 5, 9]
    assert found.values.tolist() == pytest.approx([2 / 62 + 1 / 61, 2 / 61, 1 / 62])


def test_a_graded_ranking_counts_as_far_as_it_is_sure() -> None:
    told = {Channel.CONCEPTS: ranked(5, 7, values=(0.8, 0.7), graded=True), Channel.NAMES: ranked(7, values=(0.3,))}
    found = fuse(told, {Channel.CONCEPTS: 2.0, Channel.NAMES: 2.0}, IDS, 60, 40)
    assert dict(zip(found.rows.tolist(), found.values.tolist(), strict=True)) == pytest.approx(
        {7: 2 * 0.7 / 62 + 2 / 61, 5: 2 * 0.8 / 61}
    )


def test_a_channel_without_weight_names_nothing() -> None:
    assert len(fuse({Channel.VECTORS: ranked(1, 2)}, {}, IDS, 60, 40)) == 0
    assert len(fuse({}, {Channel.NAMES: 2.0}, IDS, 60, 40)) == 0


def test_equal_scores_come_by_id() -> None:
    ids = np.array([9, 3, 5])
    found = fuse({Channel.NAMES: ranked(0), Channel.LEXICAL: ranked(2)},
                 {Channel.NAMES: 1.0, Channel.LEXICAL: 1.0}, ids, 60, 40)  # fmt: skip
    assert found.rows.tolist() == [2, 0]


rankings = st.lists(st.integers(0, 99), unique=True, max_size=50)


@given(rankings, rankings, st.integers(1, 60))
def test_the_order_is_falling_each_row_once_and_never_more_than_the_limit(
    first: list[int], second: list[int], limit: int
) -> None:
    told = {Channel.NAMES: ranked(*first), Channel.LEXICAL: ranked(*second)}
    found = fuse(told, {Channel.NAMES: 2.0, Channel.LEXICAL: 2.0}, IDS, 60, limit)
    assert len(found) == min(limit, len({*first, *second}))
    assert len(set(found.rows.tolist())) == len(found)
    assert (np.diff(found.values) <= 1e-12).all()


@given(rankings)
def test_one_ranking_alone_keeps_its_order(rows: list[int]) -> None:
    found = fuse({Channel.NAMES: ranked(*rows)}, {Channel.NAMES: 2.0}, IDS, 60, len(rows) + 1)
    assert found.rows.tolist() == rows
