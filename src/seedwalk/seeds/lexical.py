"""The lexical channel's mathematics: what stands around a symbol counts for it too.

A task rarely names the method it needs; it describes the class, and the method's neighbours share its words. So the
score of a symbol's own words is mixed with those of the type around it, of its best member, and of its file:

    mixed(s) = discount(s) * (own(s) + parent * own(parent of s) + child * max own(children of s) + file * own(module))

for every symbol with words of its own in the task. `discount` makes tests and plain values count less, and modules,
which are read by their parts, not at all. Pure functions of arrays; a row is a symbol, numbered as in the index.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Column, Few
from seedwalk.arrays.tallies import nth_largest
from seedwalk.config import Mixing
from seedwalk.graph.arrays import Graph
from seedwalk.model import TYPE_KINDS, Flags, Kind

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


class Structure(Struct, frozen=True, dict=True):
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

    def among(self, rows: np.ndarray) -> Structure:
        """How these rows, each once, stand to each other; those of them that are NO_ROW stand nowhere."""
        place = np.full(len(self.parent) + 1, NO_ROW)
        place[rows] = np.arange(len(rows))
        place[NO_ROW] = NO_ROW
        somewhere = rows != NO_ROW
        parent, module = (np.where(somewhere, place[column[rows]], NO_ROW) for column in (self.parent, self.module))
        return Structure(parent, module, self.kind[rows], self.flags[rows])


def structure_of(graph: Graph) -> Structure:
    """How the rows of a graph stand to each other, read off its nodes."""
    nodes = graph.nodes
    parent = np.where(nodes["parent"] != 0, graph.rows(nodes["parent"]), NO_ROW)
    modules = np.flatnonzero((nodes["kind"] == _MODULE) & (nodes["parent"] == 0) & graph.alive)
    top = np.full(int(nodes["file"].max(initial=0)) + 1, NO_ROW)
    top[nodes["file"][modules]] = modules
    module = np.where(nodes["file"] > 0, top[nodes["file"]], NO_ROW)
    return Structure(parent, module, nodes["kind"].astype(np.int64), nodes["flags"].astype(np.int64))


def mixed(own: np.ndarray, structure: Structure, tuning: Mixing) -> np.ndarray:
    """The mixed score of every row; 0 where a row has no word of the task."""
    return mixed_few(own, structure, tuning, discount(structure, tuning)).dense


def mixed_few(own: np.ndarray, structure: Structure, tuning: Mixing, kept: np.ndarray) -> Few:
    """The same of the rows that have words of the task; `kept` is the discount."""
    rows = np.flatnonzero(own > 0)
    scores = own[rows]
    padded = np.append(own, 0.0)  # the last place is where NO_ROW points
    total: np.ndarray = tuning.parent * of_parent(rows, padded, structure)
    total += scores
    total += tuning.file * of_file(rows, padded, structure)
    total += tuning.child * of_best_child(rows, scores, structure)[rows]
    total *= kept[rows]
    return Few(rows, total, len(own))


def of_parent(rows: np.ndarray, padded: np.ndarray, structure: Structure) -> np.ndarray:
    """The score of the symbol around each of these rows; a module's counts as the file's instead."""
    found: np.ndarray = padded[structure.holder[rows]]
    return found


def of_file(rows: np.ndarray, padded: np.ndarray, structure: Structure) -> np.ndarray:
    """The score of the module of each of these rows: the words at the top of its file, and of its path."""
    found: np.ndarray = padded[structure.module[rows]]
    return found


def of_best_child(rows: np.ndarray, scores: np.ndarray, structure: Structure) -> np.ndarray:
    """The best score directly below every row, when these rows have these scores and the others none."""
    highest = np.zeros(len(structure.parent) + 1)
    np.maximum.at(highest, structure.parent[rows], scores)
    return highest[:-1]


def discount(structure: Structure, tuning: Mixing) -> np.ndarray:
    """What each row's kind and flags leave of its score."""
    kept = np.ones(len(structure.kind))
    kept[(structure.flags & _TESTS) != 0] *= tuning.tests
    kept[np.isin(structure.kind, _VALUES)] *= tuning.values
    kept[structure.kind == _MODULE] *= tuning.modules
    kept[np.isin(structure.kind, _PLAIN)] *= tuning.documents
    return kept


def best(scores: Column, ids: np.ndarray, limit: int) -> np.ndarray:
    """The rows of the `limit` highest scores above 0, by rounded score, then id."""
    values = scores.values if isinstance(scores, Few) else scores
    above = values > 0
    if np.count_nonzero(above) > limit > 0:  # what is below the last place by more than rounding moves it is out
        above &= values >= nth_largest(values, limit) - 10.0**-PLACES
    at = np.flatnonzero(above)
    rows = scores.rows[at] if isinstance(scores, Few) else at
    return _ordered(rows, np.round(values[at], PLACES), ids, limit)


def _ordered(found: np.ndarray, rounded: np.ndarray, ids: np.ndarray, limit: int) -> np.ndarray:
    found, rounded = found[rounded > 0], rounded[rounded > 0]
    order: np.ndarray = found[np.lexsort((ids[found], -rounded))][:limit]
    return order
