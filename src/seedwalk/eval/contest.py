"""The arena's tables: every system over the same tasks, by the same clock, and each held against ours by the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seedwalk.eval import stats
from seedwalk.eval.compare import COMPARED, compare, values
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.report import Report, report
from seedwalk.eval.results import Result, Row
from seedwalk.eval.tables import figure, table

OURS = "seedwalk"
_MEGABYTE = 1e6
_SMALLEST = 0.0001
"""A smaller p is only said to be smaller."""
_FIRST = "R@10"
"""What decides the order of the rows."""


def page(results: Sequence[Result], absent: Mapping[str, str], which: MetricSet = MetricSet.BENCH) -> str:
    """Quality, cost, and the test; best first by R@10 of the main rule."""
    lines = ["# The arena", "", *quality(results, which), "", *cost(results, which), ""]
    if absent:
        lines += ["Absent here: " + "; ".join(f"{name} ({why})" for name, why in absent.items()) + ".", ""]
    return "\n".join([*lines, *against(results, which)])


def quality(results: Sequence[Result], which: MetricSet = MetricSet.BENCH) -> list[str]:
    """One row a system: the figures of the main rule with their 95 % intervals, then those of the other rules."""
    rules, main = _rules(results)
    others = [rule for rule in rules if rule is not main]
    head = ["system", "tasks", "failed", *(f"{name} {main}" for name in COMPARED), f"zero {main}"]
    head += [f"{name} {rule}" for rule in others for name in COMPARED]
    rows = []
    for result in _ordered(results, main, which):
        overall = report(result, which).overall
        rows.append([
            result.label, str(overall.tasks), str(overall.failed),
            *(spread(values(result.rows, main, name, which)) for name in COMPARED),
            figure(overall.metrics[main]["zero"]),
            *(figure(overall.metrics[rule][name]) for rule in others for name in COMPARED),
        ])  # fmt: skip
    return table(head, rows)


def cost(results: Sequence[Result], which: MetricSet = MetricSet.BENCH) -> list[str]:
    """One row a system: what its answers cost a reader, and what making them cost the machine."""
    _, main = _rules(results)
    head = ["system", "tokens", f"relevant/1,000 {main}", "prepare s", "peak MB", "load"]
    head += ["cold p50 ms", "cold p95", "warm p50", "warm p95"]
    return table(head, [_cost(result, report(result, which), main) for result in _ordered(results, main, which)])


def _cost(result: Result, told: Report, main: Rule) -> list[str]:
    overall, loads = told.overall, [one.load for one in result.prepared]
    return [
        told.system, f"{overall.tokens:,.0f}", f"{overall.per_thousand_tokens[main]:.2f}",
        f"{told.prepared_seconds:,.1f}", f"{told.peak_bytes / _MEGABYTE:,.0f}",
        f"{max(loads):.0f}" if any(loads) else "",
        *(f"{ms:,.1f}" if ms else "" for ms in (*overall.cold_ms, *overall.warm_ms)),
    ]  # fmt: skip


def against(results: Sequence[Result], which: MetricSet = MetricSet.BENCH, ours: str = "") -> list[str]:
    """Ours against each other one, task by task, by the main rule; corrected over all of them, metric by metric.

    `ours` is a label; without it, the best of our rows, else the best of all."""
    if len(results) < 2:
        return []
    _, main = _rules(results)
    ordered = _ordered(results, main, which)
    mine = next((one for one in ordered if one.label == ours or (not ours and one.system == OURS)), ordered[0])
    others = [one for one in ordered if one is not mine]
    found = [compare(one, mine, rules=[main], which=which).lines for one in others]
    corrected = [stats.holm([line.paired.p for line in column]) for column in zip(*found, strict=True)]
    rows = []
    for at, (other, lines) in enumerate(zip(others, found, strict=True)):
        cells = [other.label]
        for line, column in zip(lines, corrected, strict=True):
            cells += told(line.paired, column[at])
        rows.append(cells)
    head = [f"{mine.label} against", *(part for name in COMPARED for part in (f"{name} by", "p (Holm)", f"{name} is"))]
    return [f"## {mine.label} against each ({main})", "", *table(head, rows), ""]


def told(paired: stats.Paired, corrected_p: float) -> list[str]:
    """A comparison in three cells: by how much, how likely by luck, and what that is called."""
    by = f"{paired.delta:+.3f} ({paired.low:+.2f} to {paired.high:+.2f})"
    p = f"{corrected_p:.4f}" if corrected_p >= _SMALLEST else f"< {_SMALLEST}"
    return [by, p, stats.verdict(paired.delta, corrected_p)]


def spread(measured: Sequence[float]) -> str:
    """A mean with its 95 % interval: `0.510 (0.46–0.56)`."""
    low, high = stats.interval(measured)
    return f"{figure(stats.mean(measured))} ({low:.2f}–{high:.2f})"


def _rules(results: Sequence[Result]) -> tuple[list[Rule], Rule]:
    """The rules that judged, and the one that counts: lenient where it is among them, else the last."""
    rows: list[Row] = [row for result in results[:1] for row in result.rows]
    rules = [rule for rule in Rule if any(rule in row.judged for row in rows)] or [Rule.STRICT]
    return rules, Rule.LENIENT if Rule.LENIENT in rules else rules[-1]


def _ordered(results: Sequence[Result], main: Rule, which: MetricSet) -> list[Result]:
    def key(result: Result) -> tuple[float, str]:
        return -stats.mean(values(result.rows, main, _FIRST, which)), result.label

    return sorted(results, key=key)
