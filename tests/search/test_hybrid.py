"""The mathematics of search: laws of the walk and of mixing places with the graph."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import Searching
from seedwalk.graph.edges import KIND_CODE
from seedwalk.model import EdgeKind, Kind
from seedwalk.search.hybrid import combined, proximity, seeds_of, text_scores
from seedwalk.search.spread import Neighbourhood, Steps
from seedwalk.seeds.lexical import NO_ROW, Structure
from tests.graph.parts import BACKWARD, SIZE, WEIGHTS, Drawn, dense, drawn_edges, graph, part

KINDS = tuple(Kind)
CALLS = KIND_CODE[EdgeKind.CALLS]
EXACT = Searching(floor=0.0, settled=0.0, iterations=200)


def steps_of(edges: list[tuple[int, int]], size: int) -> Steps:
    """A walk over edges of weight 1."""
    drawn: Drawn = [(source, target, CALLS, 0, False) for source, target in edges]
    return Steps(graph(part(drawn, size), part([], size), size), dict.fromkeys(EdgeKind, 1.0), BACKWARD)


def dense_of(steps: Steps) -> np.ndarray:
    rows = np.arange(len(steps))
    places, sizes = steps.places(rows)
    found = np.zeros((len(steps), len(steps)))
    np.add.at(found, (np.repeat(rows, sizes), steps.columns[places]), steps.values[places])
    return found


graphs = st.integers(2, 12).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=30),
        st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True),
    )
)


@given(graphs)
def test_the_walk_solves_the_equation_of_personalised_pagerank(
    drawn: tuple[int, list[tuple[int, int]], list[int]],
) -> None:
    size, edges, seeds = drawn
    steps = steps_of(edges, size)
    near = proximity(steps, np.array(sorted(seeds)), EXACT)
    start = np.zeros(size)
    start[seeds] = 1 / len(seeds)
    dense = dense_of(steps)
    dense[dense.sum(axis=1) == 0] = start  # a dead end gives back to the seeds
    solved = np.linalg.solve(np.eye(size) - EXACT.damping * dense.T, (1 - EXACT.damping) * start)
    assert near == pytest.approx(solved / solved.max(), abs=1e-6)


@given(drawn_edges, drawn_edges)
def test_a_step_hands_out_the_weights_of_all_living_edges_once_to_each_neighbour(below: Drawn, above: Drawn) -> None:
    size = SIZE + 2  # two rows came after the base was made
    below = [(source, target, kind, 0, dead) for source, target, kind, _, dead in below]
    linked = [(source + 2, target, kind, 0, False) for source, target, kind, *_ in above]
    steps = Steps(graph(part(below), part(linked, size), size), WEIGHTS, BACKWARD)
    weights = dense(below, size) + dense(linked, size)
    around = weights.sum(axis=1, keepdims=True)
    assert dense_of(steps) == pytest.approx(np.divide(weights, around, out=np.zeros_like(weights), where=around > 0))
    places, sizes = steps.places(np.arange(size))
    assert (np.diff(np.repeat(np.arange(size), sizes) * size + steps.columns[places]) > 0).all()
    assert (steps.values[places] > 0).all()


@given(graphs, st.floats(0.0, 0.3))
def test_a_neighbourhood_gathered_on_the_way_gives_what_the_whole_matrix_gives(
    drawn: tuple[int, list[tuple[int, int]], list[int]], floor: float
) -> None:
    size, edges, seeds = drawn
    steps = steps_of(edges, size)
    around, whole, dense = Neighbourhood(steps, np.array(seeds)), np.zeros(size), dense_of(steps)
    whole[seeds] = 1.0
    for _ in range(5):
        got = around.given(whole[around.rows], floor)
        whole = np.where(whole > floor, whole, 0.0) @ dense
        assert len(set(around.rows.tolist())) == len(around.rows)
        assert got == pytest.approx(whole[around.rows])
        assert whole.sum() == pytest.approx(got.sum())


def test_the_floor_keeps_the_order_of_what_is_near() -> None:
    edges = [(0, n) for n in range(1, 40)] + [(n, n + 40) for n in range(1, 40)] + [(0, 1)] * 3
    steps = steps_of(edges, 90)
    exact, floored = (proximity(steps, np.array([0]), tuning) for tuning in (EXACT, Searching()))
    assert np.argsort(-exact, kind="stable")[:2].tolist() == np.argsort(-floored, kind="stable")[:2].tolist()
    assert floored[89] == 0 == exact[89]


def test_places_and_the_graph_are_mixed_as_the_formula_says() -> None:
    near = np.array([0.5, 1.0, 0.0, 0.2])
    scores = combined(np.array([2, 0]), near, Searching())
    assert scores == pytest.approx([0.6 / 2 + 0.4 * 0.5, 0.4, 0.6, 0.08])


def test_a_field_among_the_hits_brings_the_methods_of_its_type() -> None:
    kind = [KINDS.index(one) for one in (Kind.CLASS, Kind.FIELD, Kind.METHOD, Kind.FIELD, Kind.METHOD, Kind.CLASS)]
    parent = np.array([NO_ROW, 0, 0, 0, 5, NO_ROW])
    structure = Structure(parent, np.full(6, NO_ROW), np.array(kind), np.zeros(6, int))
    assert seeds_of(np.array([1]), structure, Searching()).tolist() == [1, 2]
    assert seeds_of(np.array([0]), structure, Searching()).tolist() == [0]
    assert seeds_of(np.zeros(0, int), structure, Searching()).tolist() == []


def test_who_holds_more_of_the_query_or_holds_it_in_the_name_is_worth_more() -> None:
    plain, half, named = text_scores(np.ones(3), np.array([1.0, 0.5, 1.0]), np.array([0.0, 0.0, 1.0]), Searching())
    assert named > plain > half > 0
