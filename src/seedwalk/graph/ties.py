"""Which rows are tied by edges, whichever way these point: every ordered pair of neighbours once, by rows.

Two rows are often tied by several edges: a type contains its member and the member belongs to it, a function is called
and referred to. A walk goes along all of them, and back, at once: it asks for one weight to a pair. Which pair each
edge is part of depends on no weight, so it is worked out when the graph is made; sorting half a million edges would
take a command longer than all that it asks of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seedwalk.graph.sparse import Sparse
from seedwalk.tallies import distinct


class Ties(NamedTuple):
    """The neighbours of row r are `columns[starts[r] : starts[r + 1]]`, rising."""

    starts: np.ndarray
    columns: np.ndarray
    forward: np.ndarray
    """For each edge the place of (source, target),"""
    backward: np.ndarray
    """and that of (target, source)."""

    def weighed(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What edges of these weights add up to for every pair, those from its first row and those from its second."""
        count = len(self.columns)
        return np.bincount(self.forward, weights, count), np.bincount(self.backward, weights, count)

    def matrix(self, values: np.ndarray, size: int) -> tuple[Sparse, np.ndarray | slice]:
        """One value to a pair as a matrix of `size` rows, and the pairs that are in it: those without any are not."""
        starts = self.starts
        if len(starts) <= size:  # rows added after these ties were made have none
            starts = np.concatenate([starts, np.full(size + 1 - len(starts), starts[-1], starts.dtype)])
        carries = np.flatnonzero(values)
        if len(carries) == len(values):
            return Sparse(starts.astype(np.int64), self.columns.astype(np.int64), values), slice(None)
        kept = Sparse(np.searchsorted(carries, starts), self.columns[carries].astype(np.int64), values[carries])
        return kept, carries


def ties_of(size: int, sources: np.ndarray, targets: np.ndarray) -> Ties:
    """The ties of edges between rows below `size`."""
    there = sources.astype(np.int64) * size + targets
    back = targets.astype(np.int64) * size + sources
    pairs = distinct(np.concatenate([there, back]))
    rows, columns = np.divmod(pairs, max(size, 1))
    starts = np.searchsorted(rows, np.arange(size + 1))
    return Ties(*(part.astype(np.int32) for part in (
        starts, columns, np.searchsorted(pairs, there), np.searchsorted(pairs, back),
    )))  # fmt: skip
