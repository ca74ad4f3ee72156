"""The order of whole numbers is that of a stable sort, however it is found."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.graph.ordering import each_once, stable_order

numbers = st.integers(-(2**63), 2**63 - 1) | st.integers(0, 5)


@given(st.lists(numbers, max_size=20))
def test_equal_numbers_keep_their_order(drawn: list[int]) -> None:
    keys = np.array(drawn, np.int64)
    assert stable_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


@given(st.lists(st.integers(0, 3), max_size=20))
def test_narrow_numbers_are_ordered_like_wide_ones(drawn: list[int]) -> None:
    keys = np.array(drawn, np.int32)
    assert stable_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


@given(st.lists(numbers, max_size=20))
def test_each_number_comes_once_in_order(drawn: list[int]) -> None:
    assert each_once(np.array(drawn, np.int64)).tolist() == sorted(set(drawn))
