"""The first design's score against figures worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import Formula
from seedwalk.graph.incoming import callers, surest
from seedwalk.model import EdgeKind, Provenance
from seedwalk.rank.formula import NEUTRAL, Known, blast_radius, feedback_of, recency_of, score
from tests.rank.graphs import graph

NEVER = float("nan")


def known(size: int, told: Mapping[str, float | list[float] | list[bool]]) -> Known:
    """Rows of which nothing is known but that they are seeds, reached in full, and may be answers."""
    plain = {
        "reach": 1.0, "confidence": 0.0, "seen": NEVER, "hops": 0.0, "feedback": NEUTRAL, "session": 0.0, "commit": 0.0,
        "tests": False, "answers": True,
    }  # fmt: skip
    return Known(**{name: np.broadcast_to(np.asarray(told.get(name, value)), size) for name, value in plain.items()})


def one(told: Mapping[str, float], formula: Formula | None = None, authority: float | None = None) -> float:
    adjusted = None if authority is None else np.array([authority])
    about = bool(told.get("about_tests", False))
    found = score(known(1, told), formula or Formula(), authority=adjusted, about_tests=about)
    assert sum(found.of(0).values()) == pytest.approx(float(found.total[0]))
    return float(found.total[0])


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        # blast radius 1, recency of the unobserved 0.3, distance of a seed 1
        ({}, 0.40 + 0.20 * 0.3 + 0.15),
        ({"confidence": 0.9}, 0.40 + 0.25 * 0.9 + 0.20 * 0.3 + 0.15),
        ({"seen": 0.5}, 0.40 + 0.20 * 1.0 + 0.15),
        ({"hops": 1.0}, 0.40 + 0.20 * 0.3 + 0.15 / 2),
        ({"hops": 2.0}, 0.40 + 0.20 * 0.3 + 0.15 / 3),
        ({"feedback": 1.0}, 0.40 + 0.20 * 0.3 + 0.15 + 0.25),
        ({"feedback": 0.0}, 0.40 + 0.20 * 0.3 + 0.15 - 0.05),
        ({"session": 2.0}, 0.40 + 0.20 * 0.3 + 0.15 + 0.20),
        ({"session": 1.0}, 0.40 + 0.20 * 0.3 + 0.15 + 0.10),
        ({"session": 9.0}, 0.40 + 0.20 * 0.3 + 0.15 + 0.20),
        ({"commit": 0.5}, 0.40 + 0.20 * 0.3 + 0.15 + 0.025),
        ({"tests": True}, 0.3 * (0.40 + 0.20 * 0.3 + 0.15)),
        ({"tests": True, "about_tests": True}, 0.40 + 0.20 * 0.3 + 0.15),
        ({"answers": False}, 0.0),
        ({"reach": 0.0}, 0.0),
    ],
)
def test_without_hits(told: dict[str, float], wanted: float) -> None:
    assert one(told) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("told", "authority", "wanted"),
    [
        ({}, 0.0, 0.35 + 0.15 * 0.3 + 0.15),
        ({"confidence": 0.7}, 0.1, 0.35 + 0.20 * 0.7 + 0.15 * 0.3 + 0.15 + 0.1),
        ({"hops": 1.0}, -0.06, 0.35 + 0.15 * 0.3 + 0.075 - 0.06),
        ({"tests": True}, 0.1, 0.3 * (0.35 + 0.15 * 0.3 + 0.15 + 0.1)),
    ],
)
def test_with_hits(told: dict[str, float], authority: float, wanted: float) -> None:
    assert one(told, authority=authority) == pytest.approx(wanted)


def test_blast_radius_is_relative_and_told_in_whole_steps() -> None:
    """Of the largest, 0.5, the others are 0.504 and 0.006: 50 and 1 of 100 steps."""
    assert blast_radius(np.array([0.5, 0.252, 0.003, 0.0]), 100) == pytest.approx([1.0, 0.5, 0.01, 0.0])


def test_the_most_reached_that_is_no_answer_measures_nobody() -> None:
    """Something external is dropped after the walk: the best that is left has the whole of the component."""
    found = score(known(2, {"reach": [1.0, 0.4], "answers": [False, True]}), Formula())
    assert found.total == pytest.approx([0.0, 0.40 + 0.20 * 0.3 + 0.15])


@pytest.mark.parametrize(
    ("days", "value"),
    [(0, 1.0), (1, 1.0), (1.01, 0.8), (7, 0.8), (8, 0.5), (30, 0.5), (31, 0.2), (4000, 0.2), (NEVER, 0.3)],
)
def test_recency_goes_by_age_and_the_unobserved_stand_in_the_middle(days: float, value: float) -> None:
    assert recency_of(np.array([days]), Formula()) == pytest.approx([value])


@pytest.mark.parametrize(("share", "gain"), [(1.0, 0.25), (0.75, 0.125), (0.5, 0.0), (0.25, -0.025), (0.0, -0.05)])
def test_feedback_praises_more_than_it_blames(share: float, gain: float) -> None:
    assert feedback_of(np.array([share]), Formula()) == pytest.approx([gain])


def test_what_is_found_by_name_is_considered_though_the_walk_never_came() -> None:
    found = score(known(2, {"reach": [1.0, 0.0], "hops": [0.0, 1.0]}), Formula(), direct=np.array([0.0, 0.5]))
    assert found.total == pytest.approx([0.61, 0.20 * 0.3 + 0.15 / 2 + 0.5])


def test_weights_are_settings() -> None:
    assert one({}, replace(Formula(), weights=(1.0, 0.0, 0.0, 0.0))) == pytest.approx(1.0)


def test_confidence_is_the_surest_edge_that_points_at_a_symbol_place_aside() -> None:
    made = graph(4, [
        (0, 1, EdgeKind.CALLS, Provenance.NAME_MATCHED), (2, 1, EdgeKind.REFERENCES, Provenance.TYPE_RESOLVED),
        (0, 2, EdgeKind.CONTAINS, Provenance.SYNTAX), (1, 3, EdgeKind.CALLS, Provenance.AST_INFERRED),
    ])  # fmt: skip
    assert surest(made) == pytest.approx([0.0, 0.9, 0.0, 0.7])


def test_callers_are_counted_once_each() -> None:
    made = graph(3, [(0, 2, EdgeKind.CALLS), (0, 2, EdgeKind.CALLS), (1, 2, EdgeKind.CALLS), (2, 0, EdgeKind.IMPORTS)])
    assert callers(made).tolist() == [0.0, 0.0, 2.0]
