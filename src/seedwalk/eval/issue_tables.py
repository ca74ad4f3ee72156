"""Real issues in tables: every system over all of them, ours against each other one, and each by project.

What counts is whether the functions and files that a fix changed were found: precision means nothing where most fixes
change one function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seedwalk.eval import contest, metrics, stats
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged
from seedwalk.eval.results import Result, Row
from seedwalk.eval.tables import table

_FILES_IN = 5
_LOST = Judged(0, (), (0,))
"""The files of an issue that was not answered."""


def _functions(row: Row) -> Judged:
    return row.judged[Rule.SYMBOL]


FIGURES: dict[str, Callable[[Row], float]] = {
    "functions Acc@10": lambda row: metrics.all_hits(_functions(row), metrics.PAGE),
    "any@10": lambda row: metrics.any_hit(_functions(row), metrics.PAGE),
    f"files Acc@{_FILES_IN}": lambda row: metrics.all_hits(row.files or _LOST, _FILES_IN),
    "functions MRR": lambda row: metrics.reciprocal_rank(_functions(row)),
}
"""What is told of an issue, by name."""
_ALL = "all"


def tables(found: Sequence[Result], ours: str = contest.OURS) -> list[str]:
    """Ours first. One system needs no comparison, and its row over all issues is the last of its projects."""
    ordered = sorted(found, key=lambda one: (one.label != ours, one.label))
    lines: list[str] = []
    if len(ordered) > 1:
        rows = [[one.label, *_cells(one.rows)] for one in ordered]
        lines += [*table(["system", *_head()], rows), "", *_against(ordered[0], ordered[1:]), ""]
    for result in ordered:
        lines += [*_by_project(result), ""]
    return lines[:-1]


def _head() -> list[str]:
    return ["issues", "failed", *FIGURES]


def _cells(rows: Sequence[Row]) -> list[str]:
    counts = [str(len(rows)), str(sum(bool(row.failed) for row in rows))]
    return [*counts, *(contest.spread([figure(row) for row in rows]) for figure in FIGURES.values())]


def _by_project(result: Result) -> list[str]:
    names = sorted({row.repo for row in result.rows})
    groups = [(name, [row for row in result.rows if row.repo == name]) for name in names]
    rows = [[name, *_cells(some)] for name, some in [*groups, (_ALL, list(result.rows))]]
    return table([result.label, *_head()], rows)


def _against(mine: Result, others: Sequence[Result]) -> list[str]:
    """Issue by issue over those both were asked; corrected over all figures of all systems at once."""
    paired = [[_paired(other, mine, figure) for figure in FIGURES.values()] for other in others]
    corrected = iter(stats.holm([one.p for line in paired for one in line]))
    rows = []
    for other, line in zip(others, paired, strict=True):
        cells = [part for one in line for part in contest.told(one, next(corrected))]
        rows.append([other.label, str(line[0].tasks), *cells])
    head = [part for name in FIGURES for part in (f"{name} by", "p (Holm)", "is")]
    return table([f"{mine.label} against", "issues", *head], rows)


def _paired(before: Result, after: Result, figure: Callable[[Row], float]) -> stats.Paired:
    first, second = ({row.id: figure(row) for row in result.rows} for result in (before, after))
    shared = [name for name in first if name in second]
    return stats.paired([first[name] for name in shared], [second[name] for name in shared])
