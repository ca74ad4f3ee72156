"""What points at each row, counted once per state of the graph: how surely it is meant at all, and how often called."""

from __future__ import annotations

import numpy as np

from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KIND_CODE
from seedwalk.graph.ordering import each_once
from seedwalk.model import EdgeKind

_PLACE = tuple(KIND_CODE[kind] for kind in (EdgeKind.CONTAINS, EdgeKind.MEMBER_OF))
"""Where a symbol stands is certain of every one of them, and so tells none apart."""
_CALLS = KIND_CODE[EdgeKind.CALLS]


def surest(graph: Graph) -> np.ndarray:
    """The highest confidence of the edges into each row, those of mere place aside; 0 where nothing points at it."""
    _, edges = graph.edges()
    meant = edges[~np.isin(edges["kind"], _PLACE)]
    found = np.zeros(len(graph))
    np.maximum.at(found, meant["target"], meant["confidence"].astype(float))
    return found


def callers(graph: Graph) -> np.ndarray:
    """How many different rows call each row."""
    sources, edges = graph.edges()
    called = edges["kind"] == _CALLS
    pairs = each_once(sources[called].astype(np.int64) * max(len(graph), 1) + edges["target"][called])
    return np.bincount(pairs % max(len(graph), 1), minlength=len(graph)).astype(float)
