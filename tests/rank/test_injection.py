"""What may go straight to the top, and what happens to those it passes."""

from __future__ import annotations

import numpy as np
import pytest

from seedwalk.concepts.classes import Layer, Match
from seedwalk.config import Injection
from seedwalk.rank.injection import admitted, inject
from seedwalk.rank.signals import Scores


def match(layer: Layer = Layer.FRAMEWORK, weight: float = 0.9, strong: bool = True) -> Match:
    return Match("VALIDATION", ("EmailValidator",), weight, ("custom validator",), layer, strong)


@pytest.mark.parametrize(
    ("one", "passes"),
    [
        (match(), True),
        (match(weight=1.0), True),
        (match(weight=0.89), False),
        (match(strong=False), False),
        (match(Layer.LANGUAGE), False),
        (match(Layer.REPOSITORY, weight=1.0), False),
    ],
)
def test_the_gate_lets_heavy_strongly_matched_framework_classes_through(one: Match, passes: bool) -> None:
    assert admitted([one], Injection()) == ([one] if passes else [])


def scores(*totals: float, factor: float = 1.0) -> Scores:
    column = np.array(totals)
    whole = np.full(len(totals), factor)
    return Scores({"blast_radius": column}, whole, column * whole)


def test_injected_rows_come_first_in_their_order_and_say_what_they_gained() -> None:
    found = inject(scores(0.6, 0.5, 0.1, 0.0), [3, 2])
    assert found.total == pytest.approx([0.6, 0.5, 0.6 + 1 / 2, 0.6 + 1.0])
    assert found.of(2) == pytest.approx({"blast_radius": 0.1, "injected": 1.0})
    assert [sum(found.of(row).values()) for row in range(4)] == pytest.approx(found.total)


def test_a_discounted_row_still_sums_up() -> None:
    found = inject(scores(0.6, 0.4, factor=0.5), [1])
    assert found.total == pytest.approx([0.3, 1.3])
    assert sum(found.of(1).values()) == pytest.approx(1.3)


def test_what_cannot_be_an_answer_is_not_injected_and_nothing_to_inject_changes_nothing() -> None:
    empty = scores(0.6, 0.5, factor=0.0)
    assert inject(empty, [0, 1]) is empty
    some = scores(0.6, 0.5)
    assert inject(some, []) is some
    assert inject(some, [1, 1]).total == pytest.approx([0.6, 1.6])
