"""The arena's table: every system over the same tasks, by the same clock, with the first as the one to beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seedwalk.eval import stats
from seedwalk.eval.compare import compare
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.report import Report, report
from seedwalk.eval.results import Result
from seedwalk.eval.tables import figure, table

_MEGABYTE = 1e6
_BEATEN_BY = "MRR"
_FIGURES = ("P@10", "R@10", "MRR")


def page(results: Sequence[Result], absent: Mapping[str, str], which: MetricSet = MetricSet.BENCH) -> str:
    """One row a system, best first by the last rule's R@10; then each against the first by the test."""
    reports = {result.label: report(result, which) for result in results}
    rules = next(iter(reports.values())).rules if reports else ()
    main = Rule.LENIENT if Rule.LENIENT in rules else rules[-1] if rules else Rule.STRICT
    ordered = sorted(reports.values(), key=lambda one: (-one.overall.metrics[main]["R@10"], one.system))
    head = ["system", "tasks", "failed", *(f"{name} {rule}" for rule in rules for name in _FIGURES), f"zero {main}"]
    head += ["tokens", f"relevant/1,000 {main}", "prepare s", "peak MB"]
    head += ["cold p50 ms", "cold p95", "warm p50", "warm p95"]
    lines = ["# The arena", "", *table(head, [_row(one, rules, main) for one in ordered]), ""]
    if absent:
        lines += ["Absent here: " + "; ".join(f"{name} ({why})" for name, why in absent.items()) + ".", ""]
    return "\n".join([*lines, *_against(results, ordered, main, which)])


def _row(one: Report, rules: Sequence[Rule], main: Rule) -> list[str]:
    overall = one.overall
    return [
        one.system, str(overall.tasks), str(overall.failed),
        *(figure(overall.metrics[rule][name]) for rule in rules for name in _FIGURES),
        figure(overall.metrics[main]["zero"]), f"{overall.tokens:,.0f}", f"{overall.per_thousand_tokens[main]:.2f}",
        f"{one.prepared_seconds:,.1f}", f"{one.peak_bytes / _MEGABYTE:,.0f}",
        *(f"{ms:,.1f}" for ms in (*overall.cold_ms, *overall.warm_ms)),
    ]  # fmt: skip


def _against(results: Sequence[Result], ordered: Sequence[Report], main: Rule, which: MetricSet) -> list[str]:
    """The first row against each other one; corrected over all of them."""
    if len(ordered) < 2:
        return []
    by_label = {result.label: result for result in results}
    first = by_label[ordered[0].system]
    found = [
        compare(by_label[one.system], first, names=[_BEATEN_BY], rules=[main], which=which).lines[0]
        for one in ordered[1:]
    ]
    corrected = stats.holm([line.paired.p for line in found])
    rows = [
        [
            one.system, f"{line.paired.delta:+.3f}", f"{line.paired.low:+.3f} to {line.paired.high:+.3f}", f"{p:.4f}",
            f"{line.paired.effect:+.2f}", stats.verdict(line.paired.delta, p),
        ]
        for one, line, p in zip(ordered[1:], found, corrected, strict=True)
    ]  # fmt: skip
    head = [f"{first.label} against", _BEATEN_BY, "95 % interval", "p (Holm)", "effect", ""]
    return [f"## {first.label} against each ({main})", "", *table(head, rows), ""]
