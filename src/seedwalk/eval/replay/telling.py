"""What a replay found, for the person whose repository it is: how well, how surely, and where it failed."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.eval import metrics, stats
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.replay.building import Replay
from seedwalk.eval.results import Result, Row
from seedwalk.eval.tables import figure, table

WORST = 10
_SHOWN = ("R@5", "R@10", "R@20", "MRR", "NDCG@10", "zero")
_WIDTH = 90


def page(replay: Replay, results: Sequence[Result]) -> str:
    lines = [
        f"# {len(replay.tasks)} commits replayed", "",
        "Each commit's message was asked of the tree as it was before: "
        + ", ".join(f"{count} at {cut[:12]}" for cut, count in replay.cuts) + ".",
        "Of the commits looked at: " + "; ".join(f"{count} {why}" for why, count in replay.looked_at.items()) + ".", "",
    ]  # fmt: skip
    head = ["", *(f"{name} (95 % interval)" for name in _SHOWN), "all in 10", "file in 10"]
    lines += [*table(head, [[result.label, *_cells(result.rows)] for result in results]), ""]
    for result in results:
        lines += [f"## the worst misses of {result.label}", "", *_worst(replay.tasks, result.rows), ""]
    return "\n".join(lines)


def _cells(rows: Sequence[Row]) -> list[str]:
    judged = [row.judged[Rule.SYMBOL] for row in rows]
    measured = [metrics.measure(one, MetricSet.BENCH) for one in judged]
    cells = []
    for name in _SHOWN:
        values = [one[name] for one in measured]
        low, high = stats.interval(values)
        cells.append(f"{figure(sum(values) / len(values) if values else 0.0)} ({low:.2f}–{high:.2f})")
    count = max(1, len(judged))
    whole = sum(metrics.all_hits(one, metrics.PAGE) for one in judged) / count
    files = sum(metrics.any_hit(row.files, metrics.PAGE) for row in rows if row.files is not None) / count
    return [*cells, figure(whole), figure(files)]


def worst(rows: Sequence[Row], count: int = WORST) -> list[Row]:
    """The tasks answered worst: least of the truth in ten, then the first hit latest, then the most truths missed."""

    def key(row: Row) -> tuple[float, float, int, str]:
        judged = row.judged[Rule.SYMBOL]
        return metrics.recall(judged, metrics.PAGE), metrics.reciprocal_rank(judged), -len(judged.found), row.id

    return [row for row in sorted(rows, key=key) if metrics.recall(row.judged[Rule.SYMBOL], metrics.PAGE) < 1][:count]


def _worst(tasks: Sequence[Task], rows: Sequence[Row]) -> list[str]:
    by_id = {task.id: task for task in tasks}
    lines = []
    for row in worst(rows):
        task = by_id[row.id]
        first = task.text.split("\n")[0]
        lines.append(f"- {row.id}: {first if len(first) <= _WIDTH else first[: _WIDTH - 1] + '…'}")
        for truth, rank in zip(task.truths, row.judged[Rule.SYMBOL].found, strict=True):
            lines.append(f"    - {truth}: {f'rank {rank}' if rank else 'not found'}")
    return lines or ["None: every changed symbol was in the first ten."]
