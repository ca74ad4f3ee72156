"""Sums by row where rows repeat, at the cost of the values that are there and not of all the rows there could be.

A repository has some hundred thousand rows, a term of a task a few hundred: an array over all rows for each term, made,
filled and added, took most of the time of an answer.
"""

from __future__ import annotations

import numpy as np

_PART = 16
"""Every so many values are looked at for a first bound."""


class Tally:
    """Adds up values by row. It keeps a note for every row and needs no clearing; one to a thread."""

    __slots__ = ("_last",)

    def __init__(self, size: int) -> None:
        self._last = np.empty(size, np.intp)

    def places(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each value the place its row is added up at, and which places are those of a row: one for each.

        >>> at, kept = Tally(10).places(np.array([7, 3, 7]))
        >>> at.tolist(), kept.tolist(), np.bincount(at, [1.0, 2.0, 4.0], 3)[kept].tolist()
        ([2, 1, 2], [False, True, True], [2.0, 5.0])
        """
        order = np.arange(len(rows))
        self._last[rows] = order
        at = self._last[rows]
        return at, at == order


def stretches(starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The numbers of several stretches, one after the other.

    >>> stretches(np.array([10, 3]), np.array([2, 3])).tolist()
    [10, 11, 3, 4, 5]
    """
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - (ends - sizes), sizes) + np.arange(total)


def sums(at: np.ndarray, values: np.ndarray, size: int) -> np.ndarray:
    """Values added up by place, for places below `size`; of no values numpy makes whole numbers.

    >>> sums(np.array([1, 1]), np.array([0.5, 2.0]), 3).tolist(), sums(np.zeros(0, int), np.zeros(0), 1).tolist()
    ([0.0, 2.5, 0.0], [0.0])
    """
    return np.bincount(at, values, size).astype(float, copy=False)


def nth_largest(values: np.ndarray, count: int) -> float:
    """The value that `count` of them, itself included, are not below.

    What is that for a part of them is not above it for all: most need not be compared with each other.

    >>> nth_largest(np.array([3.0, 1.0, 3.0, 2.0]), 2), nth_largest(np.arange(1000.0), 3)
    (3.0, 997.0)
    """
    if len(values) > count * _PART * 2:
        values = values[values >= nth_largest(values[::_PART], count)]
    return float(np.partition(values, len(values) - count)[len(values) - count])


def distinct(values: np.ndarray) -> np.ndarray:
    """The values there are, each once, rising: numpy's `unique`, which imports masked arrays to ask whether these are.

    >>> distinct(np.array([3, 1, 3, 2])).tolist()
    [1, 2, 3]
    """
    ordered = np.sort(values)
    return np.concatenate([ordered[:1], ordered[1:][ordered[1:] != ordered[:-1]]])
