"""The history channel's mathematics: what earlier commits said of a symbol speaks for it, and so does a recent change.

Each symbol has the messages of the commits that touched it as a text, each file those of the commits that touched it
anywhere. With c(t, s) commits that touched s and have the term t in their message:

    tf(t, s)   = c(t, s) / (1 - b + b * terms of all messages of s / their mean)
    words(s)   = sum over terms t of  idf(t) * tf(t, s) / (k1 + tf(t, s)),   idf over commits
    history(s) = words(s) / most + file * words(file of s) / most,           the most over all that may be answered

    recency(s) = 2 ^ -(days from the last commit that touched s to the indexed commit / half-life)

Ages count from the indexed commit, never from the clock. Pure functions of arrays; a row is a symbol of the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seedwalk.config import History
from seedwalk.tallies import Tally, distinct, stretches

_DAY = 86_400.0


@dataclass(frozen=True)
class Touched:
    """Which commits touched which rows: those of commit c are `rows[starts[c] : starts[c + 1]]`."""

    starts: np.ndarray
    rows: np.ndarray
    lengths: np.ndarray
    """Terms of all the messages of each row."""

    def counts(self, commits: np.ndarray, tally: Tally) -> tuple[np.ndarray, np.ndarray]:
        """The rows that these commits touched, and how many of them touched each."""
        starts = self.starts[commits]
        rows = self.rows[stretches(starts, self.starts[commits + 1] - starts)]
        at, kept = tally.places(rows)
        return rows[kept], np.bincount(at, minlength=len(rows))[kept]

    @cached_property
    def long(self) -> np.ndarray:
        """How long the messages of each row are, all together, in multiples of the mean."""
        holders = np.count_nonzero(self.lengths)
        mean = self.lengths.sum() / holders if holders else 1.0
        relative: np.ndarray = np.maximum(self.lengths, 1.0) / max(mean, 1.0)
        return relative


@dataclass(frozen=True)
class Memory:
    """History in memory. Commits are numbered from 0, oldest first."""

    terms: np.ndarray
    """Sorted; `said[i]` is a commit whose message has `terms[i]`."""
    said: np.ndarray
    commits: int
    symbols: Touched
    files: Touched
    module: np.ndarray
    """The row of each row's file."""
    last: np.ndarray
    """Days from the last commit that touched each row to the indexed commit; infinite where none is known."""

    def history(self, asked: Sequence[int], tuning: History, answers: np.ndarray) -> np.ndarray:
        """The history score of every row that may be an answer, for terms (hashes)."""
        own, around = self.words(asked, tuning)
        total: np.ndarray = _scaled(own * answers) + tuning.file * _scaled(around * answers)
        return total

    def words(self, asked: Sequence[int], tuning: History) -> tuple[np.ndarray, np.ndarray]:
        """For every row, what the commits that touched it say of the terms, and what those of its file say."""
        own, around = np.zeros(len(self.module)), np.zeros(len(self.module))
        tally = Tally(len(self.module))
        for term in dict.fromkeys(asked):
            commits = self._saying(term)
            if len(commits):
                idf = float(np.log1p((self.commits - len(commits) + 0.5) / (len(commits) + 0.5)))
                for touched, into in ((self.symbols, own), (self.files, around)):
                    rows, often = _saturated(touched, commits, tuning, tally)
                    into[rows] += idf * often
        return own, np.where(self.module >= 0, around[self.module], 0.0)

    def recency(self, half_life: float) -> np.ndarray:
        """1 for what the indexed commit touched, half as much every `half_life` days before; 0 where none is known."""
        fresh: np.ndarray = np.exp2(-self.last / half_life)
        return fresh

    def _saying(self, term: int) -> np.ndarray:
        wanted = np.uint64(term)
        between = slice(*(int(np.searchsorted(self.terms, wanted, side=side)) for side in ("left", "right")))
        return self.said[between]


def _saturated(touched: Touched, commits: np.ndarray, tuning: History, tally: Tally) -> tuple[np.ndarray, np.ndarray]:
    """The rows that some of these commits touched, and tf / (k1 + tf) of each for a term that all of them have."""
    rows, counts = touched.counts(commits, tally)
    often = counts / (1 - tuning.b + tuning.b * touched.long[rows])
    return rows, often / (tuning.k1 + often)


def _scaled(values: np.ndarray) -> np.ndarray:
    most = values.max(initial=0.0)
    return values / most if most > 0 else values


def memory(
    numbers: np.ndarray, times: np.ndarray, told: Sequence[bytes], row: np.ndarray, commit: np.ndarray,
    module: np.ndarray,
) -> Memory:  # fmt: skip
    """Of commits by number (rising) with their times and terms, and of pairs (row, number of a commit)."""
    said = [np.frombuffer(one, "<u8") for one in told]
    sizes = np.array([len(one) for one in said], np.int64)
    hashes = np.concatenate([np.zeros(0, "<u8"), *said])
    order = np.argsort(hashes, kind="stable")
    at = np.minimum(np.searchsorted(numbers, commit), max(len(numbers) - 1, 0))
    kept = (row >= 0) & (numbers[at] == commit) if len(numbers) else np.zeros(len(row), bool)
    row, at = row[kept], at[kept]
    inside = module[row] >= 0
    last = np.full(len(module), np.inf)
    if len(times):
        np.minimum.at(last, row, np.maximum(times.max() - times[at], 0) / _DAY)
    return Memory(
        hashes[order], np.repeat(np.arange(len(said)), sizes)[order], len(said), _touched(row, at, sizes, len(module)),
        _touched(module[row][inside], at[inside], sizes, len(module)), module, last,
    )  # fmt: skip


def _touched(row: np.ndarray, commit: np.ndarray, sizes: np.ndarray, rows: int) -> Touched:
    pairs = distinct(commit.astype(np.int64) * max(rows, 1) + row)
    commits, touched = pairs // max(rows, 1), pairs % max(rows, 1)
    starts = np.searchsorted(commits, np.arange(len(sizes) + 1))
    return Touched(starts, touched, np.bincount(touched, weights=sizes[commits], minlength=rows))
