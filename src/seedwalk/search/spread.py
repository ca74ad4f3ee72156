"""A walk's neighbourhood, gathered as the walk reaches it: a step costs what was reached, not what there is.

The rows that hand mass on are nearly the same at every step. So their neighbours are looked up once, numbered in the
order they were reached, and a step is a product over those numbers alone. On Django, with sixty thousand rows, a search
reaches ten thousand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from seedwalk.arrays.tallies import distinct, stretches
from seedwalk.graph.arrays import Graph
from seedwalk.graph.matrix import lessened, weights_by_sort, whole_flow
from seedwalk.graph.sparse import Sparse, by_rows
from seedwalk.graph.ties import padded
from seedwalk.model import EdgeKind

_UNKNOWN = -1


class Steps:
    """One step of a walk as one table: which part of its mass every row hands to each neighbour.

    For the base the table is made once. Rows around what was linked since are told anew, at its end: to do that for all
    rows would take longer than the rest of a search, after each edit.
    """

    def __init__(self, graph: Graph, weights: Mapping[EdgeKind, float], backward: float) -> None:
        by_sort = weights_by_sort(weights, {})
        base, over = (whole_flow(part, by_sort, backward) for part in (graph.base, graph.over))
        at, left = lessened(graph.base, by_sort, backward)
        starts = padded(base.starts, len(graph))
        self._begins, self._sizes = starts[:-1], np.diff(starts)
        asked = ("shares", by_sort.tobytes(), backward)
        self.columns = base.columns
        self.values = graph.base.once(asked, lambda: base.values * np.repeat(_share(base.sums), base.sizes))
        rows = distinct(np.concatenate([np.searchsorted(base.starts, at, "right") - 1, np.flatnonzero(over.sizes)]))
        if len(rows):
            none = np.zeros(0, np.int64)
            fresh = _told_anew([_picked(base, rows, at, left), _picked(over, rows, none, none)], len(graph))
            self._begins[rows], self._sizes[rows] = len(self.columns) + fresh.starts[:-1], fresh.sizes
            self.columns = np.concatenate([self.columns, fresh.columns])
            self.values = np.concatenate([self.values, fresh.values])

    def __len__(self) -> int:
        return len(self._sizes)

    def places(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where in the table these rows stand, row by row, and how many neighbours each has."""
        sizes = self._sizes[rows]
        return stretches(self._begins[rows], sizes), sizes


def _told_anew(flows: Sequence[Sparse], size: int) -> Sparse:
    """What parts say of the same rows as one: the share of each row's mass that goes to each neighbour."""
    share = _share(np.sum([flow.sums for flow in flows], axis=0))
    keys = np.concatenate([flow.rows * size + flow.columns for flow in flows])
    values = np.concatenate([flow.values * np.repeat(share, flow.sizes) for flow in flows])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.concatenate([np.ones(min(len(keys), 1), bool), keys[1:] != keys[:-1]]))
    values = np.add.reduceat(values[order], first) if len(first) else values
    return by_rows(len(share), keys[first] // size, keys[first] % size, values)


def _share(around: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.divide(1.0, around, out=np.zeros(len(around)), where=around > 0)
    return found


def _picked(flow: Sparse, rows: np.ndarray, at: np.ndarray, left: np.ndarray) -> Sparse:
    """These rows alone, numbered in the order given, with what is left of the values at some places."""
    inside = rows[rows < len(flow)]  # rows that came later are in no base
    places, sizes = flow.places(inside)
    values = flow.values[places]
    values[np.searchsorted(places, at)] = left
    kept = values > 0
    row = np.repeat(np.searchsorted(rows, inside), sizes)
    return by_rows(len(rows), row[kept], flow.columns[places[kept]], values[kept])


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
