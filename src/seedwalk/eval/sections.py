"""The parts of the page on evaluation and of the README that no hand writes: tables made from results that are kept.

A part stands between two marks in the page; what is written around it is for people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from seedwalk.eval import arena_packs, ceilings, contest, front, issue_tables, metrics, results, stats
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.results import Result, Row
from seedwalk.eval.standing import ROOT, kept
from seedwalk.eval.tables import TARGETS, figure, table

PAGES = ("evaluation.md", "../README.md")
"""Pages that hold such parts, as seen from the folder of pages."""
BASELINE = ROOT / "bench" / "baseline.json"
PACKS = ROOT / "bench" / "packs"
CEILINGS = ROOT / "bench" / "ceilings.json"
REACHED = {"easy": 0.285, "medium": 0.290, "hard": 0.220}
"""The P@10 that the first design reports of its own engine on its own fixtures."""
_TASKS = "tasks"
_REPLAY = "replay_"
_ISSUES = "issues"
_JUDGED_AS = "seedwalk-history-recency"
"""The row of ours that public tasks are judged by: some were made from changes that lie in the pinned history."""
_MARK = "<!-- {0}: written by `make docs` from bench/results -->"
_END = "<!-- end of {0} -->"


def tasks() -> list[str]:
    """The arena over the public tasks."""
    found = _latest(_TASKS)
    if not found:
        return []
    told = contest.against(found, ours=_JUDGED_AS)
    return [*contest.quality(found), "", *told[2:], *contest.cost(found)]


def replays() -> list[str]:
    """Replayed commits: R@10 and MRR of each system on each repository and on all of them."""
    sets = list(dict.fromkeys(one.tasks for one in kept() if one.tasks.startswith(_REPLAY)))
    by_set = {name: {one.label: one for one in _latest(name)} for name in sets}
    labels = list(dict.fromkeys(label for found in by_set.values() for label in found))
    whole = [label for label in labels if all(label in found for found in by_set.values())]
    joined = {label: _joined([found[label] for found in by_set.values()]) for label in whole}
    order = sorted(labels, key=lambda label: -_mean(joined[label].rows, "R@10") if label in joined else 0.0)
    head = ["R@10", *(name.removeprefix(_REPLAY) for name in sets), "all", "MRR", "all in 10", "failed"]
    rows = [[label, *_replay_cells(label, by_set, joined.get(label))] for label in order]
    told = contest.against([joined[label] for label in order if label in joined], ours=contest.OURS)
    return [*table(head, rows), "", *told[2:-1]]


def _replay_cells(label: str, by_set: dict[str, dict[str, Result]], whole: Result | None) -> list[str]:
    cells = [_spread(found[label].rows, "R@10") if label in found else "" for found in by_set.values()]
    if whole is None:
        return [*cells, "", "", "", ""]
    judged = [row.judged[Rule.SYMBOL] for row in whole.rows]
    complete = figure(sum(metrics.all_hits(one, metrics.PAGE) for one in judged) / len(judged))
    failed = str(sum(bool(row.failed) for row in whole.rows))
    return [*cells, _spread(whole.rows, "R@10"), _spread(whole.rows, "MRR"), complete, failed]


def issues() -> list[str]:
    """Real issues: whether the functions and files that their fixes changed were found."""
    return issue_tables.tables(_latest(_ISSUES))


def tiers() -> list[str]:
    """The project's own fixtures by the seed's definitions: P@10 against its targets, what the seed's own engine
    reached on its own fixtures, and the most there could be on these (`ceilings.py`)."""
    baseline, most = results.read(BASELINE), ceilings.read(CEILINGS)
    rows = []
    for tier, target in TARGETS.items():
        judged = [row.judged[Rule.SEED] for row in baseline.rows if row.tier == tier]
        measured = [metrics.measure(one, MetricSet.SEED)["P@10"] for one in judged]
        verdict = "met" if stats.mean(measured) > target else "not met"
        high = [figure(most[tier].once), figure(most[tier].most)]
        rows.append([tier, contest.spread(measured), figure(target), verdict, figure(REACHED[tier]), *high])
    head = [baseline.label, "P@10", "target", "", "the seed's own", "each truth once", "perfect"]
    return table(head, rows)


def packs(name: str) -> list[str]:
    """What the answers of every system show in the same room."""
    path = PACKS / f"{name}.json"
    return arena_packs.tables(arena_packs.read(path)) if path.exists() else []


SECTIONS: dict[str, Callable[[], list[str]]] = {
    "tasks": tasks,
    "replays": replays,
    "packs": lambda: packs("tasks"),
    "replayed packs": lambda: packs("replays"),
    "issues": issues,
    "tiers": tiers,
    "standing": lambda: front.standing(_latest(_TASKS)),
}


def spliced(text: str) -> str:
    """The page with every part anew. A part whose marks are not there is left out."""
    for name, make in SECTIONS.items():
        begin, end = _MARK.format(name), _END.format(name)
        before, mark, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if mark and closed:
            text = "\n".join([before + begin, "", *make(), "", end]) + after
    return text


def page(path: Path) -> str:
    return spliced(path.read_text(encoding="utf-8"))


def _latest(tasks: str) -> list[Result]:
    return results.latest([one for one in kept() if one.tasks == tasks])


def _joined(parts: Sequence[Result]) -> Result:
    """One system over several sets of tasks."""
    rows = tuple(row for part in parts for row in part.rows)
    first = parts[0]
    return Result(first.system, first.commit, "", "", rows, (), first.profile, first.without)


def _values(rows: Sequence[Row], name: str) -> list[float]:
    return [metrics.measure(row.judged[Rule.SYMBOL], MetricSet.BENCH)[name] for row in rows]


def _mean(rows: Sequence[Row], name: str) -> float:
    return stats.mean(_values(rows, name))


def _spread(rows: Sequence[Row], name: str) -> str:
    return contest.spread(_values(rows, name))
