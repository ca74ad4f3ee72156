"""A name that was read already tells less: of the symbols called alike, each after the first counts less.

    left(s) = share ^ (better symbols of the same name)

Ten classes may each have a `resolve` that fits a task; whoever sees the first knows of the others, and nine places are
free for something else. Diversity by type, by file or by kind was tried as well and costs what it gains
(docs/experiments/014).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable

import numpy as np

from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols


def said_once(connection: sqlite3.Connection, graph: Graph, rows: np.ndarray, share: float) -> np.ndarray:
    """What is left of each of these rows of the graph, the best first, whose names are compared."""
    return np.array(left_of(symbols.names(connection, graph.ids[rows].tolist()), share), float)


def left_of(names: Iterable[str], share: float) -> list[float]:
    """What is left of each, the best first.

    >>> left_of(["get", "Cache", "get", "set", "get"], 0.5)
    [1.0, 1.0, 0.5, 1.0, 0.25]
    """
    before: Counter[str] = Counter()
    left = []
    for name in names:
        left.append(share ** before[name])
        before[name] += 1
    return left
