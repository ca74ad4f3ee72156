"""Thresholds and shares of matches, by figures counted by hand."""

from __future__ import annotations

import pytest

from seedwalk.eval.matches import Shares, Strength, below, left_out, page, threshold_of, told


def rows(repo: str, own: list[float], foreign: list[float]) -> list[Strength]:
    """Tasks of these strengths, whose answers call those below 0.4 weak."""
    both = ((True, own), (False, foreign))
    return [Strength(repo, mine, value, value < 0.4) for mine, values in both for value in values]


def test_what_answers_call_weak_is_counted_whatever_the_strength() -> None:
    assert told([Strength("a", True, 0.1), Strength("a", True, 0.9, weak=True), *rows("a", [], [0.3, 0.9])]) == Shares(
        0.5, 0.5
    )
    assert told([]) == Shares(0.0, 0.0)


def test_shares_below_a_threshold_are_counted_apart() -> None:
    assert below(rows("a", [0.3, 0.5, 0.7, 0.9], [0.1, 0.5]), 0.5) == Shares(0.25, 0.5)
    assert below([], 0.5) == Shares(0.0, 0.0)


@pytest.mark.parametrize(("lost", "threshold"), [(0.0, 0.01), (0.05, 0.06), (0.1, 0.11), (1.0, 1.0)])
def test_the_threshold_leaves_at_most_the_share_below(lost: float, threshold: float) -> None:
    own = [at / 100 for at in range(1, 101)]
    found = threshold_of(rows("a", own, [0.0]), lost)
    assert found == threshold
    assert sum(value < found for value in own) <= lost * len(own)


def test_each_repository_is_judged_by_the_others() -> None:
    """By b's weakest own task, 0.4, a loses one of two of its own; by a's, 0.2, b tells none of two foreign ones."""
    some = [*rows("a", [0.2, 0.8], [0.3]), *rows("b", [0.4, 0.9], [0.2, 0.5])]
    assert left_out(some) == Shares(0.25, 1 / 3)


def test_the_page_tells_what_is_wanted_and_every_repository() -> None:
    text = page([*rows("a", [0.9], [0.1]), *rows("b", [0.9], [0.8])], 0.4)
    assert "2 tasks asked of their own repository, 2 of a foreign one" in text
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n")]
    assert ["as answers say", "0.000", "0.500"] in lines
    assert ["settings: below 0.400", "0.000", "0.500"] in lines
    assert ["a, as answers say", "0.000", "1.000"] in lines
    assert ["b, as answers say", "0.000", "0.000"] in lines
