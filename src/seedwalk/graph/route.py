"""How does one symbol lead to another? The shortest way over edges, whichever way they point.

Of several ways of one length the one over the heavier edges is told, looking from the end; of equal ones, the one
through the smaller row.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from msgspec import Struct

from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KINDS
from seedwalk.model import EdgeKind


class Hop(Struct, frozen=True):
    """A row on the way, and the edge to the next one; `forward` says that the edge points there. The end has none."""

    row: int
    kind: EdgeKind | None = None
    forward: bool = True


def route(
    graph: Graph, starts: Collection[int], end: int, weights: Mapping[EdgeKind, float], longest: int
) -> list[Hop]:
    """The way from the nearest of `starts` to `end`, both included; empty when none is within `longest` edges.

    Edges whose kind has no weight are not walked, so they are not told.
    """
    begins = np.zeros(len(graph), bool)
    begins[list(starts)] = True
    if begins[end]:
        return [Hop(end)]
    sources, targets, kinds, heavy = _walked(graph, weights)
    onward = np.full(len(graph), -1)
    through, forward = np.zeros(len(graph), np.int64), np.zeros(len(graph), bool)
    seen = np.zeros(len(graph), bool)
    seen[end] = True
    level = seen.copy()
    for _ in range(longest):
        into, out = level[targets] & ~seen[sources], level[sources] & ~seen[targets]
        rows = np.concatenate([sources[into], targets[out]])
        nexts = np.concatenate([targets[into], sources[out]])
        order = np.lexsort((nexts, -np.concatenate([heavy[into], heavy[out]]), rows))
        found, first = np.unique(rows[order], return_index=True)
        if not len(found):
            return []
        chosen = order[first]
        onward[found] = nexts[chosen]
        through[found] = np.concatenate([kinds[into], kinds[out]])[chosen]
        forward[found] = chosen < int(into.sum())
        seen[found] = True
        level = np.zeros(len(graph), bool)
        level[found] = True
        if (level & begins).any():
            return _told(int(np.flatnonzero(level & begins)[0]), end, onward, through, forward)
    return []


def _walked(graph: Graph, weights: Mapping[EdgeKind, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Source, target, kind and weight of every edge that a walk may take."""
    sources, edges = graph.edges()
    heavy = np.array([weights.get(kind, 0.0) for kind in KINDS])[edges["kind"]]
    kept = heavy > 0
    return sources[kept], edges["target"][kept], edges["kind"][kept], heavy[kept]


def _told(start: int, end: int, onward: np.ndarray, through: np.ndarray, forward: np.ndarray) -> list[Hop]:
    hops, row = [], start
    while row != end:
        hops.append(Hop(row, KINDS[int(through[row])], bool(forward[row])))
        row = int(onward[row])
    return [*hops, Hop(end)]
