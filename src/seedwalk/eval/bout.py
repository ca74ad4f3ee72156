"""One system on one repository: prepared once, asked every task twice, each by the same clock.

The first asking of a task is `cold` (the repository's first also pays for opening the index), the second `warm`. All
tasks are asked once before any is asked again, so that a bound on time costs repetitions before it costs answers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from seedwalk.eval import judging
from seedwalk.eval.arena.measure import Staged, told
from seedwalk.eval.arena.memory import watching
from seedwalk.eval.arena.system import Answer, System
from seedwalk.eval.deadline import OutOfTime, within
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.results import Prepared, Row
from seedwalk.sources import git

LIMIT = 50
"""Symbols asked for: MRR is over the whole list, and five pages are more than anyone reads."""
LIMITS = {Sort.ISSUE: 100}
"""The same where it differs: an issue asks for five files, and fifty symbols may all stand in four."""
_MS = 1_000.0

Tell = Callable[[str], None]
Hear = Callable[[Task, Answer, str], None]
"""Given a task, its answer, and why there is none."""


class Bout(msgspec.Struct, frozen=True):
    """What came of it."""

    prepared: Prepared
    rows: tuple[Row, ...]


class _Course:
    """A bout under way: what is known when it ends, however it ends."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.tasks = tasks
        self.seconds = 0.0
        self.unready = ""
        """Why it could not be prepared."""
        self.cold: dict[str, tuple[Answer, float]] = {}
        self.warm: dict[str, float] = {}
        self.failed: dict[str, str] = {}

    def run(self, system: System, repository: Path, limit: int, once: bool) -> None:
        started = time.perf_counter()
        try:
            system.prepare(repository)
        except Exception as error:
            self.unready = told(error)
        except OutOfTime as error:
            self.unready = str(error)
            raise
        finally:
            self.seconds = round(time.perf_counter() - started, 3)
        if not self.unready:
            self._ask(system, limit, once)

    def _ask(self, system: System, limit: int, once: bool) -> None:
        for task in self.tasks:
            try:
                self.cold[task.id] = _timed(system, task, limit)
            except Exception as error:
                self.failed[task.id] = told(error)
        for task in [] if once else self.tasks:
            if task.id in self.cold:
                try:
                    self.warm[task.id] = _timed(system, task, limit)[1]
                except Exception as error:
                    self.failed[task.id] = told(error)

    def tell(self, hear: Hear, late: str) -> None:
        for task in self.tasks:
            why = self._why(task, late)
            hear(task, Answer(()) if why else self.cold[task.id][0], why)

    def _why(self, task: Task, late: str) -> str:
        """Why a task has no answer; empty when it has one."""
        return self.unready or self.failed.get(task.id) or (late if task.id not in self.cold else "")

    def row(self, task: Task, late: str) -> Row:
        why = self._why(task, late)
        if why:
            return judging.failed_row(task, why)
        return judging.row(task, *self.cold[task.id], self.warm.get(task.id, 0.0))


def fight(
    system: System, repository: Path, tasks: Sequence[Task], *, limit: int = LIMIT, bound: float = 0.0,
    once: bool = False, hear: Hear | None = None,
) -> Bout:  # fmt: skip
    """Every task answered or counted as failed; nothing a system does ends the run.

    `bound` is what preparing and all answers may take together, in seconds of processor time; what was not answered by
    then has failed. `once` leaves the second asking out; `hear` is given every answer after the last, off the clock and
    before the system is closed.
    """
    course, late, stages = _Course(tasks), "", isinstance(system, Staged)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    try:
        if isinstance(system, Staged):  # a copy of the repository: to be laid ready, and not the system's own work
            system.stage(repository)
    except Exception as error:
        course.unready = told(error)
    with watching(apart=stages) as memory:
        try:
            if not course.unready:
                with within(bound):
                    course.run(system, repository, limit, once)
        except OutOfTime as error:
            late = str(error)
        finally:
            if hear:
                course.tell(hear, late)
            system.close()
    name, head = tasks[0].repo or repository.name, git.head(repository) or ""
    prepared = Prepared(name, head, course.seconds, memory.peak_bytes, course.unready, round(load, 2))
    return Bout(prepared, tuple(course.row(task, late) for task in tasks))


def _timed(system: System, task: Task, limit: int) -> tuple[Answer, float]:
    started = time.perf_counter()
    answer = system.answer(task.text, limit)
    return answer, (time.perf_counter() - started) * _MS
