"""Ties say of every pair of rows what its edges say, however many there are and whichever way they point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.graph.arrays import EDGE, NODE, Graph, Part, part_of
from seedwalk.graph.edges import KINDS, PROVENANCES
from seedwalk.graph.matrix import WalkMatrix, walk_matrix
from seedwalk.graph.ties import ties_of, unpacked

SIZE = 6
BACKWARD = 0.3
WEIGHTS = {kind: (at % 4) / 4 for at, kind in enumerate(KINDS)}
"""Every fourth kind has no weight."""
ATTENUATION = {provenance: 1.0 - at / 10 for at, provenance in enumerate(PROVENANCES)}
ends = st.integers(0, SIZE - 1)
edges = st.lists(
    st.tuples(ends, ends, st.integers(0, len(KINDS) - 1), st.integers(0, len(PROVENANCES) - 1), st.booleans()),
    max_size=30,
)


def part(drawn: list[tuple[int, int, int, int, bool]]) -> Part:
    """Edges of (source, target, kind, provenance, whether it is dead)."""
    table = np.zeros(len(drawn), EDGE)
    for at, (_, target, kind, provenance, dead) in enumerate(drawn):
        table[at] = (target, int(dead), 1, 1.0, kind, provenance)
    made = part_of(SIZE, np.array([row[0] for row in drawn], np.int64), table)
    return replace(made, dead=made.edges["owner"] == 1)


def dense(drawn: list[tuple[int, int, int, int, bool]]) -> np.ndarray:
    """What flows from each row to each, added up edge by edge."""
    found = np.zeros((SIZE, SIZE))
    for source, target, kind, provenance, dead in drawn:
        weight = 0.0 if dead else WEIGHTS[KINDS[kind]] * ATTENUATION[PROVENANCES[provenance]]
        found[source, target] += weight
        found[target, source] += BACKWARD * weight
    return found


def flowing(matrix: WalkMatrix) -> np.ndarray:
    found = np.zeros((SIZE, SIZE))
    for flow in matrix.flows:
        found[flow.rows, flow.columns] += flow.values
    return found


def graph(base: Part, over: Part) -> Graph:
    nodes = np.zeros(SIZE, NODE)
    return Graph(nodes, np.ones(SIZE, bool), base, over, SIZE)


@given(edges, edges)
def test_a_pair_flows_by_all_its_living_edges(
    below: list[tuple[int, int, int, int, bool]], above: list[tuple[int, int, int, int, bool]]
) -> None:
    matrix = walk_matrix(graph(part(below), part(above)), WEIGHTS, ATTENUATION, BACKWARD)
    wanted = dense(below) + dense(above)
    assert flowing(matrix) == pytest.approx(wanted, abs=1e-6)
    assert (flowing(matrix) > 0).tolist() == (wanted > 0).tolist()
    around = wanted.sum(axis=1)
    assert matrix.share == pytest.approx(np.divide(1.0, around, out=np.zeros(SIZE), where=around > 0), rel=1e-5)


@given(edges)
def test_neighbours_rise_each_once_and_tie_both_ways(drawn: list[tuple[int, int, int, int, bool]]) -> None:
    ties = part(drawn).ties
    pairs = [(row, column) for row in range(SIZE) for column in ties.columns[ties.starts[row] : ties.starts[row + 1]]]
    assert pairs == sorted({pair for source, target, *_ in drawn for pair in ((source, target), (target, source))})


@given(edges)
def test_ties_are_read_as_they_were_stored(drawn: list[tuple[int, int, int, int, bool]]) -> None:
    ties = part(drawn).ties
    again = unpacked(*(one.tobytes() for one in ties))
    assert all(one.tolist() == other.tolist() for one, other in zip(ties, again, strict=True))


def test_pairs_tied_alike_share_a_bond() -> None:
    ties = ties_of(4, np.array([0, 2, 0, 2]), np.array([1, 3, 1, 3]), np.array([5, 5, 7, 7]))
    assert ties.bond.tolist() == [ties.bond[0], ties.bond[1], ties.bond[0], ties.bond[1]]
    assert sorted(map(tuple, ties.bonds[:, 1:].tolist())) == [(5, 0, 1), (5, 1, 0), (7, 0, 1), (7, 1, 0)]
