"""The walk matrix: who hands how much of its mass to whom, with the weights of a profile applied as it is loaded.

Row r of the matrix gives each neighbour of r its share: weight of the edge's kind times what its provenance leaves of
it, divided by the sum over r's edges. `backward` lets mass flow against edges too, at a part of their weight, so that a
callee finds its callers. The base part and the part over it are multiplied one after the other and never merged.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Column, Few
from seedwalk.arrays.tallies import distinct, stretches, sums
from seedwalk.compiled import quick
from seedwalk.graph.arrays import Graph, Part
from seedwalk.graph.edges import KINDS, PROVENANCES, sorts_of
from seedwalk.graph.sparse import Sparse
from seedwalk.graph.ties import padded
from seedwalk.model import EdgeKind, Provenance

_FEW = 0.3
"""Share of the values below which looking up those of some rows is cheaper than a product with all of them."""

_SPARSE = 0.25
"""Edges to a row below which what they lead to is told by itself: arrays over all rows would cost more."""


class WalkMatrix(Struct, frozen=True, dict=True):
    """One step of a walk: `spread` says where mass goes; what stands in a dead end goes nowhere."""

    flows: tuple[Sparse, ...]
    """The weights along edges and against them, one to a pair of rows in each part."""
    share: np.ndarray
    """1 / sum of the weights around each row; 0 for a dead end."""
    along: Callable[[], tuple[Sparse, ...]]
    """Makes the weights along edges alone."""

    def spread(self, rows: np.ndarray, mass: np.ndarray, told: np.ndarray) -> tuple[Column, float]:
        """Where the mass of these rows goes, and how much of it stands in dead ends.

        Where few rows have any, only their edges are looked at, and where these are few, only what they lead to: a walk
        begins at few. `told` are rows that are named in what few rows get, whether they get anything or not."""
        share = self.share[rows]
        given, lost = mass * share, float(mass[share == 0].sum())
        edges = [int(flow.sizes[rows].sum()) for flow in self._filled]
        if sum(edges) < _SPARSE * len(self.share):
            return self._to_few([flow.gifts(rows, given) for flow in self._filled], told), lost
        got = [self._to_all(flow, many, rows, given) for flow, many in zip(self._filled, edges, strict=True)]
        return functools.reduce(operator.add, got, np.zeros(len(self.share))) if len(got) != 1 else got[0], lost

    def _to_all(self, flow: Sparse, edges: int, rows: np.ndarray, given: np.ndarray) -> np.ndarray:
        """What every row gets, of rows with so many edges."""
        compiled = quick()
        if compiled is not None and flow.narrow:
            total = np.zeros(len(flow))
            compiled.give(flow.starts, flow.columns, flow.values, rows, given, total)
            return total
        if edges < _FEW * len(flow.values):
            to, amounts = flow.gifts(rows, given)
            return sums(to, amounts, len(flow))
        whole = np.zeros(len(flow))
        whole[rows] = given
        return flow.given(whole)

    def _to_few(self, gifts: Sequence[tuple[np.ndarray, np.ndarray]], told: np.ndarray) -> Few:
        """What those rows get that get anything, and those of `told`; rows rise."""
        size = len(self.share)
        named, number = np.zeros(size, bool), np.empty(size, np.intp)
        for to in (told, *(to for to, _ in gifts)):
            named[to] = True
        rows = np.flatnonzero(named)
        number[rows] = np.arange(len(rows))
        got = (sums(number[to], amounts, len(rows)) for to, amounts in gifts)
        return Few(rows, functools.reduce(operator.add, got, np.zeros(len(rows))), size)

    @cached_property
    def parts(self) -> tuple[Sparse, ...]:
        """The weights along edges alone, one to a pair in each part: few ask for them."""
        return self.along()

    @cached_property
    def _filled(self) -> tuple[Sparse, ...]:
        return tuple(flow for flow in self.flows if len(flow.values))


def walk_matrix(
    graph: Graph, weights: Mapping[EdgeKind, float], attenuation: Mapping[Provenance, float], backward: float
) -> WalkMatrix:
    by_sort = weights_by_sort(weights, attenuation)
    parts = (graph.base, graph.over)
    flows = tuple(_weighted(part, by_sort, len(graph), backward) for part in parts)
    return sharing(flows, lambda: tuple(_weighted(part, by_sort, len(graph), 0.0) for part in parts))


def weights_by_sort(weights: Mapping[EdgeKind, float], attenuation: Mapping[Provenance, float]) -> np.ndarray:
    """What an edge of each sort weighs: its kind's weight, times what the way it is known leaves of that."""
    by_kind = np.array([weights[kind] for kind in KINDS], np.float32)
    by_provenance = np.array([attenuation.get(provenance, 1.0) for provenance in PROVENANCES], np.float32)
    return np.outer(by_kind, by_provenance).astype(float).ravel()


