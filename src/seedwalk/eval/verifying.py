"""Verification over repositories: each is indexed, and every truth of its tasks looked for."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.api import open_repository
from seedwalk.errors import SeedwalkError
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.fixtures.task import Problem, Task
from seedwalk.eval.places import Places
from seedwalk.eval.running import by_place
from seedwalk.eval.verify import Missing, missing


def verify(tasks: Sequence[Task], places: Places, setup: Setup) -> tuple[list[Missing], list[Problem], int]:
    """Truths that do not exist, repositories that are not there, and how many truths were looked for."""
    gone: list[Missing] = []
    absent: list[Problem] = []
    truths = 0
    for group in by_place(tasks):
        try:
            where = places.of(group[0])
        except SeedwalkError as error:
            path, _, line = group[0].place.rpartition(":")
            absent.append(Problem(path, int(line or 1), str(error)))
            continue
        repository = open_repository(where, store=setup.store_of(where))
        repository.index()
        gone += missing(group, repository.symbols("*"))
        truths += sum(len(task.truths) for task in group)
    return gone, absent, truths
