"""The nouns of channels: their names, what one finds, and the seeds that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
from msgspec import Struct


class Channel(StrEnum):
    """A source of candidates."""

    NAMES = "names"
    PHRASE = "phrase"
    """Asked for the lexical channel, and not fused itself."""
    LEXICAL = "lexical"
    CONCEPTS = "concepts"
    CONTEXT = "context"
    VECTORS = "vectors"


class Ranked(Struct, frozen=True):
    """Rows, best first, each with what it is worth; a value above 0 for each."""

    rows: np.ndarray
    values: np.ndarray
    graded: bool = False
    """Whether fusion counts the values: how sure the channel is of each row."""

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, size: int) -> np.ndarray:
        """The values by row, 0 for what is not named; the largest is 1."""
        found = np.zeros(size)
        found[self.rows] = self.values
        highest = found.max(initial=0.0)
        return found / highest if highest > 0 else found

    def rank(self, row: int) -> int | None:
        """The place of a row, from 1."""
        at = np.flatnonzero(self.rows == row)
        return int(at[0]) + 1 if len(at) else None


class Seeds(Struct, frozen=True):
    """Rows the walk begins at, best first, and the weight of every row at which it restarts."""

    rows: np.ndarray
    start: np.ndarray


NOTHING = Ranked(np.zeros(0, np.int64), np.zeros(0))
Told = Mapping[Channel, Ranked]
"""What each channel that was asked found."""
