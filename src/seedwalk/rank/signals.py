"""Signals are columns, weights a vector, and a score is the sum of its explanation.

Every mechanism that speaks for or against a symbol gives a column over all rows; `Scores.of(row)` multiplies the same
row that made the score, so that an explanation cannot differ from the ranking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Scores:
    """Weighted columns by name, what multiplies their sum, and the sum."""

    columns: Mapping[str, np.ndarray]
    """Each signal's contribution to each row, its weight applied."""
    factor: np.ndarray
    """What kind and flags leave of a row's sum: tests, fields and modules count less."""
    total: np.ndarray

    def of(self, row: int) -> dict[str, float]:
        """The contributions to one row's score; they add up to it."""
        return {name: float(column[row] * self.factor[row]) for name, column in self.columns.items() if column[row]}


class Weighted(Mapping[str, np.ndarray]):
    """Signals times their weights, worked out where somebody looks: a ranking needs their sum alone."""

    def __init__(self, signals: Mapping[str, np.ndarray], weights: Mapping[str, float]) -> None:
        self._signals, self._weights = signals, weights
        self._made: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._made:
            self._made[name] = self._weights[name] * self._signals[name]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signals)

    def __len__(self) -> int:
        return len(self._signals)


class Sum:
    """The sum of weight times signal, signal by signal; one without weight is left out."""

    def __init__(self, weights: Mapping[str, float], factor: np.ndarray) -> None:
        self._weights, self._factor = weights, factor
        self._signals: dict[str, np.ndarray] = {}
        self._total, self._product = np.zeros(len(factor)), np.empty(len(factor))

    def add(self, signals: Mapping[str, np.ndarray]) -> None:
        for name, signal in signals.items():
            if self._weights.get(name):
                self._signals[name] = signal
                self._total += np.multiply(signal, self._weights[name], out=self._product)

    def total(self) -> np.ndarray:
        """What was added so far, times the factor."""
        so_far: np.ndarray = self._total * self._factor
        return so_far

    def discount(self, left: np.ndarray) -> None:
        """From now on the factor leaves that much less of each row."""
        self._factor = self._factor * left

    def scores(self) -> Scores:
        return Scores(Weighted(self._signals, self._weights), self._factor, self.total())


def combine(signals: Mapping[str, np.ndarray], weights: Mapping[str, float], factor: np.ndarray) -> Scores:
    """Sum of weight times signal, times the factor."""
    whole = Sum(weights, factor)
    whole.add(signals)
    return whole.scores()


def scaled(values: np.ndarray) -> np.ndarray:
    """Values divided by the largest, so that it is 1; all zero stays so."""
    highest = values.max(initial=0.0)
    return values / highest if highest > 0 else values
