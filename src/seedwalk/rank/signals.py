"""Signals are columns, weights a vector, and a score is the sum of its explanation.

Every mechanism that speaks for or against a symbol gives a column over all rows; `Scores.of(row)` multiplies the same
row that made the score, so that an explanation cannot differ from the ranking.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def combine(signals: Mapping[str, np.ndarray], weights: Mapping[str, float], factor: np.ndarray) -> Scores:
    """Sum of weight times signal, times the factor; a signal without weight is left out."""
    columns = {name: weights[name] * signal for name, signal in signals.items() if weights.get(name)}
    total = np.zeros(len(factor))
    for column in columns.values():
        total = total + column
    return Scores(columns, factor, total * factor)


def scaled(values: np.ndarray) -> np.ndarray:
    """Values divided by the largest, so that it is 1; all zero stays so."""
    highest = values.max(initial=0.0)
    return values / highest if highest > 0 else values
