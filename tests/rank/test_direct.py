"""When names are asked instead of the walk, and what they give."""

from __future__ import annotations

import numpy as np
import pytest

from seedwalk.config import Direct
from seedwalk.rank.direct import NO_ROW, gains, is_flat, needed

FLAT = np.array([0.48 - 0.004 * step for step in range(10)] + [0.1] * 5)


@pytest.mark.parametrize(
    ("symbols", "total", "wanted"),
    [
        (200_001, FLAT, True),
        (200_000, FLAT, False),
        (300_000, FLAT + np.eye(15)[3], False),
        (300_000, FLAT[:9], False),
    ],
)
def test_names_are_asked_of_a_large_graph_with_flat_scores(symbols: int, total: np.ndarray, wanted: bool) -> None:
    assert needed(symbols, total, Direct()) is wanted


def test_scores_are_flat_by_the_first_of_them_alone() -> None:
    assert is_flat(FLAT, Direct())
    assert not is_flat(FLAT, Direct(flat_count=11))
    assert not is_flat(FLAT, Direct(flat_spread=0.03))


def test_named_symbols_gain_most_and_members_of_named_types_next() -> None:
    """Row 0 a named type with members 1 and 2, 2 named itself; 3 a named function with 4 inside; 5 nothing."""
    named = np.array([True, False, True, True, False, False])
    parent = np.array([NO_ROW, 0, 0, NO_ROW, 3, NO_ROW])
    is_type = np.array([True, False, False, False, False, True])
    assert gains(named, parent, is_type, Direct()).tolist() == [0.5, 0.25, 0.5, 0.5, 0.0, 0.0]
