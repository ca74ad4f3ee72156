"""An answer and a task become a row: by which rules an answer is judged, and what one number says of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seedwalk.eval import metrics, tokens
from seedwalk.eval.arena.system import Answer, Found
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import RULES, Rule
from seedwalk.eval.metrics import Judged
from seedwalk.eval.results import Row

_BY_NAME = (Rule.STRICT, Rule.LENIENT)
_BY_FILE = (Sort.ISSUE, Sort.REPLAY)


def rules_of(task: Task) -> tuple[Rule, ...]:
    """By file and name where truths say both; else strict and lenient, and the rule a fixture was written for."""
    if task.sort in _BY_FILE:
        return (Rule.SYMBOL,)
    return (*_BY_NAME, Rule.SEED) if task.rule == Rule.SEED else _BY_NAME


SCORES: dict[Sort, tuple[str, Callable[[Judged, int], float]]] = {
    Sort.GRADED: ("recall", metrics.recall),
    Sort.ANY_HIT: ("any hit", metrics.any_hit),
    Sort.NEEDLE: ("any expected", metrics.any_hit),
    Sort.RANKING: ("all expected", metrics.all_hits),
    Sort.EXPANSION: ("share of expected", metrics.recall),
    Sort.ISSUE: ("all changed", metrics.all_hits),
    Sort.REPLAY: ("recall", metrics.recall),
}
"""The one number of each sort of task, at the depth its fixture states."""


def row(task: Task, answer: Answer, cold_ms: float, warm_ms: float) -> Row:
    ranking = _counted(task, answer.ranking)
    return Row(
        task.id, task.repo, task.sort, task.tier,
        {rule: metrics.judge(RULES[rule], task.truths, ranking) for rule in rules_of(task)},
        _files(task, ranking), task.top_k,
        tokens.count(answer.text) if answer.text else answer.tokens, round(cold_ms, 3), round(warm_ms, 3),
    )  # fmt: skip


def failed_row(task: Task, why: str) -> Row:
    """Nothing found, and why: a failure scores zero and is counted."""
    nothing = Answer(())
    empty = row(task, nothing, 0.0, 0.0)
    return Row(task.id, task.repo, task.sort, task.tier, empty.judged, empty.files, task.top_k, failed=why or "failed")


def _counted(task: Task, ranking: Sequence[Found]) -> list[Found]:
    """What a fixture lets count: symbols of its kinds below its scope."""
    below = task.scope.strip("/")
    return [
        place
        for place in ranking
        if (not task.kinds or place.kind in task.kinds)
        and (not below or place.path == below or place.path.startswith(f"{below}/"))
    ]


def _files(task: Task, ranking: Sequence[Found]) -> Judged | None:
    if not task.files:
        return None
    paths = [Found(path, "") for path in dict.fromkeys(place.path for place in ranking)]
    return metrics.judge(lambda truth, place: truth == place.path, task.files, paths)


def score(judged: Row, rule: Rule) -> float:
    """The task's one number by a rule."""
    return SCORES[judged.sort][1](judged.judged[rule], judged.top_k)
