"""A column of which few rows have anything: these rows and what they have, at their cost and not at that of all rows.

A signal speaks of some rows and is silent of the others. As an array over all rows it is made, multiplied and added at
the cost of the whole repository. To add nothing changes nothing: both give the same sums to the last bit.
"""

from __future__ import annotations

from functools import cached_property
from typing import overload

import numpy as np
from msgspec import Struct

from seedwalk.compiled import quick


class Few(Struct, frozen=True, dict=True):
    """What these rows have, each named once; the other rows, of `size` in all, have 0."""

    rows: np.ndarray
    values: np.ndarray
    size: int

    @cached_property
    def dense(self) -> np.ndarray:
        """The value of every row.

        >>> Few(np.array([3, 1]), np.array([0.5, 2.0]), 5).dense.tolist()
        [0.0, 2.0, 0.0, 0.5, 0.0]
        """
        column = np.zeros(self.size)
        column[self.rows] = self.values
        return column

    def at(self, rows: np.ndarray) -> np.ndarray:
        """What these rows have; for columns whose own rows rise.

        >>> Few(np.array([1, 3]), np.array([2.0, 0.5]), 5).at(np.array([3, 4, 0])).tolist()
        [0.5, 0.0, 0.0]
        """
        if not len(self.rows):
            return np.zeros(len(rows))
        place = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        found: np.ndarray = np.where(self.rows[place] == rows, self.values[place], 0.0)
        return found

    def only(self, kept: np.ndarray) -> Few:
        """The rows at these places, and no others."""
        return self if len(kept) == len(self.rows) else Few(self.rows[kept], self.values[kept], self.size)

    def where(self, other: Few) -> Few:
        """What is left of it on rows where the other, whose rows rise, has something."""
        return self.only(np.flatnonzero(other.at(self.rows)))


Column = np.ndarray | Few
"""A value for every row."""


def nothing(size: int) -> Few:
    """A column in which no row has anything."""
    return Few(np.zeros(0, np.intp), np.zeros(0), size)


def marked(rows: np.ndarray, size: int) -> Few:
    """1 for these rows, which may be named several times; those below 0 are none.

    >>> marked(np.array([2, -1, 2]), 4).dense.tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    if not len(rows):
        return nothing(size)
    flags = np.zeros(size, bool)
    flags[rows[rows >= 0]] = True
    found = np.flatnonzero(flags)
    return Few(found, np.ones(len(found)), size)


def dense(column: Column) -> np.ndarray:
    """A column as a value for every row."""
    return column.dense if isinstance(column, Few) else column


def taken(column: Column, rows: np.ndarray) -> np.ndarray:
    """What these rows have, told without a value for every row.

    >>> taken(Few(np.array([3, 1]), np.array([0.5, 2.0]), 5), np.array([1, 0, 3])).tolist()
    [2.0, 0.0, 0.5]
    """
    if not isinstance(column, Few):
        found: np.ndarray = column[rows]
        return found
    if (column.rows[1:] > column.rows[:-1]).all():
        return column.at(rows)
    order = np.argsort(column.rows)
    return Few(column.rows[order], column.values[order], column.size).at(rows)


def plus(first: Few, *others: tuple[float, Few]) -> Few:
    """A column whose rows rise, and weight times each of some others; the rows of the sum rise too."""
    more = [(weight, column) for weight, column in others if len(column.rows)]
    if not more:
        return first
    total = first.dense.copy()
    for weight, column in more:
        added(total, column, weight)
    return having(total)


def having(column: Column) -> Few:
    """The rows that have more than 0; in a column of few the order stays."""
    if isinstance(column, Few):
        return column.only(np.flatnonzero(column.values > 0))
    rows = np.flatnonzero(column > 0)
    return Few(rows, column[rows], len(column))


@overload
def scaled(column: Few) -> Few: ...
@overload
def scaled(column: np.ndarray) -> np.ndarray: ...
def scaled(column: Column) -> Column:
    """A column divided by its largest value, so that it is 1; all zero stays so."""
    if isinstance(column, Few):
        return Few(column.rows, scaled(column.values), column.size)
    highest = column.max(initial=0.0)
    return column / highest if highest > 0 else column


def added(total: np.ndarray, column: Column, weight: float) -> None:
    """Add weight times a column to a total."""
    compiled = quick()
    if isinstance(column, Few) and compiled is not None:
        compiled.add(column.rows, column.values, total, weight)
    elif isinstance(column, Few):
        total[column.rows] += column.values * weight
    else:
        total += column * weight
