"""Verification over repositories: each is indexed, and every truth of its tasks looked for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from seedwalk.api import open_repository
from seedwalk.errors import SeedwalkError
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.ceilings import Ceiling, ceilings
from seedwalk.eval.fixtures.task import Problem, Task
from seedwalk.eval.places import Places
from seedwalk.eval.running import by_place
from seedwalk.eval.verify import Missing, missing


class Verified(msgspec.Struct, frozen=True):
    """What was found out about some fixtures."""

    missing: tuple[Missing, ...]
    """Truths that do not exist,"""
    absent: tuple[Problem, ...]
    """repositories that are not there,"""
    truths: int
    """how many truths were looked for,"""
    ceilings: dict[str, Ceiling]
    """and what a perfect ranking would score, by tier; of fixtures about one repository alone."""


def verify(tasks: Sequence[Task], places: Places, setup: Setup) -> Verified:
    gone: list[Missing] = []
    absent: list[Problem] = []
    most: dict[str, Ceiling] = {}
    truths = 0
    groups = list(by_place(tasks))
    for group in groups:
        try:
            where = places.of(group[0])
        except SeedwalkError as error:
            path, _, line = group[0].place.rpartition(":")
            absent.append(Problem(path, int(line or 1), str(error)))
            continue
        repository = open_repository(where, store=setup.store_of(where))
        repository.index()
        symbols = repository.symbols("*")
        gone += missing(group, symbols)
        if len(groups) == 1:
            most = ceilings(group, symbols)
        truths += sum(len(task.truths) for task in group)
    return Verified(tuple(gone), tuple(absent), truths, most)
