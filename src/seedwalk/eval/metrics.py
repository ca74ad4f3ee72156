"""How good is a ranking? Pure functions of where its hits stand, in two sets of definitions.

A ranking is judged once (`Judged`): at which ranks it is relevant, and where each truth is found first. Everything else
follows from that, so results can be stored as ranks and measured again later.

             bench                                          seed
P@k          relevant in the first k / k                    relevant in the first k / min(k, returned)
R@k          truths found in the first k / truths           relevant in the first k / truths (may exceed 1)
MRR          1 / rank of the first relevant, anywhere       the same, 0 when that rank is beyond 10
NDCG@k       gain 1 at each rank that finds a truth for the first time, discounted by log2(rank + 1), over the best
             there is: min(k, truths) such ranks at the top (Järvelin and Kekäläinen, 2002). The same in both.
F1           harmonic mean of P@10 and R@10 of the set
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

import msgspec

from seedwalk.eval.arena.system import Found

CUTS = (5, 10, 20)
"""How deep a reader looks: a glance, a page, patience."""
PAGE = 10
"""The depth that NDCG, F1, the zero-rate and the seed's MRR are cut at."""
PER_TOKENS = 1_000
_KEPT = 1 << 14
"""Rankings whose metrics are kept: a page of results has some thousands, most of them alike."""


class Judged(msgspec.Struct, frozen=True):
    """Where the hits of one ranking stand. Ranks count from 1."""

    returned: int
    relevant: tuple[int, ...]
    """Ranks whose symbol matches some truth, rising."""
    found: tuple[int, ...]
    """For each truth the first rank that matches it; 0 when none does."""


def judge(matches: Callable[[str, Found], bool], truths: Sequence[str], ranking: Sequence[Found]) -> Judged:
    """A ranking seen through one rule of matching."""
    hits = [[matches(truth, place) for truth in truths] for place in ranking]
    return Judged(
        len(ranking),
        tuple(rank for rank, row in enumerate(hits, 1) if any(row)),
        tuple(next((rank for rank, row in enumerate(hits, 1) if row[at]), 0) for at in range(len(truths))),
    )


def _relevant_in(judged: Judged, k: int) -> int:
    return sum(rank <= k for rank in judged.relevant)


def _found_in(judged: Judged, k: int) -> int:
    return sum(0 < rank <= k for rank in judged.found)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def precision(judged: Judged, k: int) -> float:
    return _relevant_in(judged, k) / k


def seed_precision(judged: Judged, k: int) -> float:
    return _share(_relevant_in(judged, k), min(k, judged.returned))


def recall(judged: Judged, k: int) -> float:
    return _share(_found_in(judged, k), len(judged.found))


def seed_recall(judged: Judged, k: int) -> float:
    return _share(_relevant_in(judged, k), len(judged.found))


def reciprocal_rank(judged: Judged) -> float:
    return 1 / judged.relevant[0] if judged.relevant else 0.0


def seed_reciprocal_rank(judged: Judged) -> float:
    return reciprocal_rank(judged) if _relevant_in(judged, PAGE) else 0.0


def ndcg(judged: Judged, k: int) -> float:
    gained = sum(1 / math.log2(rank + 1) for rank in set(judged.found) if 0 < rank <= k)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(judged.found)) + 1))
    return _share(gained, best)


def f1(precision_: float, recall_: float) -> float:
    return _share(2 * precision_ * recall_, precision_ + recall_)


def any_hit(judged: Judged, k: int) -> float:
    """1 when some truth is among the first k."""
    return float(_found_in(judged, k) > 0)


def all_hits(judged: Judged, k: int) -> float:
    """1 when every truth is among the first k, and there is one (Acc@k)."""
    return float(0 < _found_in(judged, k) == len(judged.found))


def zero(judged: Judged) -> float:
    """1 when the first page holds nothing relevant."""
    return float(not _relevant_in(judged, PAGE))


def per_thousand_tokens(judged: Judged, tokens: int) -> float:
    """Relevant symbols in the whole answer for every thousand tokens it costs."""
    return _share(PER_TOKENS * len(judged.relevant), tokens)


class MetricSet(StrEnum):
    """Whose definitions: the seed document's, or those the public tasks are judged by."""

    BENCH = "bench"
    SEED = "seed"


_Cut = Callable[[Judged, int], float]
_DEFINITIONS: dict[MetricSet, tuple[_Cut, _Cut, Callable[[Judged], float]]] = {
    MetricSet.BENCH: (precision, recall, reciprocal_rank),
    MetricSet.SEED: (seed_precision, seed_recall, seed_reciprocal_rank),
}

NAMES = (*(f"P@{k}" for k in CUTS), *(f"R@{k}" for k in CUTS), f"NDCG@{PAGE}", "MRR", "F1", "zero")
"""What `measure` gives, in the order it is shown."""


@lru_cache(_KEPT)
def measure(judged: Judged, which: MetricSet) -> Mapping[str, float]:
    """Every metric of one ranking under the definitions of a set; kept, since each counts in several groups."""
    precise, complete, first = _DEFINITIONS[which]
    page = (precise(judged, PAGE), complete(judged, PAGE))
    values = [
        *(precise(judged, k) for k in CUTS), *(complete(judged, k) for k in CUTS),
        ndcg(judged, PAGE), first(judged), f1(*page), zero(judged),
    ]  # fmt: skip
    return MappingProxyType(dict(zip(NAMES, values, strict=True)))


def means(rows: Sequence[Mapping[str, float]], names: Sequence[str] = NAMES) -> dict[str, float]:
    """The mean of each metric over tasks; 0 where there are none, so that nothing vanishes from a report."""
    return {name: _share(math.fsum(row[name] for row in rows), len(rows)) for name in names}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed (nearest rank); 0 of nothing."""
    ordered = sorted(values)
    return ordered[max(1, math.ceil(share * len(ordered))) - 1] if ordered else 0.0
