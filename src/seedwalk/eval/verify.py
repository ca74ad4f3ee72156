"""Does every truth exist? One that names nothing in the index is wrong, or shows what the index cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from seedwalk.eval.arena.system import Found
from seedwalk.eval.fixtures.task import Problem, Sort, Task
from seedwalk.eval.matching import RULES, Rule, components
from seedwalk.model import Symbol


class Missing(msgspec.Struct, frozen=True):
    """A truth that no indexed symbol answers to."""

    task: str
    tier: str
    truth: str
    place: str

    def problem(self) -> Problem:
        path, _, line = self.place.rpartition(":")
        told = f"no indexed symbol is '{self.truth}', a truth of '{self.task}'. Mend the truth, or index the file."
        return Problem(path, int(line or 1), told)


def rule_of(task: Task) -> Rule:
    """The rule a truth must hold by: the fixture's own, else the strict one."""
    if task.sort in (Sort.ISSUE, Sort.REPLAY):
        return Rule.SYMBOL
    return Rule(task.rule) if task.rule else Rule.STRICT


def missing(tasks: Sequence[Task], symbols: Iterable[Symbol]) -> list[Missing]:
    """Every truth without a symbol, in the order of the tasks."""
    by_last: dict[str, list[Found]] = {}
    for symbol in symbols:
        last = (components(symbol.name) or (symbol.name,))[-1].casefold()
        by_last.setdefault(last, []).append(Found(symbol.path, symbol.qualified_name, symbol.kind))
    return [
        Missing(task.id, task.tier, truth, task.place)
        for task in tasks
        for truth in task.truths
        if not _exists(task, truth, by_last)
    ]


def _exists(task: Task, truth: str, by_last: dict[str, list[Found]]) -> bool:
    """Every rule needs the last components to agree, so only those of that name are looked at."""
    rule = rule_of(task)
    named = truth.rpartition(":")[2] if rule is Rule.SYMBOL else truth
    last = (components(named) or ("",))[-1].casefold()
    return any(RULES[rule](truth, place) for place in by_last.get(last, ()))
