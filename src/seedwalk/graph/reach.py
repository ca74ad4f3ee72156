"""Who depends on this, and through whom? A search backwards over edges, level by level.

Of several ways of one length to a symbol the one whose weakest edge is surest is told; of equally sure ones, the one
through the smaller row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from msgspec import Struct

from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KIND_CODE
from seedwalk.model import EdgeKind


class Reached(Struct, frozen=True):
    """A row that depends on where the search began, one edge further than `through`."""

    row: int
    depth: int
    through: int
    line: int
    kind: int
    provenance: int
    confidence: float
    """Of the weakest edge on the way."""


def dependents(
    graph: Graph, starts: Collection[int], kinds: Iterable[EdgeKind], depth: int,
    onward: Iterable[EdgeKind] = (),
) -> dict[int, Reached]:  # fmt: skip
    """Every row from which edges of these kinds lead to one of `starts` within `depth` steps, by row.

    Edges of the kinds `onward` are followed the other way: what a decorator decorates depends on the decorator.
    """
    sources, edges = graph.edges()
    froms, tos, table = _oriented(sources, edges, kinds, onward)
    order = np.argsort(tos, kind="stable")
    tos, froms, table = tos[order], froms[order], table[order]
    found: dict[int, Reached] = {}
    seen = set(starts)
    sure = dict.fromkeys(starts, 1.0)
    level = sorted(starts)
    for step in range(1, depth + 1):
        best: dict[int, Reached] = {}
        begins, ends = np.searchsorted(tos, level), np.searchsorted(tos, level, side="right")
        for to, begin, end in zip(level, begins.tolist(), ends.tolist(), strict=True):
            for at in range(begin, end):
                row = int(froms[at])
                if row in seen:
                    continue
                edge = table[at]
                confidence = min(sure[to], round(float(edge["confidence"]), 4))
                known = best.get(row)
                if known is None or confidence > known.confidence:
                    best[row] = Reached(
                        row, step, to, int(edge["line"]), int(edge["kind"]), int(edge["provenance"]), confidence
                    )
        if not best:
            break
        found |= best
        seen |= best.keys()
        sure |= {row: reached.confidence for row, reached in best.items()}
        level = sorted(best)
    return found


def _oriented(
    sources: np.ndarray, edges: np.ndarray, kinds: Iterable[EdgeKind], onward: Iterable[EdgeKind]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(dependent row, row depended on, edge) of every edge to follow."""
    back = np.isin(edges["kind"], [KIND_CODE[kind] for kind in kinds])
    forth = np.isin(edges["kind"], [KIND_CODE[kind] for kind in onward])
    froms = np.concatenate([sources[back], edges["target"][forth]])
    tos = np.concatenate([edges["target"][back], sources[forth]])
    return froms, tos, np.concatenate([edges[back], edges[forth]])


def way(found: dict[int, Reached], row: int) -> list[int]:
    """The rows from one that was reached to where the search began, both included."""
    path = [row]
    while row in found:
        row = found[row].through
        path.append(row)
    return path
