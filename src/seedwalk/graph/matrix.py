"""The walk matrix: who hands how much of its mass to whom, with the weights of a profile applied as it is loaded.

Row r of the matrix gives each neighbour of r its share: weight of the edge's kind times what its provenance leaves of
it, divided by the sum over r's edges. `backward` lets mass flow against edges too, at a part of their weight, so that a
callee finds its callers. The base part and the part over it are multiplied one after the other and never merged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seedwalk.graph.arrays import Graph, Part
from seedwalk.graph.edges import KINDS, PROVENANCES
from seedwalk.graph.sparse import Sparse
from seedwalk.model import EdgeKind, Provenance

_FEW = 0.05
"""Share of the rows below which looking up each one's edges is cheaper than a product with all of them."""


@dataclass(frozen=True)
class WalkMatrix:
    """One step of a walk: `spread(mass)` is where the mass goes; what stands in a dead end stays where it is lost."""

    parts: tuple[Sparse, ...]
    share: np.ndarray
    """1 / sum of the weights around each row; 0 for a dead end."""
    backward: float

    def spread(self, mass: np.ndarray) -> np.ndarray:
        """Where the mass goes. Where few rows have any, only their edges are looked at: a walk begins at few."""
        given = mass * self.share
        rows = np.flatnonzero(given)
        if len(rows) < _FEW * len(given):
            return self._spread_few(rows, given[rows])
        total = np.zeros_like(mass)
        for part in self._filled:
            total += part.given(given)
            if self.backward:
                total += self.backward * part.taken(given)
        return total

    def _spread_few(self, rows: np.ndarray, given: np.ndarray) -> np.ndarray:
        total = np.zeros(len(self.share))
        for part in self._filled:
            total += part.given_by(rows, given)
            if self.backward:
                total += self.backward * part.transposed.given_by(rows, given)
        return total

    @cached_property
    def _filled(self) -> tuple[Sparse, ...]:
        return tuple(part for part in self.parts if len(part.values))

    @cached_property
    def dead_ends(self) -> np.ndarray:
        """The rows that hand nothing on."""
        ends: np.ndarray = np.flatnonzero(self.share == 0)
        return ends


def walk_matrix(
    graph: Graph, weights: Mapping[EdgeKind, float], attenuation: Mapping[Provenance, float], backward: float
) -> WalkMatrix:
    by_kind = np.array([weights[kind] for kind in KINDS], np.float32)
    by_provenance = np.array([attenuation.get(provenance, 1.0) for provenance in PROVENANCES], np.float32)
    table = np.outer(by_kind, by_provenance).astype(float)
    size = len(graph)
    return sharing(tuple(_weighted(part, table, size) for part in (graph.base, graph.over)), size, backward)


def sharing(parts: tuple[Sparse, ...], size: int, backward: float) -> WalkMatrix:
    """The walk in which every row gives all it has, by the weights around it."""
    around = np.zeros(size)
    for part in parts:
        around += np.bincount(part.rows, part.values, minlength=size)
        if backward:
            around += backward * np.bincount(part.columns, part.values, minlength=size)
    share = np.divide(1.0, around, out=np.zeros(size), where=around > 0)
    return WalkMatrix(parts, share, backward)


def _weighted(part: Part, table: np.ndarray, size: int) -> Sparse:
    """The edges of a part that carry anything, by a table of weights by kind and provenance."""
    values = table.ravel()[part.edges["kind"] * np.intp(table.shape[1]) + part.edges["provenance"]]
    if part.dead is not None:
        values[part.dead] = 0.0
    starts = part.starts
    if len(starts) <= size:  # rows added after this part was made have no edges in it
        starts = np.concatenate([starts, np.full(size + 1 - len(starts), starts[-1], starts.dtype)])
    carries = np.flatnonzero(values > 0)  # an edge without weight would cost its product at every step
    if len(carries) == len(values):
        return Sparse(starts, part.edges["target"].astype(np.int64), values)
    return Sparse(np.searchsorted(carries, starts), part.edges["target"][carries].astype(np.int64), values[carries])
