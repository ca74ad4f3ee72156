"""Small graphs in two parts, drawn at random, some of their edges dead."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.graph.arrays import EDGE, NODE, Graph, Part, part_of
from seedwalk.graph.edges import KINDS, PROVENANCES

SIZE = 6
BACKWARD = 0.3
WEIGHTS = {kind: (at % 4) / 4 for at, kind in enumerate(KINDS)}
"""Every fourth kind has no weight."""
ATTENUATION = {provenance: 1.0 - at / 10 for at, provenance in enumerate(PROVENANCES)}
Drawn = list[tuple[int, int, int, int, bool]]
"""Edges of (source, target, kind, provenance, whether it is dead)."""
ends = st.integers(0, SIZE - 1)
drawn_edges = st.lists(
    st.tuples(ends, ends, st.integers(0, len(KINDS) - 1), st.integers(0, len(PROVENANCES) - 1), st.booleans()),
    max_size=30,
)


def part(drawn: Drawn, size: int = SIZE) -> Part:
    """These edges between so many rows."""
    table = np.zeros(len(drawn), EDGE)
    for at, (_, target, kind, provenance, dead) in enumerate(drawn):
        table[at] = (target, int(dead), 1, 1.0, kind, provenance)
    made = part_of(size, np.array([row[0] for row in drawn], np.int64), table)
    return replace(made, dead=made.edges["owner"] == 1)


def dense(drawn: Drawn, size: int = SIZE) -> np.ndarray:
    """What flows from each row to each, added up edge by edge."""
    found = np.zeros((size, size))
    for source, target, kind, provenance, dead in drawn:
        weight = 0.0 if dead else WEIGHTS[KINDS[kind]] * ATTENUATION[PROVENANCES[provenance]]
        found[source, target] += weight
        found[target, source] += BACKWARD * weight
    return found


def graph(base: Part, over: Part, size: int = SIZE) -> Graph:
    return Graph(np.zeros(size, NODE), np.ones(size, bool), base, over, size)
