"""Where things stand: the page made of the results that are kept in the repository, one table for each set of tasks."""

from __future__ import annotations

import sys
from pathlib import Path

from seedwalk.eval import results
from seedwalk.eval.matching import Rule
from seedwalk.eval.report import Report, report
from seedwalk.eval.results import Result
from seedwalk.eval.tables import figure, table

ROOT = Path(__file__).parents[3]
_FIGURES = ("P@10", "R@10", "MRR", "NDCG@10", "zero")


def kept(folder: Path = ROOT / results.FOLDER) -> list[Result]:
    """Every result in the folder, by what was asked, then by system and commit."""
    return sorted(results.kept(folder), key=lambda result: (result.tasks, result.label, result.commit))


def main() -> int:
    """Leave the latest result of each system and set of tasks alone in the folder."""
    for path in results.superseded(ROOT / results.FOLDER):
        path.unlink()
        print(f"removed {path.name}", file=sys.stderr)
    return 0


def page(found: list[Result]) -> list[str]:
    """A section for each set of tasks, a row for each result and rule; then the same by repository."""
    lines: list[str] = []
    for tasks in dict.fromkeys(result.tasks for result in found):
        some = [report(result) for result in found if result.tasks == tasks]
        lines += [f"## {tasks}", "", *_overall(some), ""]
        if any(len(one.repositories) > 1 for one in some):
            lines += [*_by_repository(some), ""]
    return lines


def _overall(reports: list[Report]) -> list[str]:
    head = ["system", "seedwalk", "rule", "tasks", "failed", *_FIGURES]
    rows = [
        [one.system, one.commit[:12], rule, str(one.overall.tasks), str(one.overall.failed),
         *(figure(one.overall.metrics[rule][name]) for name in _FIGURES)]
        for one in reports for rule in one.rules
    ]  # fmt: skip
    return table(head, rows)


def _by_repository(reports: list[Report]) -> list[str]:
    names = list(dict.fromkeys(group.name for one in reports for group in one.repositories))
    head = ["R@10 by repository", *names]
    rows = []
    for one in reports:
        rule = Rule.LENIENT if Rule.LENIENT in one.rules else one.rules[-1]
        values = {group.name: figure(group.metrics[rule]["R@10"]) for group in one.repositories}
        rows.append([f"{one.system}, {rule}", *(values.get(name, "") for name in names)])
    return table(head, rows)


if __name__ == "__main__":
    sys.exit(main())
