"""Is a difference more than luck? Paired by task, with the usual tests and nothing clever.

Wilcoxon, F. (1945), with Pratt's ranks for tasks that did not move; Efron, B. (1979) for the bootstrap; Kerby, D.
(2014) for the effect size; Holm, S. (1979) for several comparisons at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from math import fsum

import msgspec
import numpy as np

SEED = 4
"""Of every draw, so that an interval is the same twice."""
DRAWS = 10_000
LEVEL = 0.05
"""How often a difference may be called one though there is none."""
_FEW = 13
"""Tasks up to which every exchange of signs is looked at, as scipy does where ranks are tied."""
_KEPT_DRAWS = 4
_PLACES = 9
"""Differences are compared rounded: two orders of adding the same numbers are no difference."""


class Paired(msgspec.Struct, frozen=True):
    """B against A over the same tasks, one number each."""

    tasks: int
    before: float
    after: float
    delta: float
    low: float
    high: float
    """The 95 % interval of the mean difference."""
    p: float
    effect: float
    """Matched-pairs rank-biserial correlation: 1 when every task that moved rose, -1 when every one fell."""
    risen: int
    fallen: int


def paired(before: Sequence[float], after: Sequence[float], *, seed: int = SEED, draws: int = DRAWS) -> Paired:
    if len(before) != len(after):
        raise ValueError(f"{len(before)} values cannot be paired with {len(after)}")
    if not len(before):
        return Paired(0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0, 0)
    a, b = np.asarray(before, float), np.asarray(after, float)
    differences = np.round(b - a, _PLACES)
    low, high = interval(differences, seed=seed, draws=draws)
    return Paired(
        len(a), float(a.mean()), float(b.mean()), float(differences.mean()), low, high,
        wilcoxon(differences), rank_biserial(differences),
        int((differences > 0).sum()), int((differences < 0).sum()),
    )  # fmt: skip


def interval(values: Sequence[float] | np.ndarray, *, seed: int = SEED, draws: int = DRAWS) -> tuple[float, float]:
    """The bootstrap's 95 % interval of the mean (percentiles); (0, 0) of nothing."""
    sample = np.asarray(values, float)
    if not len(sample):
        return 0.0, 0.0
    chosen = _chosen(len(sample), seed, draws)
    low, high = np.percentile(sample[chosen].mean(axis=1), [100 * LEVEL / 2, 100 * (1 - LEVEL / 2)])
    return float(low), float(high)


@lru_cache(maxsize=_KEPT_DRAWS)
def _chosen(count: int, seed: int, draws: int) -> np.ndarray:
    """Which values each draw takes: the same for every metric and rule over the same tasks, so worked out once."""
    return np.random.default_rng(seed).integers(0, count, (draws, count))


def mean(values: Sequence[float]) -> float:
    """0 of nothing."""
    return fsum(values) / len(values) if values else 0.0


def wilcoxon(differences: np.ndarray) -> float:
    """The two-sided p of the signed-rank test; 1 when nothing moved."""
    if not np.any(differences):
        return 1.0
    signed = np.sign(differences) * _ranks(np.abs(differences))
    return _p_of(tuple(np.sort(signed if signed.sum() > 0 else -signed).tolist()))  # either side: the p is two-sided


@lru_cache(maxsize=1_024)
def _p_of(signed: tuple[float, ...]) -> float:
    """By signed ranks, which are all the test looks at: rules and metrics that agree are worked out once."""
    if len(signed) <= _FEW:
        return _counted(signed)
    from scipy import stats

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of few tasks, where p is large anyway
        return float(stats.wilcoxon(np.array(signed), zero_method="pratt").pvalue)


def _counted(signed: Sequence[float]) -> float:
    """Twice the share of all exchanges of signs that give at least this sum of positive ranks, which is half of all
    ranks' or more.

    What scipy does by asking for each exchange anew, a second's work.
    """
    sums = np.zeros(1)
    for rank in signed:
        sums = np.concatenate((sums, sums + abs(rank)))  # whole and half ranks: sums are exact
    return min(1.0, 2 * float((sums >= sum(rank for rank in signed if rank > 0)).mean()))


def _ranks(values: np.ndarray) -> np.ndarray:
    """From 1 up; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[place]


def rank_biserial(differences: np.ndarray) -> float:
    moved = differences[differences != 0]
    if not len(moved):
        return 0.0
    ranks = _ranks(np.abs(moved))
    return float((ranks[moved > 0].sum() - ranks[moved < 0].sum()) / ranks.sum())


def holm(values: Sequence[float]) -> list[float]:
    """Each p corrected for all of them being looked at: the i-th smallest times (n - i), rising, at most 1."""
    corrected = [0.0] * len(values)
    largest = 0.0
    for place, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, values[at] * (len(values) - place)))
        corrected[at] = largest
    return corrected


def verdict(delta: float, corrected_p: float) -> str:
    """`better`, `worse` or `no difference`."""
    if corrected_p >= LEVEL or delta == 0:
        return "no difference"
    return "better" if delta > 0 else "worse"
