"""How high could a perfect ranking score? Truths are fewer than ten; a rule may let several symbols count for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from seedwalk.eval import metrics, stats
from seedwalk.eval.arena.system import Found
from seedwalk.eval.fixtures.task import GRADED_TIERS, Task
from seedwalk.eval.matching import RULES
from seedwalk.eval.verify import rule_of
from seedwalk.model import Flags, Symbol


class Ceiling(msgspec.Struct, frozen=True):
    """The P@10 of ten symbols that are all there is to find, in the mean over a tier's fixtures."""

    once: float
    """Were each truth found once, and nothing else relevant."""
    most: float
    """Were every symbol relevant that answers to a truth by the fixture's rule; tests aside."""


def ceilings(tasks: Sequence[Task], symbols: Iterable[Symbol]) -> dict[str, Ceiling]:
    """Of every graded tier that has fixtures."""
    places = [Found(one.path, one.qualified_name, one.kind) for one in symbols if not one.flags & Flags.TEST]
    found = {}
    for tier in GRADED_TIERS:
        some = [task for task in tasks if task.tier == tier]
        if some:
            once = stats.mean([_share(len(task.truths)) for task in some])
            found[tier] = Ceiling(once, stats.mean([_share(_matching(task, places)) for task in some]))
    return found


def _share(relevant: int) -> float:
    return min(relevant, metrics.PAGE) / metrics.PAGE


def _matching(task: Task, places: Sequence[Found]) -> int:
    """How many places answer to a truth, counted no further than a page has room."""
    matches = RULES[rule_of(task)]
    relevant = (place for place in places if any(matches(truth, place) for truth in task.truths))
    return sum(1 for _ in islice(relevant, metrics.PAGE))


def read(path: Path) -> dict[str, Ceiling]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Ceiling])


def write(found: dict[str, Ceiling], path: Path) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
