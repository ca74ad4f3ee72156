"""The walk against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import Bounding, Walking
from seedwalk.config.profiles import profile_named
from seedwalk.model import EdgeKind, Provenance
from seedwalk.rank.bounds import bounded, floored, part_of, within
from seedwalk.rank.walk import walk
from tests.rank.graphs import Line, matrix, seeds

FORK: list[Line] = [(0, 1, EdgeKind.CALLS), (0, 2, EdgeKind.IMPORTS)]
"""Row 0 calls row 1 (weight 1) and imports row 2 (0.5): two thirds of its mass go to 1, one third to 2."""
LOOP: list[Line] = [(0, 1, EdgeKind.CALLS), (1, 0, EdgeKind.CALLS)]
CHAIN: list[Line] = [(at, at + 1, EdgeKind.CALLS) for at in range(6)]


def steps(count: int) -> Walking:
    return Walking(restart=0.2, steps=count, backward=0.0, settled=0.0)


@pytest.mark.parametrize(
    ("count", "mass"),
    [
        # 1: 0.8 * (2/3, 1/3) leave, 0.2 returns: (0.2, 0.5333, 0.2667), the largest made 1
        (1, [0.375, 1.0, 0.5]),
        # 2: the 0.8 in dead ends goes back to the seed: 0.8 * 0.8 + 0.2 = 0.84; the 0.2 there moves on
        (2, [1.0, 0.16 * 2 / 3 / 0.84, 0.16 / 3 / 0.84]),
        # at rest: b = 0.8 * 2/3 a, c = 0.8 / 3 a
        (200, [1.0, 1.6 / 3, 0.8 / 3]),
    ],
)
def test_mass_is_dealt_by_weight_and_dead_ends_give_it_back_to_the_seeds(count: int, mass: list[float]) -> None:
    assert walk(matrix(3, FORK), seeds(3, r0=1.0), steps(count)) == pytest.approx(mass)


def test_seeds_restart_by_their_weights() -> None:
    """Without edges all mass goes back: the walk is the seeds, the largest made 1."""
    assert walk(matrix(3, []), seeds(3, r0=3.0, r2=1.0), steps(20)) == pytest.approx([1.0, 0.0, 1 / 3])


def test_an_attenuated_edge_carries_less() -> None:
    """0.3 of a call against a whole call: 3/13 and 10/13 of what leaves."""
    lines: list[Line] = [(0, 1, EdgeKind.CALLS, Provenance.TYPE_RESOLVED), (0, 2, EdgeKind.CALLS)]
    found = walk(matrix(3, lines, attenuation={Provenance.TYPE_RESOLVED: 0.3}), seeds(3, r0=1.0), steps(200))
    assert found == pytest.approx([1.0, 0.8 * 3 / 13, 0.8 * 10 / 13])


def test_a_walk_ends_when_the_distribution_stands_still() -> None:
    """On a loop the seed has 1, 0.2, 0.84, 0.328, …: each change is 0.8 of the one before, from 1.6 on. It falls below
    0.001 after 34 steps, not before."""
    settled = Walking(restart=0.2, steps=1_000, backward=0.0, settled=0.001)
    first = next(count for count in range(100) if 1.6 * 0.8**count < 0.001) + 1
    assert np.array_equal(walk(matrix(2, LOOP), seeds(2, r0=1.0), settled),
                          walk(matrix(2, LOOP), seeds(2, r0=1.0), steps(first)))  # fmt: skip
    assert not np.array_equal(walk(matrix(2, LOOP), seeds(2, r0=1.0), settled),
                              walk(matrix(2, LOOP), seeds(2, r0=1.0), steps(first - 1)))  # fmt: skip


def test_a_walk_ends_early_when_its_first_ranks_stay_for_two_steps() -> None:
    """The seed of a fork has 0.2, 0.84, 0.328, 0.738, 0.410, … and row 1 0.533, 0.107, 0.448, 0.175, 0.393, …: from the
    fourth step on the order is 0, 1, 2, so after the sixth it has stayed for two."""
    early = Walking(restart=0.2, steps=20, backward=0.0, settled=0.0, stable_ranks=10, stable_steps=2)
    found = walk(matrix(3, FORK), seeds(3, r0=1.0), early)
    assert np.array_equal(found, walk(matrix(3, FORK), seeds(3, r0=1.0), steps(6)))
    assert not np.array_equal(found, walk(matrix(3, FORK), seeds(3, r0=1.0), steps(7)))


@pytest.mark.parametrize(("hops", "rows"), [(1, [2, 3, 4]), (2, [1, 2, 3, 4, 5]), (9, [0, 1, 2, 3, 4, 5, 6])])
def test_the_neighbourhood_is_counted_in_edges_whichever_way_they_point(hops: int, rows: list[int]) -> None:
    assert within(matrix(7, CHAIN), seeds(7, r3=1.0) > 0, hops).tolist() == rows


def test_beyond_the_last_hop_there_is_no_mass_and_the_border_is_a_dead_end() -> None:
    """0 → 1 → 2 → …, cut after one hop: 1 is a dead end, so the walk is that of a seed with one neighbour."""
    found = bounded(matrix(7, CHAIN), seeds(7, r0=1.0), steps(200), Bounding(hops=1))
    assert found == pytest.approx([1.0, 0.8, 0, 0, 0, 0, 0])


def test_a_part_of_the_graph_shares_over_the_edges_that_stay() -> None:
    part = part_of(matrix(3, FORK, backward=0.5), np.array([0, 1]))
    assert part.share.tolist() == pytest.approx([1.0, 2.0])  # row 1 gives at 0.5 against the call, and nothing else


def test_mass_below_the_floor_is_none() -> None:
    assert floored(np.array([1.0, 0.02, 0.0199, 0.0]), 0.02).tolist() == [1.0, 0.02, 0.0, 0.0]


def test_without_bounds_it_is_the_plain_walk() -> None:
    plain = walk(matrix(7, CHAIN), seeds(7, r2=1.0), steps(9))
    assert np.array_equal(bounded(matrix(7, CHAIN), seeds(7, r2=1.0), steps(9), Bounding()), plain)


def test_the_seed_profile_walks_as_the_document_says() -> None:
    settings = profile_named("seed")
    told = settings.walking
    assert (told.restart, told.steps, told.settled, told.stable_ranks, told.stable_steps) == (0.2, 20, 0.001, 10, 2)
    assert (told.backward, settings.bounding) == (0.0, Bounding(hops=4, floor=0.02))
    assert told.attenuation == {Provenance.TYPE_RESOLVED: 0.3}


@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from(list(EdgeKind))), max_size=30),
    st.integers(0, 7),
    st.sampled_from([0.0, 0.3, 1.0]),
)
def test_a_bound_beyond_the_graph_changes_nothing(lines: list[Line], seed: int, backward: float) -> None:
    """Rows no edge leads to from the seeds have no mass anyway."""
    over, start = matrix(8, lines, backward=backward), seeds(8, **{f"r{seed}": 1.0})
    assert bounded(over, start, steps(20), Bounding(hops=8)) == pytest.approx(walk(over, start, steps(20)))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20), st.integers(1, 4))
def test_a_walk_told_of_few_rows_is_the_walk_to_the_last_bit(ends: list[tuple[int, int]], count: int) -> None:
    lines: list[Line] = [(one, other, EdgeKind.CALLS) for one, other in dict.fromkeys(ends)]
    whole, start = matrix(9, lines, backward=0.3), seeds(9, r1=0.7, r4=0.2)
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for share in (0.0, 100.0):
            patch.setattr("seedwalk.graph.matrix._SPARSE", share)
            found.append(walk(whole, start, steps(count)).tolist())
    assert found[0] == found[1]
