"""Which rows are tied by edges, whichever way these point: every ordered pair of neighbours once, by rows.

Two rows are often tied by several edges: a type contains its member and the member belongs to it, a function is called
and referred to. A walk goes along all of them, and back, at once: it asks for one weight to a pair. What ties a pair
depends on no weight, so it is worked out when the graph is made, and few sets of edges tie all pairs there are: some
hundred bonds half a million of them. Weighing a graph is weighing its bonds.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from seedwalk.arrays.tallies import sums
from seedwalk.compiled import quick
from seedwalk.graph.ordering import stable_order
from seedwalk.graph.sparse import Sparse

_HASH_BYTES = 8
_STRETCH = 2**13
"""Pairs that are weighed at once."""
_SHORT = 2**16
"""Bonds up to so many are numbered in two bytes each."""


class Ties(NamedTuple):
    """The neighbours of row r are `columns[starts[r] : starts[r + 1]]`, rising."""

    starts: np.ndarray
    columns: np.ndarray
    bond: np.ndarray
    """By which bond each pair is tied."""
    bonds: np.ndarray
    """Rows of (bond, sort of edge, edges of it along the pair, edges of it against the pair)."""

    def weighed(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What edges of these weights by sort add up to in every bond, along its pairs and against them."""
        number, sort, along, against = self.bonds.T
        count = int(number.max(initial=-1)) + 1
        return sums(number, weights[sort] * along, count), sums(number, weights[sort] * against, count)

    def values(self, weights: np.ndarray) -> np.ndarray:
        """The weight of every pair, of weights by bond.

        Looked up in stretches: all at once, numpy would first write the number of every bond anew, and fresh memory is
        what costs a process that has just begun.
        """
        found = np.empty(len(self.bond))
        for start in range(0, len(found), _STRETCH):
            part = slice(start, start + _STRETCH)
            np.take(weights, self.bond[part], out=found[part], mode="clip")
        return found

    def matrix(self, values: np.ndarray) -> Sparse:
        """One value to a pair as a matrix of the rows there are; pairs without any are not in it."""
        starts, carrying = self.starts.astype(np.int64), values > 0
        if carrying.all():
            return Sparse(starts, self.columns, values)
        carries = np.flatnonzero(carrying)
        before = np.searchsorted(carries, starts)
        return Sparse(before, self.columns.take(carries), values.take(carries))


def padded(starts: np.ndarray, size: int) -> np.ndarray:
    """Where what each of so many rows has begins; rows added after it was worked out have nothing."""
    return np.concatenate([starts, np.full(size + 1 - len(starts), starts[-1])])


def ties_of(size: int, sources: np.ndarray, targets: np.ndarray, sorts: np.ndarray) -> Ties:
    """The ties of edges between rows below `size`, each of its sort."""
    compiled = quick()
    if compiled is None:
        return plain_ties(size, sources, targets, sorts)
    ends = (np.ascontiguousarray(end, np.int32) for end in (sources, targets))
    marks = _marks(2 * (int(sorts.max(initial=0)) + 1))
    told = compiled.tie(*ends, np.ascontiguousarray(sorts, np.int64), marks, size)
    kinds = (np.int32, np.int32, np.uint32, np.uint64, np.uint32, np.uint32)
    starts, columns, met, marked, turned, sizes = map(np.frombuffer, told, kinds)
    order = np.argsort(marked)  # bonds are numbered as they are met there, and by their marks here
    kind = "<u2" if len(order) < _SHORT else "<u4"
    number = np.empty(len(order), kind)
    number[order] = np.arange(len(order))
    begins = np.cumsum(sizes, dtype=np.int64) - sizes
    shown = _bonds(turned.astype(np.int64), begins[order], begins[order] + sizes[order])
    return Ties(starts.astype("<i4"), columns.astype("<i4"), number[met], shown.astype("<i4"))


def plain_ties(size: int, sources: np.ndarray, targets: np.ndarray, sorts: np.ndarray) -> Ties:
    """What `ties_of` gives."""
    there, back = (a.astype(np.int64) * size + b for a, b in ((sources, targets), (targets, sources)))
    keys = np.concatenate([there, back])
    order = stable_order(keys)
    pairs = keys[order]
    first = np.flatnonzero(np.concatenate([pairs[:1] == pairs[:1], pairs[1:] != pairs[:-1]]))
    turned = np.concatenate([sorts * 2, sorts * 2 + 1]).astype(np.int64)[order]
    marks = np.add.reduceat(_marks(int(turned.max()) + 1)[turned], first) if len(first) else np.zeros(0, "<u8")
    shown, bond = _told_apart(marks)
    rows, columns = np.divmod(pairs[first], max(size, 1))
    starts = np.searchsorted(rows, np.arange(size + 1))
    ends = np.append(first[1:], len(pairs))
    told = _bonds(turned, first[shown], ends[shown])
    kind = "<u2" if len(shown) < _SHORT else "<u4"
    return Ties(starts.astype("<i4"), columns.astype("<i4"), bond.astype(kind), told.astype("<i4"))


def unpacked(starts: bytes, columns: bytes, bond: bytes, bonds: bytes) -> Ties:
    """Ties as their arrays were stored."""
    neighbours = np.frombuffer(columns, "<i4")
    kind = "<u2" if len(bond) == 2 * len(neighbours) else "<u4"
    rows = np.frombuffer(bonds, "<i4").reshape(-1, 4)
    return Ties(np.frombuffer(starts, "<i4"), neighbours, np.frombuffer(bond, kind), rows)


def _bonds(turned: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Of the edges of some pairs, told apart by which way they lead: (pair, sort, how many along, how many against)."""
    sizes = ends - starts
    number = np.repeat(np.arange(len(starts)), sizes)
    turned = turned[np.arange(len(number)) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)]
    width = int(turned.max(initial=0)) // 2 + 1
    sorts, against = np.divmod(turned, 2)
    keys, place = np.unique(number * width + sorts, return_inverse=True)
    counts = np.bincount(place * 2 + against, minlength=2 * len(keys)).reshape(-1, 2)
    return np.column_stack([*np.divmod(keys, width), counts])


def _told_apart(marks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each mark stands first, by mark; and the number of each mark among them."""
    order = np.argsort(marks)
    ordered = marks[order]
    fresh = np.concatenate([ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]])
    number = np.empty(len(marks), np.int64)
    number[order] = np.cumsum(fresh) - 1
    return np.minimum.reduceat(order, np.flatnonzero(fresh)) if len(order) else order, number


@cache
def _marks(count: int) -> np.ndarray:
    """A number to each sort whose sums tell sets of sorts apart."""
    told = b"".join(blake2b(str(number).encode(), digest_size=_HASH_BYTES).digest() for number in range(count))
    return np.frombuffer(told, "<u8")
