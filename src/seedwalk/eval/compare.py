"""Two results, task by task: better, worse or no difference, and which tasks moved."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval import metrics, stats
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.report import OVERALL
from seedwalk.eval.results import Result, Row
from seedwalk.eval.stats import Paired
from seedwalk.eval.tables import figure, table

COMPARED = ("P@10", "R@10", "MRR")
"""What is compared unless asked otherwise; Holm's correction is over these, for each rule."""
_MOVED_SHOWN = 20


class Line(msgspec.Struct, frozen=True):
    """One metric by one rule over one group of tasks."""

    group: str
    rule: Rule
    metric: str
    paired: Paired
    corrected_p: float
    verdict: str


class Move(msgspec.Struct, frozen=True):
    """One task whose metric differs."""

    id: str
    before: float
    after: float

    @property
    def by(self) -> float:
        return self.after - self.before


class Comparison(msgspec.Struct, frozen=True):
    """B against A over the tasks both were asked."""

    before: str
    after: str
    shared: int
    only_one: tuple[str, ...]
    """Tasks that one of the two lacks; they are left out."""
    lines: tuple[Line, ...]
    moved: tuple[Move, ...]
    """By the first metric and rule, the largest first."""


def values(rows: Sequence[Row], rule: Rule, metric: str, which: MetricSet = MetricSet.BENCH) -> list[float]:
    return [metrics.measure(row.judged[rule], which)[metric] for row in rows]


def compare(
    before: Result, after: Result, *, names: Sequence[str] = COMPARED, rules: Sequence[Rule] = (),
    which: MetricSet = MetricSet.BENCH, by_tier: bool = False,
) -> Comparison:  # fmt: skip
    """Raises UsageError when the two share no task."""
    first, second = ({row.id: row for row in result.rows} for result in (before, after))
    shared = [name for name in first if name in second]
    if not shared:
        raise UsageError(f"'{before.label}' and '{after.label}' share no task. Compare results of the same fixtures.")
    rows = [(first[name], second[name]) for name in shared]
    used = [rule for rule in (rules or Rule) if all(rule in a.judged and rule in b.judged for a, b in rows)]
    if not used:
        raise UsageError(f"'{before.label}' and '{after.label}' were judged by different rules. Run both again.")
    groups = {OVERALL: rows}
    if by_tier:
        tiers = dict.fromkeys(a.tier for a, _ in rows)
        groups = {tier: [pair for pair in rows if pair[0].tier == tier] for tier in tiers}
    lines = [line for rule in used for line in _lines(groups, rule, names, which)]
    return Comparison(
        before.label, after.label, len(shared), tuple(sorted(first.keys() ^ second.keys())), tuple(lines),
        _moves(rows, used[0], names[-1] if len(names) == 1 else names[0], which),
    )  # fmt: skip


def _lines(groups: dict[str, list[tuple[Row, Row]]], rule: Rule, names: Sequence[str], which: MetricSet) -> list[Line]:
    """Every group and metric by one rule; corrected together, because they are looked at together."""
    measured = [
        (group, name, stats.paired(*(values(side, rule, name, which) for side in zip(*rows, strict=True))))
        for group, rows in groups.items()
        for name in names
    ]
    corrected = stats.holm([found.p for _, _, found in measured])
    return [
        Line(group, rule, name, found, p, stats.verdict(found.delta, p))
        for (group, name, found), p in zip(measured, corrected, strict=True)
    ]


def _moves(rows: Sequence[tuple[Row, Row]], rule: Rule, name: str, which: MetricSet) -> tuple[Move, ...]:
    moves = [
        Move(a.id, *(metrics.measure(row.judged[rule], which)[name] for row in (a, b)))
        for a, b in rows
    ]  # fmt: skip
    return tuple(sorted((move for move in moves if move.by), key=lambda move: (-abs(move.by), move.id)))


def page(found: Comparison, *, moved_shown: int = _MOVED_SHOWN) -> str:
    """The comparison in words and figures."""
    head = ["", "metric", found.before, found.after, "difference", "95 % interval", "p (Holm)", "effect"]
    head += ["rose", "fell", ""]
    rows = (
        [
            f"{line.group}, {line.rule}", line.metric, figure(line.paired.before), figure(line.paired.after),
            f"{line.paired.delta:+.3f}", f"{line.paired.low:+.3f} to {line.paired.high:+.3f}",
            f"{line.corrected_p:.4f}", f"{line.paired.effect:+.2f}",
            str(line.paired.risen), str(line.paired.fallen), line.verdict,
        ]
        for line in found.lines
    )  # fmt: skip
    lines = [f"# {found.after} against {found.before}", "", f"{found.shared} tasks in both.", ""]
    lines += [*table(head, rows), ""]
    if found.only_one:
        lines += [f"Left out, because only one has them: {len(found.only_one)} tasks.", ""]
    first = found.lines[0]
    lines += [f"## tasks that moved ({first.metric}, {first.rule}): {len(found.moved)}", ""]
    lines += [f"- {move.id}: {figure(move.before)} → {figure(move.after)}" for move in found.moved[:moved_shown]]
    if len(found.moved) > moved_shown:
        lines.append(f"- … and {len(found.moved) - moved_shown} more")
    return "\n".join(lines) + "\n"
