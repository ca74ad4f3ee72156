"""A report as a page: Markdown that also reads well in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import CUTS, MetricSet
from seedwalk.eval.report import Group, Report
from seedwalk.eval.results import Row

COLUMNS = (*(f"P@{k}" for k in CUTS), *(f"R@{k}" for k in CUTS), "NDCG@10", "MRR", "F1", "zero")
TARGETS = {"easy": 0.60, "medium": 0.30, "hard": 0.15}
"""The P@10 each tier of one's own fixtures should pass, from the document the tiers come from."""
_MEGABYTE = 1e6
_NAME_WIDTH = 48


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table with aligned columns: the first to the left, figures to the right."""
    listed = [list(head), *map(list, rows)]
    widths = [max(len(row[at]) for row in listed) for at in range(len(head))]
    sides = [str.ljust, *[str.rjust] * (len(head) - 1)]
    lines = [
        "| " + " | ".join(to(cell, width) for to, cell, width in zip(sides, row, widths, strict=True)) + " |"
        for row in listed
    ]
    rule = "|" + "|".join("-" * (w + 2) if at == 0 else "-" * (w + 1) + ":" for at, w in enumerate(widths)) + "|"
    return [lines[0], rule, *lines[1:]]


def figure(value: float) -> str:
    return f"{value:.3f}"


def page(report: Report, *, verbose: bool = False) -> str:
    """Everything a run found: quality by each rule, the one number per sort, cost."""
    lines = [
        f"# {report.system} on {report.tasks or 'fixtures'}", "",
        f"{report.overall.tasks} tasks, {report.overall.failed} failed; metrics as `{report.metric_set}` defines them; "
        f"seedwalk {report.commit[:12] or 'without a commit'}.", "",
    ]  # fmt: skip
    groups = [*report.tiers, *(report.repositories if len(report.repositories) > 1 else ()), report.overall]
    for rule in report.rules:
        lines += [f"## {rule}", "", *_quality(groups, rule), ""]
    lines += ["## cost", "", *_cost(report, groups), ""]
    lines += _issues(report)
    lines += _targets(report)
    if verbose:
        for rule in report.rules:
            lines += [f"## each fixture, {rule}", "", *_quality(report.fixtures, rule), ""]
    return "\n".join(lines)


def _quality(groups: Sequence[Group], rule: Rule) -> list[str]:
    head = ["", "tasks", *COLUMNS, "score"]
    rows = ([_short(one.name), str(one.tasks), *_cells(one.metrics[rule]), figure(one.score[rule])] for one in groups)
    return table(head, rows)


def _cells(values: Mapping[str, float]) -> list[str]:
    return [figure(values[name]) for name in COLUMNS]


def _cost(report: Report, groups: Sequence[Group]) -> list[str]:
    rule = report.rules[0] if report.rules else Rule.STRICT
    head = ["", "failed", "tokens", f"relevant/1,000 ({rule})", "cold p50 ms", "cold p95", "warm p50", "warm p95"]
    rows = (
        [
            _short(one.name), str(one.failed), f"{one.tokens:,.0f}", f"{one.per_thousand_tokens.get(rule, 0.0):.2f}",
            *(f"{ms:,.1f}" for ms in (*one.cold_ms, *one.warm_ms)),
        ]
        for one in groups
    )  # fmt: skip
    held = report.peak_bytes / _MEGABYTE
    told = f"Preparing took {report.prepared_seconds:,.1f} s in all; at most {held:,.0f} MB were held."
    return [*table(head, rows), "", told]


def _issues(report: Report) -> list[str]:
    levels = {"files": report.overall.files, "functions": report.overall.functions}
    shown = {name: values for name, values in levels.items() if values}
    if not shown:
        return []
    names = list(next(iter(shown.values())))
    rows = ([name, *(figure(values[column]) for column in names)] for name, values in shown.items())
    return ["## files and functions changed", "", *table(["", *names], rows), ""]


def _targets(report: Report) -> list[str]:
    """The tiers against the seed's targets, for fixtures judged by its definitions."""
    if report.metric_set is not MetricSet.SEED or Rule.SEED not in report.rules:
        return []
    rows = [
        [one.name, figure(one.metrics[Rule.SEED]["P@10"]), figure(TARGETS[one.name]),
         "met" if one.metrics[Rule.SEED]["P@10"] > TARGETS[one.name] else "not met"]
        for one in report.tiers if one.name in TARGETS
    ]  # fmt: skip
    return ["## tiers against their targets", "", *table(["tier", "P@10", "target", ""], rows), ""] if rows else []


def findings(report: Report) -> str:
    """The page that is committed beside the fixtures: no timings, so that it changes only when quality does."""
    lines = [
        "# Findings", "", "<!-- Written by `seedwalk eval --findings`. Do not edit. -->", "",
        f"`{report.system}` on {report.tasks}: {report.overall.tasks} tasks, {report.overall.failed} failed; metrics "
        f"as `{report.metric_set}` defines them.", "",
    ]  # fmt: skip
    for rule in report.rules:
        lines += [f"## {rule}", "", *_quality([*report.tiers, report.overall], rule), ""]
    lines += _targets(report)
    rule = Rule.SEED if Rule.SEED in report.rules and report.metric_set is MetricSet.SEED else report.rules[0]
    lines += [f"## each fixture, {rule}", "", *_quality(report.fixtures, rule), ""]
    nothing = [one.name for one in report.fixtures if one.metrics[rule]["zero"]]
    lines += ["## nothing found", "", *([f"- {name}" for name in nothing] or ["Every fixture found something."]), ""]
    return "\n".join(lines)


def truths(tasks: Sequence[Task], rows: Sequence[Row], rule: Rule) -> str:
    """Where each truth of each fixture was found, by one rule."""
    by_id = {task.id: task for task in tasks}
    lines = [f"## each truth, {rule}", ""]
    for row in rows:
        lines.append(f"- {row.id}{f': {row.failed}' if row.failed else ''}")
        for truth, rank in zip(by_id[row.id].truths, row.judged[rule].found, strict=True):
            lines.append(f"    - {truth}: {f'rank {rank}' if rank else 'not found'}")
    return "\n".join([*lines, ""])


def _short(name: str) -> str:
    return name if len(name) <= _NAME_WIDTH else name[: _NAME_WIDTH - 1] + "…"
