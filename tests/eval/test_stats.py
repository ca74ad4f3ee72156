"""Statistics against values a hand or a textbook gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.eval import stats

VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_a_pair_says_who_rose_and_by_how_much() -> None:
    found = stats.paired([0.0, 0.5, 1.0, 0.2], [1.0, 0.5, 0.5, 0.3])
    assert (found.tasks, found.risen, found.fallen) == (4, 2, 1)
    assert (found.before, found.after, found.delta) == pytest.approx((0.425, 0.575, 0.15))
    # the differences 1, -0.5 and 0.1 have ranks 3, 2 and 1: (3 + 1 - 2) / 6
    assert found.effect == pytest.approx(1 / 3)
    assert found.low <= found.delta <= found.high


def test_differences_of_one_size_share_their_ranks() -> None:
    # 1, 1, -1 and 3 have ranks 2, 2, 2 and 4: (4 + 4 - 2) / 10
    assert stats.paired([0.0, 0, 1, 0], [1.0, 1, 0, 3]).effect == pytest.approx(0.6)


def test_wilcoxon_of_six_that_all_rose_is_two_chances_in_sixty_four() -> None:
    assert stats.wilcoxon(np.array([1.0, 2, 3, 4, 5, 6])) == pytest.approx(2 / 64)


def test_ties_and_tasks_that_did_not_move_are_counted() -> None:
    # Pratt: zeros take the lowest ranks and are dropped, so a few moves among many that stayed prove less
    few = stats.wilcoxon(np.array([0.5, 0.5, 0.5, 0.5, -0.5, -0.5]))
    assert stats.wilcoxon(np.zeros(9)) == 1.0
    assert 0.2 < few < 1.0
    assert stats.wilcoxon(np.array([0.5] * 12 + [0.0] * 5)) < 0.01


@pytest.mark.parametrize(
    "differences",
    [[1, 1, -1, 2], [0, 0, 3, 3, -1, 2], [-1, -2, -2], [1, 2, -3, 4, 5], [0, 1], [-3, -2, -3, 0, 4, -3, -1], [5]],
    ids=str,
)
def test_few_tasks_have_the_p_of_scipys_exact_test(differences: list[float]) -> None:
    from scipy.stats import wilcoxon  # a second's import, which collecting the tests need not wait for

    found = wilcoxon(differences, zero_method="pratt").pvalue
    assert stats.wilcoxon(np.array(differences, float)) == pytest.approx(found, rel=1e-12)


@pytest.mark.parametrize(
    ("values", "corrected"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.5], [0.5]),
        ([0.6, 0.9], [1.0, 1.0]),
        ([], []),
        ([0.01, 0.01], [0.02, 0.02]),
    ],
)
def test_holm_multiplies_the_smallest_most_and_never_falls(values: list[float], corrected: list[float]) -> None:
    assert stats.holm(values) == pytest.approx(corrected)


@given(VALUES)
def test_the_interval_is_the_same_twice_and_holds_the_mean(values: list[float]) -> None:
    low, high = stats.interval(values, draws=500)
    assert (low, high) == stats.interval(values, draws=500)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9


def test_the_interval_of_a_coin_is_that_of_the_binomial() -> None:
    low, high = stats.interval([0.0, 1.0] * 50)
    assert (low, high) == pytest.approx((0.40, 0.60), abs=0.011)
    assert stats.interval([]) == (0.0, 0.0)


@given(VALUES)
def test_a_result_against_itself_is_no_difference(values: list[float]) -> None:
    found = stats.paired(values, values, draws=100)
    assert (found.delta, found.p, found.effect, found.risen, found.fallen) == (0.0, 1.0, 0.0, 0, 0)
    assert stats.verdict(found.delta, found.p) == "no difference"


@given(VALUES, st.randoms(use_true_random=False))
def test_swapping_the_sides_swaps_the_sign(values: list[float], order: object) -> None:
    other = sorted(values)
    one, back = stats.paired(values, other, draws=50), stats.paired(other, values, draws=50)
    assert (one.delta, one.effect, one.risen) == pytest.approx((-back.delta, -back.effect, back.fallen))
    assert one.p == pytest.approx(back.p)


@pytest.mark.parametrize(
    ("delta", "p", "word"),
    [
        (0.1, 0.01, "better"),
        (-0.1, 0.01, "worse"),
        (0.1, 0.05, "no difference"),
        (-0.1, 0.2, "no difference"),
        (0.0, 0.01, "no difference"),
    ],
)
def test_a_verdict_needs_more_than_luck(delta: float, p: float, word: str) -> None:
    assert stats.verdict(delta, p) == word


def test_nothing_pairs_with_nothing_and_unequal_lengths_are_refused() -> None:
    assert stats.paired([], []).p == 1.0
    with pytest.raises(ValueError, match="cannot be paired"):
        stats.paired([1.0], [])
