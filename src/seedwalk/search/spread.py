"""A walk's neighbourhood, gathered as the walk reaches it: a step costs what was reached, not what there is.

The rows that hand mass on are nearly the same at every step. So their neighbours are looked up once, numbered in the
order they were reached, and a step is a product over those numbers alone. On Django, with sixty thousand rows, a search
reaches ten thousand.
"""

from __future__ import annotations

import numpy as np

from seedwalk.graph.sparse import Sparse

_UNKNOWN = -1


class Neighbourhood:
    """The rows reached so far, and the values of those of them that hand mass on."""

    def __init__(self, steps: Sparse, rows: np.ndarray) -> None:
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
