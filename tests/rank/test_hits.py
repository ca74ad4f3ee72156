"""Authorities and hubs against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from seedwalk.config import Hits
from seedwalk.model import EdgeKind
from seedwalk.rank.hits import adjustment, hits
from tests.rank.graphs import Line, matrix

BOTH: list[Line] = [(0, 2, EdgeKind.CALLS), (1, 2, EdgeKind.IMPORTS), (0, 3, EdgeKind.CALLS)]
"""0 and 1 point at 2, 0 at 3 as well: authorities are the first eigenvector of ((2, 1), (1, 1)), which is
(phi, 1) with the golden ratio phi, made length 1; hubs likewise. The weights of edges do not count."""
LARGE, SMALL = 0.8506508, 0.5257311


def test_authorities_and_hubs_are_the_first_eigenvectors() -> None:
    authority, hub = hits(matrix(4, BOTH), np.ones(4), Hits())
    assert authority == pytest.approx([0, 0, LARGE, SMALL], abs=1e-6)
    assert hub == pytest.approx([LARGE, SMALL, 0, 0], abs=1e-6)


def test_one_round_by_hand() -> None:
    """From hubs of 1: authorities (2, 1) / root 5; then hubs (3, 2) / root 13."""
    authority, hub = hits(matrix(4, BOTH), np.ones(4), Hits(steps=1))
    assert authority == pytest.approx([0, 0, 2 / 5**0.5, 1 / 5**0.5])
    assert hub == pytest.approx([3 / 13**0.5, 2 / 13**0.5, 0, 0])


def test_only_the_rows_with_the_most_mass_are_looked_at() -> None:
    authority, hub = hits(matrix(4, BOTH), np.array([1.0, 0.1, 0.9, 0.8]), Hits(rows=3))
    assert authority == pytest.approx([0, 0, 0.5**0.5, 0.5**0.5])
    assert hub == pytest.approx([1, 0, 0, 0])


@pytest.mark.parametrize(
    ("authority", "hub", "seed", "gain"),
    [
        (0.4, 0.0, True, 0.4 * 0.25),
        (0.05, 0.0, True, 0.0),
        (0.4, 0.0, False, -0.4 * 0.15),
        (0.2, 0.0, False, 0.0),
        (0.0, 0.3, True, 0.3 * 0.10),
        (0.0, 0.1, True, 0.0),
        (0.0, 0.9, False, 0.0),
        (0.4, 0.3, True, 0.4 * 0.25 + 0.3 * 0.10),
    ],
)
def test_the_four_adjustments(authority: float, hub: float, seed: bool, gain: float) -> None:
    found = adjustment(np.array([authority]), np.array([hub]), np.array([seed]), Hits())
    assert found == pytest.approx([gain])


def test_the_document_s_numbers_are_the_defaults() -> None:
    assert (Hits().rows, Hits().steps) == (200, 10)
