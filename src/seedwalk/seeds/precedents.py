"""Precedents: a task is often like an earlier one, and what that one changed is what this one will.

Commits are texts; how like the task each is, is the cosine of their terms by idf:

    alike(c)     = sum over terms t of the task in c's message of  idf(t) * telling(t)  /  length of c
    precedent(s) = sum over the commits c most like the task that touched s of  alike(c) / root of what c touched

scaled so that the most is 1. Files are left out: what else stands there was not changed then. After Zhou, J., Zhang, H.
and Lo, D. (2012). Where should the bugs be fixed? More accurate information retrieval-based bug localization based on
bug reports.
"""

from __future__ import annotations

import numpy as np

from seedwalk.arrays.columns import Few
from seedwalk.arrays.tallies import nth_largest, stretches, sums
from seedwalk.config import History
from seedwalk.seeds.history import Memory, Said, Touched, scale


def precedents(memory: Memory, said: Said, tuning: History, answers: np.ndarray) -> Few:
    """What the commits most like the task say of every row that may be an answer."""
    alike = likeness(memory, said)
    best = _most(alike, tuning.precedents)
    rows = memory.symbols.rows
    own = _spread(memory.symbols, best, alike[best]) * answers[rows]
    return Few(rows, own * scale(own), len(answers))


def _most(alike: np.ndarray, count: int) -> np.ndarray:
    """The commits that are most like the task, the most like first, equal ones by number; none that is not at all."""
    above = alike > 0
    if np.count_nonzero(above) > count > 0:
        above = alike >= nth_largest(alike, count)
    found = np.flatnonzero(above)
    ordered: np.ndarray = found[np.argsort(-alike[found], kind="stable")[:count]]
    return ordered


def likeness(memory: Memory, said: Said) -> np.ndarray:
    """How like the task the message of each commit is."""
    shared = sums(said.commit, (said.idf * said.telling)[said.term], memory.commits)
    alike: np.ndarray = shared / np.maximum(memory.lengths, np.finfo(float).tiny)
    return alike


def _spread(touched: Touched, commits: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """What each commit has to give, over what it touched: the fewer, the more for each."""
    starts = touched.starts[commits]
    sizes = touched.starts[commits + 1] - starts
    each = np.repeat(shares / np.sqrt(np.maximum(sizes, 1)), sizes)
    return sums(touched.numbers[stretches(starts, sizes)], each, len(touched.rows))
