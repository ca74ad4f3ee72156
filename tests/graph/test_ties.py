"""Ties say of every pair of rows what its edges say, however many there are and whichever way they point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.graph.matrix import WalkMatrix, walk_matrix
from seedwalk.graph.ties import ties_of, unpacked
from tests.graph.parts import ATTENUATION, BACKWARD, SIZE, WEIGHTS, Drawn, dense, drawn_edges, graph, part


def flowing(matrix: WalkMatrix) -> np.ndarray:
    found = np.zeros((SIZE, SIZE))
    for flow in matrix.flows:
        found[flow.rows, flow.columns] += flow.values
    return found


@given(drawn_edges, drawn_edges)
def test_a_pair_flows_by_all_its_living_edges(below: Drawn, above: Drawn) -> None:
    matrix = walk_matrix(graph(part(below), part(above)), WEIGHTS, ATTENUATION, BACKWARD)
    wanted = dense(below) + dense(above)
    assert flowing(matrix) == pytest.approx(wanted, abs=1e-6)
    assert (flowing(matrix) > 0).tolist() == (wanted > 0).tolist()
    around = wanted.sum(axis=1)
    assert matrix.share == pytest.approx(np.divide(1.0, around, out=np.zeros(SIZE), where=around > 0), rel=1e-5)


@given(drawn_edges, st.lists(st.booleans(), min_size=30, max_size=30))
def test_what_is_kept_of_a_part_does_not_show_which_edges_were_dead(drawn: Drawn, dead: list[bool]) -> None:
    base, nothing = part(drawn), part([])
    walk_matrix(graph(base, nothing), WEIGHTS, ATTENUATION, BACKWARD)
    later = [(*edge[:4], gone) for edge, gone in zip(drawn, dead, strict=False)]
    again = replace(base, dead=part(later).dead)
    matrix = walk_matrix(graph(again, nothing), WEIGHTS, ATTENUATION, BACKWARD)
    assert flowing(matrix) == pytest.approx(dense(later), abs=1e-6)


@given(drawn_edges)
def test_neighbours_rise_each_once_and_tie_both_ways(drawn: Drawn) -> None:
    ties = part(drawn).ties
    pairs = [(row, column) for row in range(SIZE) for column in ties.columns[ties.starts[row] : ties.starts[row + 1]]]
    assert pairs == sorted({pair for source, target, *_ in drawn for pair in ((source, target), (target, source))})


@given(drawn_edges)
def test_ties_are_read_as_they_were_stored(drawn: Drawn) -> None:
    ties = part(drawn).ties
    again = unpacked(*(one.tobytes() for one in ties))
    assert all(one.tolist() == other.tolist() for one, other in zip(ties, again, strict=True))


def test_pairs_tied_alike_share_a_bond() -> None:
    ties = ties_of(4, np.array([0, 2, 0, 2]), np.array([1, 3, 1, 3]), np.array([5, 5, 7, 7]))
    assert ties.bond.tolist() == [ties.bond[0], ties.bond[1], ties.bond[0], ties.bond[1]]
    assert sorted(map(tuple, ties.bonds[:, 1:].tolist())) == [(5, 0, 1), (5, 1, 0), (7, 0, 1), (7, 1, 0)]