def leading(graph: Graph, kinds: Collection[EdgeKind]) -> tuple[Sparse, ...]:
    """Where edges of these kinds lead, by rows: a value to each pair that one ties, in each part."""
    by_sort = np.repeat([float(kind in kinds) for kind in KINDS], len(PROVENANCES))
    return tuple(_weighted(part, by_sort, len(graph), 0.0) for part in (graph.base, graph.over))


def sharing(flows: tuple[Sparse, ...], along: Callable[[], tuple[Sparse, ...]]) -> WalkMatrix:
    """The walk in which every row gives all it has, by the weights around it."""
    around = np.sum([flow.sums for flow in flows], axis=0)
    share = np.divide(1.0, around, out=np.zeros(len(around)), where=around > 0)
    return WalkMatrix(flows, share, along)


def _weighted(part: Part, by_sort: np.ndarray, size: int, backward: float) -> Sparse:
    """The weights of a part along its edges, and a part of them against these, by the weight of each sort of edge."""
    flow = whole_flow(part, by_sort, backward)
    columns, values, starts = flow.columns, flow.values, padded(flow.starts, size)
    at, left = lessened(part, by_sort, backward)
    if len(at):
        values = values.copy()
        values[at] = left
        gone = at[left <= 0]
        columns, values = np.delete(columns, gone), np.delete(values, gone)
        starts -= np.searchsorted(gone, starts)
    return Sparse(starts, columns, values)


def whole_flow(part: Part, by_sort: np.ndarray, backward: float) -> Sparse:
    """The same as if no edge had died: it is kept with the part, whatever dies in it."""

    def make() -> Sparse:
        along, against = part.ties.weighed(by_sort)
        return part.ties.matrix(part.ties.values(along + backward * against))

    return part.once(("flow", by_sort.tobytes(), backward, len(part.ties.starts)), make)


def lessened(part: Part, by_sort: np.ndarray, backward: float) -> tuple[np.ndarray, np.ndarray]:
    """Which values of the whole flow dead edges have lessened, rising, and what is left of each.

    All edges between the same rows stand among the edges of these: the others need not be looked at.
    """
    gone = np.flatnonzero(part.dead) if part.dead is not None else np.zeros(0, np.int64)
    if part.dead is None or not len(gone):
        return gone, np.zeros(0)
    size = len(part.starts)
    touched = np.zeros(size, bool)
    touched[np.searchsorted(part.starts, gone, "right") - 1] = touched[part.edges["target"][gone]] = True
    rows = np.flatnonzero(touched)
    many = part.starts[rows + 1] - part.starts[rows]
    near = stretches(part.starts[rows], many)
    sources, targets = np.repeat(rows, many), part.edges["target"][near].astype(np.int64)
    within = np.flatnonzero(touched[targets])
    near, there, back = near[within], (sources * size + targets)[within], (targets * size + sources)[within]
    pairs = distinct(np.concatenate([there, back]))
    lives, weights = ~part.dead[near], by_sort[sorts_of(part.edges[near])]
    at = np.searchsorted(pairs, np.concatenate([there[lives], back[lives]]))
    left = sums(at, np.concatenate([weights[lives], backward * weights[lives]]), len(pairs))
    places, known = whole_flow(part, by_sort, backward).found(*np.divmod(pairs, size))
    return places, left[known]  # the others weighed nothing before
