"""Rows added up: per tier, per repository and overall, by each rule, in a set of metrics. Nothing vanishes at zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

import msgspec

from seedwalk.eval import judging, metrics
from seedwalk.eval.fixtures.task import TIERS, Sort
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged, MetricSet
from seedwalk.eval.results import Result, Row

MEDIAN, TAIL = 0.5, 0.95
ISSUE_CUTS = (1, 3, 5, 10)
OVERALL = "overall"


class Group(msgspec.Struct, frozen=True):
    """Some tasks together. Metrics are means over the tasks; latencies leave out what failed."""

    name: str
    tasks: int
    failed: int
    metrics: dict[Rule, dict[str, float]]
    score: dict[Rule, float]
    """The mean of each task's one number (see `judging.SCORES`)."""
    tokens: float
    per_thousand_tokens: dict[Rule, float]
    """Relevant symbols of all answers for every thousand tokens of all answers."""
    cold_ms: tuple[float, float]
    """Median and 95th percentile."""
    warm_ms: tuple[float, float]
    files: dict[str, float] = {}
    functions: dict[str, float] = {}


class Report(msgspec.Struct, frozen=True):
    """A result read through a set of metrics."""

    system: str
    tasks: str
    commit: str
    metric_set: MetricSet
    rules: tuple[Rule, ...]
    tiers: tuple[Group, ...]
    repositories: tuple[Group, ...]
    overall: Group
    fixtures: tuple[Group, ...]
    prepared_seconds: float
    peak_bytes: int


def report(result: Result, which: MetricSet = MetricSet.BENCH) -> Report:
    rows = result.rows
    rules = tuple(rule for rule in Rule if any(rule in row.judged for row in rows))
    return Report(
        system=result.label, tasks=result.tasks, commit=result.commit, metric_set=which, rules=rules,
        tiers=tuple(_groups(rows, lambda row: row.tier, _tiers(rows), rules, which)),
        repositories=tuple(_groups(rows, lambda row: row.repo, (), rules, which)),
        overall=group(OVERALL, rows, rules, which),
        fixtures=tuple(group(row.id, [row], rules, which) for row in rows),
        prepared_seconds=round(fsum(one.seconds for one in result.prepared), 3),
        peak_bytes=max((one.peak_bytes for one in result.prepared), default=0),
    )  # fmt: skip


def _tiers(rows: Sequence[Row]) -> tuple[str, ...]:
    """Every tier of every sort that was asked, whether a task is in it or not."""
    sorts = {row.sort for row in rows}
    return tuple(tier for sort in Sort if sort in sorts for tier in TIERS[sort])


def _groups(
    rows: Sequence[Row], key: Callable[[Row], str], known: Sequence[str], rules: Sequence[Rule], which: MetricSet
) -> list[Group]:
    names = dict.fromkeys([*known, *sorted({key(row) for row in rows})])
    return [group(name, [row for row in rows if key(row) == name], rules, which) for name in names]


def group(name: str, rows: Sequence[Row], rules: Sequence[Rule], which: MetricSet) -> Group:
    tokens = sum(row.tokens for row in rows)
    answered = [row for row in rows if not row.failed]
    judged = {rule: [row.judged[rule] for row in rows if rule in row.judged] for rule in rules}
    return Group(
        name=name, tasks=len(rows), failed=len(rows) - len(answered),
        metrics={rule: metrics.means([metrics.measure(one, which) for one in seen]) for rule, seen in judged.items()},
        score={rule: _mean([judging.score(row, rule) for row in rows if rule in row.judged]) for rule in rules},
        tokens=_mean([row.tokens for row in rows]),
        per_thousand_tokens={
            rule: metrics.PER_TOKENS * sum(len(one.relevant) for one in seen) / tokens if tokens else 0.0
            for rule, seen in judged.items()
        },
        cold_ms=_spread([row.cold_ms for row in answered]),
        warm_ms=_spread([row.warm_ms for row in answered if row.warm_ms]),  # not those asked only once
        files=_issue([row.files for row in rows if row.files is not None]),
        functions=_issue([row.judged[Rule.SYMBOL] for row in rows if row.sort is Sort.ISSUE]),
    )  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values) if values else 0.0


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return metrics.percentile(values, MEDIAN), metrics.percentile(values, TAIL)


def _issue(judged: Sequence[Judged]) -> dict[str, float]:
    """What an issue is judged by: all, any and the share of its gold in the first k, and the first right rank."""
    if not judged:
        return {}
    measures = {"Acc": metrics.all_hits, "any": metrics.any_hit, "recall": metrics.recall}
    found = {f"{name}@{k}": _mean([of(one, k) for one in judged]) for name, of in measures.items() for k in ISSUE_CUTS}
    return {**found, "MRR": _mean([metrics.reciprocal_rank(one) for one in judged])}
