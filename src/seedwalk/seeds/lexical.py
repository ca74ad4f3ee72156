"""The lexical channel's mathematics: what stands around a symbol counts for it too.

A task rarely names the method it needs; it describes the class, and the method's neighbours share its words. So the
score of a symbol's own words is mixed with those of the type around it, of its best member, and of its file:

    mixed(s) = discount(s) * (own(s) + parent * own(parent of s) + child * max own(children of s) + file * own(module))

for every symbol with words of its own in the task. `discount` makes tests and plain values count less, and modules,
which are read by their parts, not at all. Pure functions of arrays; a row is a symbol, numbered as in the index.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seedwalk.config import Mixing
from seedwalk.model import TYPE_KINDS, Flags, Kind
from seedwalk.tallies import nth_largest

NO_ROW = -1
PLACES = 6
"""Decimals that decide the order: sums in another order differ beyond them."""
KINDS = tuple(Kind)
_MODULE = KINDS.index(Kind.MODULE)
_VALUES = (KINDS.index(Kind.FIELD), KINDS.index(Kind.CONSTANT))
_PLAIN = (KINDS.index(Kind.DOCUMENT), KINDS.index(Kind.DEPLOYMENT))
_TYPES = [KINDS.index(kind) for kind in KINDS if kind in TYPE_KINDS]
_TESTS = int(Flags.TEST | Flags.MOCK)
_ASIDES = int(Flags.ASIDE)


@dataclass(frozen=True)
class Structure:
    """How the rows stand to each other."""

    parent: np.ndarray
    """The row of the enclosing symbol; NO_ROW for a module."""
    module: np.ndarray
    """The row of the symbol's file; a module's is its own, a row of no living file has NO_ROW."""
    kind: np.ndarray
    """The kind's place in `Kind`."""
    flags: np.ndarray

    @cached_property
    def holder(self) -> np.ndarray:
        """The row of the symbol around each, where that is no module; else NO_ROW."""
        inside = (self.parent != NO_ROW) & (self.kind[self.parent] != _MODULE)
        return np.where(inside, self.parent, NO_ROW)

    @cached_property
    def types(self) -> np.ndarray:
        """Whether each row is a type."""
        return np.isin(self.kind, _TYPES)

    @cached_property
    def asides(self) -> np.ndarray:
        """Whether each row stands beside the product and is no test, which counts less already."""
        beside: np.ndarray = (self.flags & (_TESTS | _ASIDES)) == _ASIDES
        return beside

    @cached_property
    def families(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows that have a parent, by parent; where the children of each parent begin there, and the parents."""
        inside = np.flatnonzero(self.parent != NO_ROW)
        order = inside[np.argsort(self.parent[inside], kind="stable")]
        parents = self.parent[order]
        begins = np.flatnonzero(np.concatenate([parents[:1] == parents[:1], parents[1:] != parents[:-1]]))
        return order, begins, parents[begins]


def mixed(own: np.ndarray, structure: Structure, tuning: Mixing, kept: np.ndarray | None = None) -> np.ndarray:
    """The mixed score of every row; 0 where a row has no word of the task. `kept` is the discount, if known."""
    total = tuning.parent * of_parent(own, structure)
    total += own
    total += tuning.file * of_file(own, structure)
    highest, parents = of_best_child(own, structure)
    total[parents] += tuning.child * highest
    total *= discount(structure, tuning) if kept is None else kept
    total *= own > 0
    return total


def looked_up(values: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The values of rows; 0 for NO_ROW."""
    found: np.ndarray = np.append(values, 0.0)[rows]  # the last place is where NO_ROW points
    return found


def of_parent(own: np.ndarray, structure: Structure) -> np.ndarray:
    """The score of the symbol around each row; a module's counts as the file's instead."""
    return looked_up(own, structure.holder)


def of_best_child(own: np.ndarray, structure: Structure) -> tuple[np.ndarray, np.ndarray]:
    """The best score directly below each row that has anything below it, and these rows."""
    order, begins, parents = structure.families
    return np.maximum.reduceat(own[order], begins) if len(order) else own[:0], parents


def of_file(own: np.ndarray, structure: Structure) -> np.ndarray:
    """The score of each row's module: the words at the top of its file, and of its path."""
    return looked_up(own, structure.module)


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
    above = scores > 0
    if np.count_nonzero(above) > limit > 0:  # what is below the last place by more than rounding moves it is out
        above &= scores >= nth_largest(scores, limit) - 10.0**-PLACES
    found = np.flatnonzero(above)
    return _ordered(found, np.round(scores[found], PLACES), ids, limit)


def _ordered(found: np.ndarray, rounded: np.ndarray, ids: np.ndarray, limit: int) -> np.ndarray:
    found, rounded = found[rounded > 0], rounded[rounded > 0]
    order: np.ndarray = found[np.lexsort((ids[found], -rounded))][:limit]
    return order
