"""Metrics against values computed by hand; the long ones are worked out beside the assertion."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.eval import metrics
from seedwalk.eval.arena.system import Found
from seedwalk.eval.metrics import Judged, MetricSet

NOTHING = Judged(0, (), ())
EMPTY_HANDED = Judged(3, (), (0, 0))
MIXED = Judged(returned=8, relevant=(2, 3, 7), found=(2, 0, 7, 0))
"""Eight returned; ranks 2, 3 and 7 are right; of four truths the first is found at 2, the third at 7."""
DEEP = Judged(returned=30, relevant=(11, 20, 21), found=(11, 20, 21))


def test_judging_says_which_ranks_are_right_and_where_each_truth_is_first() -> None:
    ranking = [Found("a.py", name) for name in ("x", "b", "b", "a", "y", "c")]
    judged = metrics.judge(lambda truth, place: truth == place.name, ["a", "b", "gone"], ranking)
    assert judged == Judged(returned=6, relevant=(2, 3, 4), found=(4, 2, 0))
    assert metrics.judge(lambda *_: True, [], ranking) == Judged(6, (), ())
    assert metrics.judge(lambda *_: True, ["a"], []) == Judged(0, (), (0,))


@pytest.mark.parametrize(
    ("metric", "judged", "k", "value"),
    [
        (metrics.precision, MIXED, 5, 2 / 5),
        (metrics.precision, MIXED, 10, 3 / 10),
        (metrics.precision, MIXED, 7, 3 / 7),
        (metrics.precision, MIXED, 6, 2 / 6),
        (metrics.precision, DEEP, 20, 2 / 20),
        (metrics.precision, NOTHING, 10, 0.0),
        (metrics.seed_precision, MIXED, 5, 2 / 5),
        (metrics.seed_precision, MIXED, 10, 3 / 8),
        (metrics.seed_precision, DEEP, 20, 2 / 20),
        (metrics.seed_precision, NOTHING, 10, 0.0),
        (metrics.recall, MIXED, 5, 1 / 4),
        (metrics.recall, MIXED, 7, 2 / 4),
        (metrics.recall, MIXED, 6, 1 / 4),
        (metrics.recall, DEEP, 10, 0.0),
        (metrics.recall, NOTHING, 10, 0.0),
        (metrics.seed_recall, MIXED, 5, 2 / 4),
        (metrics.seed_recall, MIXED, 10, 3 / 4),
        (metrics.seed_recall, Judged(3, (1, 2, 3), (1,)), 10, 3.0),
        (metrics.seed_recall, NOTHING, 10, 0.0),
        (metrics.any_hit, MIXED, 1, 0.0),
        (metrics.any_hit, MIXED, 2, 1.0),
        (metrics.any_hit, EMPTY_HANDED, 10, 0.0),
        (metrics.any_hit, NOTHING, 10, 0.0),
        (metrics.all_hits, MIXED, 10, 0.0),
        (metrics.all_hits, DEEP, 20, 0.0),
        (metrics.all_hits, DEEP, 21, 1.0),
        (metrics.all_hits, Judged(3, (1,), (1,)), 10, 1.0),
        (metrics.all_hits, NOTHING, 10, 0.0),
    ],
)
def test_a_metric_cut_at_k_is_what_a_hand_computes(
    metric: Callable[[Judged, int], float], judged: Judged, k: int, value: float
) -> None:
    assert metric(judged, k) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("judged", "anywhere", "on_the_page"),
    [(MIXED, 1 / 2, 1 / 2), (DEEP, 1 / 11, 0.0), (Judged(10, (10,), (10,)), 1 / 10, 1 / 10), (EMPTY_HANDED, 0.0, 0.0)],
)
def test_the_reciprocal_rank_looks_everywhere_and_the_seeds_at_one_page(
    judged: Judged, anywhere: float, on_the_page: float
) -> None:
    assert metrics.reciprocal_rank(judged) == pytest.approx(anywhere)
    assert metrics.seed_reciprocal_rank(judged) == pytest.approx(on_the_page)


@pytest.mark.parametrize(
    ("judged", "k", "value"),
    [
        # gains 1/log2(3) + 1/log2(8) over 1 + 1/log2(3) + 1/log2(4) + 1/log2(5)
        (MIXED, 10, (0.6309297536 + 0.3333333333) / (1 + 0.6309297536 + 0.5 + 0.4306765581)),
        (MIXED, 6, 0.6309297536 / (1 + 0.6309297536 + 0.5 + 0.4306765581)),
        (MIXED, 7, (0.6309297536 + 0.3333333333) / (1 + 0.6309297536 + 0.5 + 0.4306765581)),
        (MIXED, 2, 0.6309297536 / (1 + 0.6309297536)),
        (Judged(3, (1, 2), (1, 2)), 10, 1.0),
        (Judged(3, (1,), (1, 1)), 10, 1 / (1 + 0.6309297536)),
        (DEEP, 10, 0.0),
        (NOTHING, 10, 0.0),
    ],
)
def test_ndcg_gains_at_each_rank_that_finds_a_truth_first(judged: Judged, k: int, value: float) -> None:
    assert metrics.ndcg(judged, k) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(("p", "r", "value"), [(0.5, 1.0, 2 / 3), (0.2, 0.2, 0.2), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)])
def test_f1_is_the_harmonic_mean(p: float, r: float, value: float) -> None:
    assert metrics.f1(p, r) == pytest.approx(value)


def test_zero_means_nothing_right_on_the_first_page() -> None:
    assert [metrics.zero(one) for one in (MIXED, DEEP, NOTHING, Judged(10, (10,), (10,)))] == [0.0, 1.0, 1.0, 0.0]


def test_relevant_per_thousand_tokens_counts_the_whole_answer() -> None:
    assert metrics.per_thousand_tokens(MIXED, 1_500) == pytest.approx(2.0)
    assert metrics.per_thousand_tokens(DEEP, 100) == pytest.approx(30.0)
    assert metrics.per_thousand_tokens(MIXED, 0) == 0.0


def test_the_bench_set_in_full() -> None:
    measured = metrics.measure(MIXED, MetricSet.BENCH)
    assert list(measured) == list(metrics.NAMES)
    assert measured == pytest.approx(
        {
            "P@5": 0.4, "P@10": 0.3, "P@20": 0.15, "R@5": 0.25, "R@10": 0.5, "R@20": 0.5,
            "NDCG@10": 0.3764, "MRR": 0.5, "F1": 2 * 0.3 * 0.5 / 0.8, "zero": 0.0,
        },
        abs=1e-4,
    )  # fmt: skip


def test_the_seed_set_in_full() -> None:
    assert metrics.measure(MIXED, MetricSet.SEED) == pytest.approx(
        {
            "P@5": 0.4, "P@10": 0.375, "P@20": 0.375, "R@5": 0.5, "R@10": 0.75, "R@20": 0.75,
            "NDCG@10": 0.3764, "MRR": 0.5, "F1": 2 * 0.375 * 0.75 / 1.125, "zero": 0.0,
        },
        abs=1e-4,
    )  # fmt: skip
    assert metrics.measure(DEEP, MetricSet.SEED)["MRR"] == 0.0
    assert metrics.measure(DEEP, MetricSet.SEED)["P@20"] == pytest.approx(0.1)


def test_what_was_judged_stays_and_the_sets_keep_their_names() -> None:
    assert {MIXED, Judged(8, (2, 3, 7), (2, 0, 7, 0))} == {MIXED}  # only what is frozen can be hashed
    assert [name.value for name in MetricSet] == ["bench", "seed"]


def test_means_are_over_tasks_and_zero_of_none() -> None:
    assert metrics.means([{"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 0.0}, {"a": 0.5, "b": 3.0}], ["a", "b"]) == {
        "a": pytest.approx(0.5),
        "b": pytest.approx(1.0),
    }
    assert metrics.means([]) == dict.fromkeys(metrics.NAMES, 0.0)


@pytest.mark.parametrize(
    ("values", "share", "value"),
    [
        ([3.0, 1.0, 2.0], 0.5, 2.0),
        ([4.0, 1.0, 3.0, 2.0], 0.5, 2.0),
        ([float(n) for n in range(1, 101)], 0.95, 95.0),
        ([7.0], 0.95, 7.0),
        ([7.0, 9.0], 0.0, 7.0),
        ([1.0, 9.0], 0.95, 9.0),
        ([], 0.5, 0.0),
    ],
)
def test_a_percentile_is_the_nearest_rank(values: list[float], share: float, value: float) -> None:
    assert metrics.percentile(values, share) == value


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), max_size=30))
def test_whatever_is_found_the_bench_set_stays_between_zero_and_one(hits: list[list[bool]]) -> None:
    ranking = [Found(str(at), "") for at in range(len(hits))]
    judged = metrics.judge(lambda truth, place: hits[int(place.path)][int(truth)], ["0", "1", "2"], ranking)
    measured = metrics.measure(judged, MetricSet.BENCH)
    assert all(0 <= value <= 1 + 1e-12 for value in measured.values()), measured
    assert measured["R@5"] <= measured["R@10"] <= measured["R@20"]
    assert (measured["zero"] == 1) == (measured["P@10"] == 0)


def test_a_truth_found_twice_counts_once() -> None:
    twice = metrics.judge(lambda truth, place: truth == place.name, ["a", "b"], [Found("x", "a"), Found("y", "a")])
    assert metrics.recall(twice, 10) == pytest.approx(0.5)
    assert metrics.precision(twice, 10) == pytest.approx(0.2)
    assert metrics.ndcg(twice, 10) == pytest.approx(1 / (1 + 1 / math.log2(3)))
