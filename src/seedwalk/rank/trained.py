"""The last look, as replayed commits taught it: who among the best should change places.

The weighted sum treats each signal alone. What is right is told by signals together: a precedent speaks for a method
and hardly for the type around it, a file's tenth symbol is less likely than another file's first. Trees grown on
replayed commits (`eval/training.py`) read all of that of the best symbols and give each a number, learned(s):

    order by   score(s) / best score + weight * (learned(s) - mean) / deviation

The scores themselves stay: the first of the new order gets the highest of them, the second the next. So a match, or
what a budget is spent on, is judged by what was found, and `trained` is what a symbol won or lost by the exchange.
"""

from __future__ import annotations

import numpy as np

from seedwalk.arrays.columns import Few
from seedwalk.model import TYPE_KINDS, Kind
from seedwalk.rank.signals import Scores
from seedwalk.rank.trees import Trees

SIGNALS = (
    "lexical", "walk", "uses", "exact", "cover", "owner", "beside", "whole", "size", "mention", "place", "frame",
    "near", "history", "precedent", "recency",
)  # fmt: skip
"""Whose shares of a score are read; others, which are off by default, are part of the score alone."""
FEATURES = (
    "score", "rank", "factor", "report", "lines", "type", "function", "method", "constructor", "value",
    "before in file", "of file", "best of file", "share of file", "to best of file", "files before", "holder", "held",
    *SIGNALS,
)  # fmt: skip
_KINDS = tuple(Kind)
_TYPES = [_KINDS.index(kind) for kind in _KINDS if kind in TYPE_KINDS]
_VALUES = [_KINDS.index(kind) for kind in (Kind.FIELD, Kind.CONSTANT)]
_CALLED = [_KINDS.index(kind) for kind in (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR)]
_NOBODY = -1.0
"""Stands for the score of a holder that is not among the best."""
_PLACES = 6
"""Decimals that decide the order."""


def features(scores: Scores, rows: np.ndarray, nodes: np.ndarray, parent: np.ndarray, *, report: bool) -> np.ndarray:
    """A row of `FEATURES` for each of these rows, the best first. `nodes` are theirs, `parent` the rows around them."""
    standing = scores.total[rows]
    unit = float(standing[0])
    own = standing / unit
    best, share, of_file, before, files = _by_file(nodes["file"], own)
    held, holder = _by_holder(rows, parent, own)
    kind = nodes["kind"]
    lines = np.log1p(nodes["end_line"].astype(float) - nodes["line"] + 1)
    called = [kind == code for code in _CALLED]
    alone = (own, np.arange(len(rows)), scores.factor[rows], np.full(len(rows), report), lines, np.isin(kind, _TYPES))
    around = (np.isin(kind, _VALUES), before, of_file, best, share, own / best, files, holder, held)
    shares = [scores.shares(name, rows) / unit for name in SIGNALS]
    return np.column_stack([*alone, *called, *around, *shares]).astype(float)


def _by_file(file: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, ...]:
    """Of the file of each: its best score, its share of all, how many of these rows are its, how many of them stand
    before; and how many files do."""
    _, first, at, many = np.unique(file, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(at, kind="stable")
    before = np.empty(len(file), np.intp)
    before[order] = np.arange(len(file)) - np.repeat(np.cumsum(many) - many, many)
    opens = np.zeros(len(file), np.intp)
    opens[first] = 1
    share = np.bincount(at, own) / own.sum()
    return own[first][at], share[at], many[at], before, np.cumsum(opens) - opens


def _by_holder(rows: np.ndarray, parent: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many of these rows each holds, and the score of what holds it."""
    order = np.argsort(rows)
    place = order[np.minimum(np.searchsorted(rows, parent, sorter=order), len(rows) - 1)]
    inside = rows[place] == parent
    held = np.bincount(place[inside], minlength=len(rows))
    return held, np.where(inside, own[place], _NOBODY)


def exchanged(standing: np.ndarray, ids: np.ndarray, learned: np.ndarray, weight: float) -> np.ndarray:
    """The score that each gets, the best first, when its place is what it has and what was learned of it.

    >>> exchanged(np.array([1.0, 0.9, 0.5]), np.array([1, 2, 3]), np.array([-1.0, 1.0, 0.0]), 0.2).tolist()
    [0.9, 1.0, 0.5]
    """
    spread = float(learned.std())
    if not spread:
        return standing
    wanted = standing / standing[0] + weight * (learned - learned.mean()) / spread
    given = np.empty(len(standing))
    given[np.lexsort((ids, -np.round(wanted, _PLACES)))] = standing
    return given


def taught(scores: Scores, rows: np.ndarray, ids: np.ndarray, table: np.ndarray, trees: Trees, weight: float) -> Few:
    """What each of these rows, the best first, wins or loses, as a signal of that weight; `table` is their features."""
    standing = scores.total[rows]
    won = exchanged(standing, ids, trees.score(table), weight) - standing
    return Few(rows, won / scores.factor[rows] / weight, len(scores.total))
