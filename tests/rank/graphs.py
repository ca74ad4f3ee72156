"""Small graphs written by hand: rows are numbers, edges say their kind and how they are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seedwalk.config import CONFIDENCE, SEED_WEIGHTS
from seedwalk.graph.arrays import EDGE, NODE, Graph, part_of
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE
from seedwalk.graph.matrix import WalkMatrix, walk_matrix
from seedwalk.model import EdgeKind, Provenance

Line = tuple[int, int, EdgeKind] | tuple[int, int, EdgeKind, Provenance]


def graph(size: int, lines: Sequence[Line]) -> Graph:
    """Rows 0 to size - 1 and these edges between them."""
    nodes = np.zeros(size, NODE)
    nodes["id"] = np.arange(1, size + 1)
    nodes["file"] = 1
    edges = np.zeros(len(lines), EDGE)
    for at, (_, target, kind, *known) in enumerate(lines):
        provenance = known[0] if known else Provenance.AST_INFERRED
        edges[at] = (target, 1, 1, CONFIDENCE[provenance], KIND_CODE[kind], PROVENANCE_CODE[provenance])
    sources = np.array([line[0] for line in lines], np.int64)
    nothing = part_of(size, np.zeros(0, np.int64), np.zeros(0, EDGE))
    return Graph(nodes, np.ones(size, bool), part_of(size, sources, edges), nothing, size)


def matrix(
    size: int, lines: Sequence[Line], *, backward: float = 0.0, attenuation: dict[Provenance, float] | None = None
) -> WalkMatrix:
    return walk_matrix(graph(size, lines), SEED_WEIGHTS, attenuation or {}, backward)


def seeds(size: int, **weights: float) -> np.ndarray:
    """Weights by row, given as r0=1.0, r3=0.5."""
    start = np.zeros(size)
    for name, weight in weights.items():
        start[int(name.removeprefix("r"))] = weight
    return start
