"""A sparse matrix does what the same matrix, written out, does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.graph.sparse import Sparse, by_rows, ones_at

Drawn = tuple[int, list[tuple[int, int, int]]]
drawn = st.integers(1, 9).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.integers(0, 5)), max_size=25),
    )
)


def sparse(made: Drawn) -> Sparse:
    size, values = made
    table = np.array(sorted(values, key=lambda value: value[0]), np.int64).reshape(-1, 3)
    return by_rows(size, table[:, 0], table[:, 1], table[:, 2].astype(float))


def dense(matrix: Sparse) -> np.ndarray:
    whole = np.zeros((len(matrix), len(matrix)))
    np.add.at(whole, (matrix.rows, matrix.columns), matrix.values)
    return whole


@given(drawn)
def test_products_are_those_of_the_written_out_matrix(made: Drawn) -> None:
    matrix, mass = sparse(made), np.arange(1.0, made[0] + 1)
    assert matrix.given(mass) == pytest.approx(dense(matrix).T @ mass)
    assert matrix.taken(mass) == pytest.approx(dense(matrix) @ mass)
    assert matrix.sums == pytest.approx(dense(matrix).sum(axis=1))


@given(drawn)
def test_what_few_rows_give_is_what_all_give_when_the_others_have_nothing(made: Drawn) -> None:
    matrix, mass = sparse(made), np.arange(1.0, made[0] + 1)
    mass[::2] = 0.0
    rows = np.flatnonzero(mass)
    to, amounts = matrix.gifts(rows, mass[rows])
    assert np.array_equal(np.bincount(to, amounts, len(mass)), matrix.given(mass))


@given(drawn)
def test_the_transpose_exchanges_rows_and_columns(made: Drawn) -> None:
    matrix = sparse(made)
    assert np.array_equal(dense(matrix.transposed), dense(matrix).T)


@given(drawn)
def test_a_part_is_the_matrix_with_the_other_rows_and_columns_cut_off(made: Drawn) -> None:
    rows = np.arange(made[0])[::-2]
    assert np.array_equal(dense(sparse(made).among(rows)), dense(sparse(made))[np.ix_(rows, rows)])


@given(drawn, drawn)
def test_places_of_several_are_ones_once(first: Drawn, second: Drawn) -> None:
    size = max(first[0], second[0])
    both = [sparse((size, made[1])) for made in (first, second)]
    assert np.array_equal(dense(ones_at(size, [one.pairs() for one in both])), sum(map(dense, both)) > 0)


@pytest.mark.parametrize("size", [1, 2, 65_536, 65_537, 5_000_000])
def test_columns_of_any_size_are_put_in_order(size: int) -> None:
    columns = np.random.default_rng(size).integers(0, size, 500)
    columns[0] = size - 1
    back = by_rows(size, np.zeros(500, np.int64), columns, np.arange(500.0)).transposed
    assert np.array_equal(back.values, np.argsort(columns, kind="stable"))
    assert np.array_equal(back.rows, np.sort(columns))
