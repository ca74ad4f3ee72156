"""What a name takes from a symbol's score: one that was read already tells less, and so does one kept to itself.

    left(s) = namesakes ^ (better symbols of the same name) * private, if the name begins with one underscore

Ten classes may each have a `resolve` that fits a task; whoever sees the first knows of the others, and nine places are
free for something else. Diversity by type, by file or by kind was tried as well and costs what it gains
(docs/experiments/014). A private name is looked at among the same few (docs/experiments/016).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable

import numpy as np

from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols


def by_name(
    connection: sqlite3.Connection, graph: Graph, rows: np.ndarray, namesakes: float, private: float
) -> np.ndarray:
    """What their names leave of each of these rows of the graph, the best first."""
    names = symbols.names(connection, graph.ids[rows].tolist())
    left: np.ndarray = np.multiply(left_of(names, namesakes), of_private(names, private))
    return left


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


def of_private(names: Iterable[str], share: float) -> list[float]:
    """What is left of each: two underscores are the language's own names, or the reader's.

    >>> of_private(["_load", "load", "__init__", "_"], 0.9)
    [0.9, 1.0, 1.0, 1.0]
    """
    return [share if name[:1] == "_" != name[1:2] and len(name) > 1 else 1.0 for name in names]
