"""The history channel's mathematics: what earlier commits said of a symbol speaks for it, and so does a recent change.

Each symbol has the messages of the commits that touched it as a text, each file those of the commits that touched it
anywhere. With c(t, s) commits that touched s and have the term t in their message:

    tf(t, s)   = c(t, s) / (1 - b + b * terms of all messages of s / their mean)
    words(s)   = sum over terms t of  telling(t) * tf(t, s) / (k1 + tf(t, s)),   by idf over commits (`asked.py`)
    history(s) = words(s) / most + file * words(file of s) / most,           the most over all that may be answered

    recency(s) = 2 ^ -(days from the last commit that touched s to the indexed commit / half-life)

Ages count from the indexed commit, never from the clock. Pure functions of arrays; a row is a symbol of the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.arrays.tallies import Tally, distinct, stretches, sums
from seedwalk.compiled import quick
from seedwalk.config import History
from seedwalk.seeds.asked import Asked

_DAY = 86_400.0


class Touched(Struct, frozen=True, dict=True):
    """Which commits touched what: those of commit c are `numbers[starts[c] : starts[c + 1]]`."""

    rows: np.ndarray
    """What was ever touched, rising; the others are called by their numbers in this list."""
    starts: np.ndarray
    numbers: np.ndarray
    lengths: np.ndarray
    """Terms of all the messages of each."""

    @cached_property
    def long(self) -> np.ndarray:
        """How long the messages of each are, all together, in multiples of the mean."""
        holders = np.count_nonzero(self.lengths)
        mean = self.lengths.sum() / holders if holders else 1.0
        relative: np.ndarray = np.maximum(self.lengths, 1.0) / max(mean, 1.0)
        return relative

    def words(self, said: Said, tuning: History) -> np.ndarray:
        """Of each that was ever touched, what the commits say that touched it."""
        compiled = quick()
        if compiled is not None:
            total = np.zeros(len(self.rows))
            told = (said.term, said.commit, self.starts, self.numbers, self.long, said.telling)
            compiled.tell(*told, total, tuning.k1, tuning.b)
            return total
        starts = self.starts[said.commit]
        sizes = self.starts[said.commit + 1] - starts
        number, term = self.numbers[stretches(starts, sizes)], np.repeat(said.term, sizes)
        at, kept = Tally(len(said.idf) * len(self.rows)).places(term * len(self.rows) + number)
        once = np.flatnonzero(kept)
        counts = np.bincount(at, minlength=len(at))[once]
        number, term = number[once], term[once]
        often = counts / (1 - tuning.b + tuning.b * self.long[number])
        return sums(number, said.telling[term] * (often / (tuning.k1 + often)), len(self.rows))


class Said(Struct, frozen=True):
    """Which commits have which terms of a task in their messages, term by term, and how telling each term is."""

    term: np.ndarray
    commit: np.ndarray
    idf: np.ndarray
    telling: np.ndarray
    """What each term counts for this task."""


class Memory(Struct, frozen=True, dict=True):
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

    def history(self, said: Said, tuning: History, answers: np.ndarray) -> np.ndarray:
        """The history score of every row that may be an answer."""
        total: np.ndarray = np.append(self.files.words(said, tuning), 0.0)[self._file]
        total *= answers
        total *= tuning.file * scale(total)
        rows = self.symbols.rows
        own = self.symbols.words(said, tuning) * answers[rows]
        total[rows] += own * scale(own)
        return total

    @cached_property
    def lengths(self) -> np.ndarray:
        """The length of each commit's message as a vector of idf."""
        _, term, times = np.unique(self.terms, return_inverse=True, return_counts=True)
        lengths: np.ndarray = np.sqrt(sums(self.said, self._idf(times)[term] ** 2, self.commits))
        return lengths

    def _idf(self, having: np.ndarray) -> np.ndarray:
        idf: np.ndarray = np.log1p((self.commits - having + 0.5) / (having + 0.5))
        return idf

    @cached_property
    def _file(self) -> np.ndarray:
        """The number of each row's file among those ever touched; the one after the last where it is none of them."""
        number = np.full(len(self.module) + 1, len(self.files.rows))
        number[self.files.rows] = np.arange(len(self.files.rows))
        numbers: np.ndarray = number[self.module]  # a row without a file looks at the last place, which is no row's
        return numbers

    def recency(self, half_life: float) -> np.ndarray:
        """1 for what the indexed commit touched, half as much every `half_life` days before; 0 where none is known."""
        fresh: np.ndarray = np.exp2(-self.last / half_life)
        return fresh

    def saying(self, asked: Asked) -> Said:
        """Which commits speak of what a task asks for."""
        terms = np.array(asked.terms, np.uint64)
        first = np.searchsorted(self.terms, terms, side="left")
        having = np.searchsorted(self.terms, terms, side="right") - first
        idf = self._idf(having)
        commits = self.said[stretches(first, having)]
        return Said(np.repeat(np.arange(len(terms)), having), commits, idf, asked.telling(idf))


def scale(values: np.ndarray) -> float:
    """What makes the largest 1."""
    most = float(values.max(initial=0.0))
    return 1.0 / most if most > 0 else 0.0


def memory(
    numbers: np.ndarray, times: np.ndarray, told: Sequence[bytes], row: np.ndarray, commit: np.ndarray,
    module: np.ndarray,
) -> Memory:  # fmt: skip
    """Of commits by number (rising) with their times and terms, and of pairs (row, number of a commit)."""
    hashes = np.frombuffer(b"".join(told), "<u8")
    sizes = np.array([len(one) for one in told], np.int64) // hashes.itemsize
    order = np.argsort(hashes, kind="stable")
    at = np.minimum(np.searchsorted(numbers, commit), max(len(numbers) - 1, 0))
    kept = (row >= 0) & (numbers[at] == commit) if len(numbers) else np.zeros(len(row), bool)
    row, at = row[kept], at[kept]
    inside = module[row] >= 0
    last = np.full(len(module), np.inf)
    if len(times):
        np.minimum.at(last, row, np.maximum(times.max() - times[at], 0) / _DAY)
    return Memory(
        hashes[order], np.repeat(np.arange(len(told)), sizes)[order], len(told), _touched(row, at, sizes),
        _touched(module[row][inside], at[inside], sizes), module, last,
    )  # fmt: skip


def _touched(row: np.ndarray, commit: np.ndarray, sizes: np.ndarray) -> Touched:
    rows = distinct(row)
    count = max(len(rows), 1)
    commits, numbers = np.divmod(distinct(commit.astype(np.int64) * count + np.searchsorted(rows, row)), count)
    starts = np.searchsorted(commits, np.arange(len(sizes) + 1))
    return Touched(rows, starts, numbers, np.bincount(numbers, weights=sizes[commits], minlength=len(rows)))
