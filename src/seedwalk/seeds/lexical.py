"""The lexical channel's mathematics: what stands around a symbol counts for it too.

A task rarely names the method it needs; it describes the class, and the method's neighbours share its words. So the
score of a symbol's own words is mixed with those of the type around it, of its best member, and of its file:

    mixed(s) = discount(s) * (own(s) + parent * own(parent of s) + child * max own(children of s) + file * own(module))

for every symbol with words of its own in the task. `discount` makes tests and plain values count less, and modules,
which are read by their parts, not at all. Pure functions of arrays; a row is a symbol, numbered as in the index.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seedwalk.config import Mixing
from seedwalk.model import Flags, Kind

NO_ROW = -1
PLACES = 6
"""Decimals that decide the order: sums in another order differ beyond them."""
KINDS = tuple(Kind)
_MODULE = KINDS.index(Kind.MODULE)
_VALUES = (KINDS.index(Kind.FIELD), KINDS.index(Kind.CONSTANT))
_PLAIN = (KINDS.index(Kind.DOCUMENT), KINDS.index(Kind.DEPLOYMENT))
_TESTS = int(Flags.TEST | Flags.MOCK)
Rows = np.ndarray | slice
_ALL = slice(None)


@dataclass(frozen=True, slots=True)
class Structure:
    """How the rows stand to each other."""

    parent: np.ndarray
    """The row of the enclosing symbol; NO_ROW for a module."""
    module: np.ndarray
    """The row of the symbol's file; a module's is its own, a row of no living file has NO_ROW."""
    kind: np.ndarray
    """The kind's place in `Kind`."""
    flags: np.ndarray


def mixed(own: np.ndarray, structure: Structure, tuning: Mixing, kept: np.ndarray | None = None) -> np.ndarray:
    """The mixed score of every row; 0 where a row has no word of the task. `kept` is the discount, if known."""
    rows = np.flatnonzero(own > 0)
    around = (
        tuning.parent * of_parent(own, structure, rows)
        + tuning.child * of_best_child(own, structure, rows)
        + tuning.file * of_file(own, structure, rows)
    )
    total = np.zeros(len(own))
    total[rows] = (own[rows] + around) * (discount(structure, tuning) if kept is None else kept)[rows]
    return total


def of_parent(own: np.ndarray, structure: Structure, rows: Rows = _ALL) -> np.ndarray:
    """The score of the symbol around each row; a module's counts as the file's instead."""
    parent = structure.parent[rows]
    inside = (parent != NO_ROW) & (structure.kind[parent] != _MODULE)
    return np.where(inside, own[parent], 0.0)


def of_best_child(own: np.ndarray, structure: Structure, rows: Rows = _ALL) -> np.ndarray:
    """The best score directly below each row; `rows` are all that have a score, if they are given."""
    best, parent = np.zeros_like(own), structure.parent[rows]
    inside = parent != NO_ROW
    np.maximum.at(best, parent[inside], own[rows][inside])
    return best[rows]


def of_file(own: np.ndarray, structure: Structure, rows: Rows = _ALL) -> np.ndarray:
    """The score of each row's module: the words at the top of its file, and of its path."""
    module = structure.module[rows]
    return np.where(module != NO_ROW, own[module], 0.0)


def discount(structure: Structure, tuning: Mixing) -> np.ndarray:
    """What each row's kind and flags leave of its score."""
    kept = np.ones(len(structure.kind))
    kept[(structure.flags & _TESTS) != 0] *= tuning.tests
    kept[np.isin(structure.kind, _VALUES)] *= tuning.values
    kept[structure.kind == _MODULE] *= tuning.modules
    kept[np.isin(structure.kind, _PLAIN)] *= tuning.documents
    return kept


def best(scores: np.ndarray, ids: np.ndarray, limit: int) -> np.ndarray:
    """The rows of the `limit` highest scores above 0, by rounded score, then id."""
    found = np.flatnonzero(scores > 0)
    if len(found) > limit > 0:  # what is below the last place by more than rounding moves it needs no rounding
        least = np.partition(scores[found], len(found) - limit)[len(found) - limit]
        found = found[scores[found] >= least - 10.0**-PLACES]
    return _ordered(found, np.round(scores[found], PLACES), ids, limit)


def _ordered(found: np.ndarray, rounded: np.ndarray, ids: np.ndarray, limit: int) -> np.ndarray:
    found, rounded = found[rounded > 0], rounded[rounded > 0]
    order: np.ndarray = found[np.lexsort((ids[found], -rounded))][:limit]
    return order
