"""Signals are columns, weights a vector, and a score is the sum of its explanation.

Every mechanism that speaks for or against a symbol gives a column; `Scores.of(row)` multiplies the same row that made
the score, so that an explanation cannot differ from the ranking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Column, Few, added, dense, taken


class Scores(Struct, frozen=True):
    """Weighted columns by name, what multiplies their sum, and the sum."""

    columns: Mapping[str, np.ndarray]
    """Each signal's contribution to each row, its weight applied."""
    factor: np.ndarray
    """What kind and flags leave of a row's sum: tests, fields and modules count less."""
    total: np.ndarray
    """0 where a row is none of those that a score was worked out for."""
    kept: np.ndarray | None = None
    """The rows a score was worked out for; None: all."""

    @property
    def standing(self) -> Column:
        """The scores that were worked out."""
        return self.total if self.kept is None else Few(self.kept, self.total[self.kept], len(self.total))

    def shares(self, name: str, rows: np.ndarray) -> np.ndarray:
        """What one signal contributes to these rows' scores."""
        if name not in self.columns:
            return np.zeros(len(rows))
        given = self.columns.at(name, rows) if isinstance(self.columns, Weighted) else self.columns[name][rows]
        told: np.ndarray = given * self.factor[rows]
        return told

    def of(self, row: int) -> dict[str, float]:
        """The contributions to one row's score; they add up to it."""
        return {name: float(column[row] * self.factor[row]) for name, column in self.columns.items() if column[row]}


class Weighted(Mapping[str, np.ndarray]):
    """Signals times their weights, worked out where somebody looks: a ranking needs their sum alone."""

    def __init__(self, signals: Mapping[str, Column], weights: Mapping[str, float]) -> None:
        self._signals, self._weights = signals, weights
        self._made: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._made:
            self._made[name] = self._weights[name] * dense(self._signals[name])
        return self._made[name]

    def at(self, name: str, rows: np.ndarray) -> np.ndarray:
        """The same for these rows alone."""
        return self._made[name][rows] if name in self._made else self._weights[name] * taken(self._signals[name], rows)

    def __contains__(self, name: object) -> bool:
        return name in self._signals  # the mapping's own way would work the column out to tell

    def __iter__(self) -> Iterator[str]:
        return iter(self._signals)

    def __len__(self) -> int:
        return len(self._signals)


class Sum:
    """The sum of weight times signal, signal by signal; one without weight is left out."""

    def __init__(self, weights: Mapping[str, float], factor: np.ndarray) -> None:
        self._weights, self.factor = weights, factor
        self._signals: dict[str, Column] = {}
        self._total = np.zeros(len(factor))
        self._kept: np.ndarray | None = None

    def add(self, signals: Mapping[str, Column]) -> None:
        for name, signal in signals.items():
            if self._weights.get(name):
                self._signals[name] = signal
                added(self._total, signal, self._weights[name])

    def keep(self, rows: np.ndarray) -> None:
        """From now on only these rows have a score: what is still to come is worked out for them alone."""
        self._kept = rows

    @property
    def rows(self) -> np.ndarray:
        """The rows that have a score."""
        return np.arange(len(self._total)) if self._kept is None else self._kept

    def standing(self) -> Column:
        """What was added so far, times the factor, of the rows that are kept."""
        rows = self._kept
        if rows is None:
            every: np.ndarray = self._total * self.factor
            return every
        return Few(rows, self._total[rows] * self.factor[rows], len(self._total))

    def at(self, rows: np.ndarray) -> np.ndarray:
        """The same of these rows, which are kept."""
        found: np.ndarray = self._total[rows] * self.factor[rows]
        return found

    def total(self) -> np.ndarray:
        """The same for every row."""
        return dense(self.standing())

    def discount(self, left: np.ndarray) -> None:
        """From now on the factor leaves that much less of each row."""
        self.factor = self.factor * left

    def discount_some(self, rows: np.ndarray, left: np.ndarray) -> None:
        """The same for these rows, each once; the others keep theirs."""
        self.factor = self.factor.copy()
        self.factor[rows] *= left

    def scores(self) -> Scores:
        return Scores(Weighted(self._signals, self._weights), self.factor, self.total(), self._kept)


def combine(signals: Mapping[str, Column], weights: Mapping[str, float], factor: np.ndarray) -> Scores:
    """Sum of weight times signal, times the factor."""
    whole = Sum(weights, factor)
    whole.add(signals)
    return whole.scores()
