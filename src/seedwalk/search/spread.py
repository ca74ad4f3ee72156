"""A walk's neighbourhood, gathered as the walk reaches it: a step costs what was reached, not what there is.

The rows that hand mass on are nearly the same at every step. So their neighbours are looked up once, numbered in the
order they were reached, and a step is a product over those numbers alone. On Django, with sixty thousand rows, a search
reaches ten thousand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seedwalk.arrays.tallies import stretches
from seedwalk.graph.matrix import WalkMatrix
from seedwalk.graph.sparse import Sparse

_UNKNOWN = -1


class Steps:
    """One step of a walk as one table: which part of its mass every row hands to each neighbour.

    The matrix comes in parts, a large one and what was linked since. Only rows that stand in several are put together
    anew, at the end of the table: to do so for all rows would take longer than the rest of a search, after each edit.
    """

    def __init__(self, matrix: WalkMatrix) -> None:
        parts = [flow for flow in matrix.flows if len(flow.values)] or [*matrix.flows[:1]]
        held = [flow.values * np.repeat(matrix.share, flow.sizes) for flow in parts]
        self._sizes, self._begins = np.zeros(len(matrix.share), np.int64), np.zeros(len(matrix.share), np.int64)
        often, before = np.zeros(len(matrix.share), np.int64), 0
        for flow in parts:
            filled = np.flatnonzero(flow.sizes)
            often[filled] += 1
            self._sizes[filled], self._begins[filled] = flow.sizes[filled], flow.starts[filled] + before
            before += len(flow.values)
        columns = [flow.columns for flow in parts]
        several = np.flatnonzero(often > 1)
        if len(several):
            rows, to, amounts = _together(several, parts, held)
            sizes = np.bincount(np.searchsorted(several, rows), minlength=len(several))
            self._sizes[several], self._begins[several] = sizes, before + np.cumsum(sizes) - sizes
            columns, held = [*columns, to], [*held, amounts]
        self.columns = np.concatenate(columns) if len(columns) != 1 else columns[0]
        self.values = np.concatenate(held) if len(held) != 1 else held[0]

    def __len__(self) -> int:
        return len(self._sizes)

    def places(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where in the table these rows stand, row by row, and how many neighbours each has."""
        sizes = self._sizes[rows]
        return stretches(self._begins[rows], sizes), sizes


def _together(
    rows: np.ndarray, parts: Sequence[Sparse], held: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What parts say of these rows, one value to each neighbour: row, neighbour, value, in their order."""
    found: list[tuple[np.ndarray, ...]] = []
    for part, values in zip(parts, held, strict=True):
        places, sizes = part.places(rows)
        found.append((np.repeat(rows, sizes), part.columns[places], values[places]))
    row, to, amounts = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort((to, row))
    row, to = row[order], to[order]
    first = np.flatnonzero(np.concatenate([[True], (row[1:] != row[:-1]) | (to[1:] != to[:-1])]))
    return row[first], to[first], np.add.reduceat(amounts[order], first)


class Neighbourhood:
    """The rows reached so far, and the values of those of them that hand mass on."""

    def __init__(self, steps: Steps, rows: np.ndarray) -> None:
        self._steps = steps
        self._number = np.full(len(steps), _UNKNOWN)
        self.rows = rows
        """The row of each number."""
        self._number[rows] = np.arange(len(rows))
        self._giving = np.zeros(len(rows), bool)
        self._givers = np.zeros(0, np.int64)
        self._sizes = np.zeros(0, np.int64)
        self._columns = np.zeros(0, np.int64)
        self._values = np.zeros(0)

    def given(self, mass: np.ndarray, floor: float) -> np.ndarray:
        """What every row reached gets when those with more than `floor` give their mass; it may be more rows than
        `mass` has, the first of them the same."""
        heavy = np.flatnonzero(mass > floor)
        new = heavy[~self._giving[heavy]]
        if len(new):
            self._reach(new)
        given = mass[self._givers]
        given[given <= floor] = 0.0
        amounts = np.repeat(given, self._sizes)
        amounts *= self._values
        got = np.bincount(self._columns, amounts, minlength=len(self.rows))
        return got.astype(float, copy=False)  # counted over nothing, it is whole numbers

    def _reach(self, new: np.ndarray) -> None:
        """Take in what rows that begin to give point at."""
        places, sizes = self._steps.places(self.rows[new])
        columns = self._steps.columns[places]
        self._take(columns[self._number[columns] == _UNKNOWN])
        self._giving[new] = True
        self._givers = np.concatenate([self._givers, new])
        self._sizes = np.concatenate([self._sizes, sizes])
        self._columns = np.concatenate([self._columns, self._number[columns]])
        self._values = np.concatenate([self._values, self._steps.values[places]])

    def _take(self, found: np.ndarray) -> None:
        """Number rows that are reached for the first time; some are found several times."""
        order = np.arange(len(found))
        self._number[found] = order
        once = found[self._number[found] == order]
        self._number[once] = np.arange(len(self.rows), len(self.rows) + len(once))
        self.rows = np.concatenate([self.rows, once])
        self._giving = np.concatenate([self._giving, np.zeros(len(once), bool)])
