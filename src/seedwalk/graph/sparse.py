"""A square matrix of few values, by rows, in numpy alone.

All that a walk asks of such a matrix is products, sums, its transpose and a part of it. A library for that takes longer
to import than a question takes to answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.arrays.tallies import distinct, stretches

_DIGIT_BITS = 16
"""Numbers of so many bits are sorted in one pass over them, whatever their order."""


class Sparse(Struct, frozen=True, dict=True):
    """The values of row r stand at `starts[r] : starts[r + 1]`, each in its column; several in one place add up."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def sizes(self) -> np.ndarray:
        """How many values each row has."""
        return np.diff(self.starts)

    @cached_property
    def rows(self) -> np.ndarray:
        """The row of each value."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def narrow(self) -> bool:
        """Whether the compiled part can read it: as it is stored, columns have four bytes each."""
        return self.starts.dtype == np.int64 and self.columns.dtype == np.int32

    @cached_property
    def wide(self) -> np.ndarray:
        """The columns as numpy looks things up by: made of narrower ones when all of them are first asked for."""
        return self.columns.astype(np.intp, copy=False)

    @property
    def sums(self) -> np.ndarray:
        """What the values of each row add up to."""
        filled, found = np.flatnonzero(self.sizes), np.zeros(len(self))
        if len(filled):
            found[filled] = np.add.reduceat(self.values, self.starts[filled])
        return found

    @cached_property
    def transposed(self) -> Sparse:
        """Rows for columns; the values of a row stay in the order they had."""
        starts = np.concatenate([[0], np.cumsum(np.bincount(self.columns, minlength=len(self)))])
        order = _order(self.columns, len(self))
        return Sparse(starts, self.rows[order], self.values[order])

    def given(self, mass: np.ndarray) -> np.ndarray:
        """What every column gets when each row gives its mass: the transpose times `mass`."""
        amounts = mass.take(self.rows)  # looked up: repeating each by the size of its row is slower
        amounts *= self.values
        got: np.ndarray = np.bincount(self.wide, amounts, minlength=len(self))
        return got

    def taken(self, mass: np.ndarray) -> np.ndarray:
        """What every row gets when each column gives its mass: the matrix times `mass`."""
        got: np.ndarray = np.bincount(self.rows, mass.take(self.wide) * self.values, minlength=len(self))
        return got

    def gifts(self, rows: np.ndarray, mass: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What these rows give when they have this mass, row by row: to which columns, and how much."""
        places, sizes = self.places(rows)
        amounts = np.repeat(mass, sizes)
        amounts *= self.values.take(places)
        return self.columns.take(places), amounts

    def among(self, rows: np.ndarray) -> Sparse:
        """These rows and columns alone, numbered in the order given."""
        number = np.full(len(self), -1)
        number[rows] = np.arange(len(rows))
        places, sizes = self.places(rows)
        columns, values = number[self.columns[places]], self.values[places]
        kept = columns >= 0
        return by_rows(len(rows), np.repeat(np.arange(len(rows)), sizes)[kept], columns[kept], values[kept])

    def pairs(self) -> np.ndarray:
        """Where anything above nothing stands, each place once: row * size + column, rising."""
        found: np.ndarray = distinct((self.rows * len(self) + self.columns)[self.values > 0])
        return found

    def places(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the values of these rows stand, row by row, and how many each has."""
        sizes = self.sizes[rows]
        return stretches(self.starts[rows], sizes), sizes

    def found(self, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the values of these pairs stand, and which of them have any. Pairs rise, and so do the columns of every
        row."""
        filled, width = distinct(rows), int(max(self.columns.max(initial=0), columns.max(initial=0))) + 1
        places, sizes = self.places(filled)
        there, wanted = np.repeat(filled, sizes) * width + self.columns[places], rows * width + columns
        at = np.searchsorted(there, wanted)
        known = np.flatnonzero(at < len(there))
        known = known[there[at[known]] == wanted[known]]
        return places[at[known]], known


def by_rows(size: int, rows: np.ndarray, columns: np.ndarray, values: np.ndarray) -> Sparse:
    """A matrix of values whose rows rise."""
    return Sparse(np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=size))]), columns, values)


def ones_at(size: int, pairs: Sequence[np.ndarray]) -> Sparse:
    """1 wherever any of these says (`Sparse.pairs`)."""
    places = distinct(np.concatenate([np.zeros(0, np.int64), *pairs]))
    return by_rows(size, places // size, places % size, np.ones(len(places)))


def _order(numbers: np.ndarray, size: int) -> np.ndarray:
    """What sorts numbers below `size`, equal ones in the order they had: digit by digit, which needs no comparing."""
    order = np.argsort(numbers.astype(np.uint16), kind="stable")
    for shift in range(_DIGIT_BITS, max(size - 1, 0).bit_length(), _DIGIT_BITS):
        digit = (numbers[order] >> shift).astype(np.uint16)
        order = order[np.argsort(digit, kind="stable")]
    return order
