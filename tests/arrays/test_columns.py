"""Columns of few rows say what columns over all rows say, to the last bit."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.arrays.columns import Few, added, dense, having, marked, nothing, plus, scaled

SIZE = 6
values = st.floats(0.0, 3.0, allow_subnormal=False)
columns = st.dictionaries(st.integers(0, SIZE - 1), values, max_size=SIZE).map(
    lambda drawn: Few(np.array(sorted(drawn), np.intp), np.array([drawn[row] for row in sorted(drawn)], float), SIZE)
)


@given(columns, columns, values)
def test_adding_few_rows_is_adding_all(first: Few, second: Few, weight: float) -> None:
    few, every = first.dense.copy(), first.dense.copy()
    added(few, second, weight)
    added(every, second.dense, weight)
    assert few.tolist() == every.tolist() == plus(first, (weight, second)).dense.tolist()


@given(columns, st.lists(st.integers(0, SIZE - 1)))
def test_what_rows_have_is_what_stands_in_the_whole_column(column: Few, rows: list[int]) -> None:
    assert column.at(np.array(rows, np.intp)).tolist() == column.dense[rows].tolist()


@given(columns, columns)
def test_a_column_can_be_left_where_another_has_something(one: Few, other: Few) -> None:
    assert one.where(other).dense.tolist() == (one.dense * (other.dense != 0)).tolist()


@given(columns)
def test_few_rows_are_scaled_and_found_as_all_are(column: Few) -> None:
    assert scaled(column).dense.tolist() == scaled(column.dense).tolist()
    assert having(column).rows.tolist() == having(column.dense).rows.tolist()
    assert dense(having(column)).tolist() == column.dense.tolist()


def test_rows_can_be_marked_several_times_and_those_that_are_none_are_left_out() -> None:
    assert marked(np.array([4, -1, 2, 4]), SIZE).rows.tolist() == [2, 4]
    assert dense(nothing(2)).tolist() == [0, 0]
