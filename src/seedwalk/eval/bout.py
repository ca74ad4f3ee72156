"""One system on one repository: prepared once, asked every task twice, each by the same clock.

The first asking of a task is `cold` (the repository's first also pays for opening the index), the second `warm`.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from seedwalk.eval import judging
from seedwalk.eval.arena.system import Answer, System
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.results import Prepared, Row
from seedwalk.sources import git

LIMIT = 50
"""Symbols asked for: MRR is over the whole list, and five pages are more than anyone reads."""
_MS = 1_000.0
_KILOBYTE = 1_024

Tell = Callable[[str], None]


class Bout(msgspec.Struct, frozen=True):
    """What came of it."""

    prepared: Prepared
    rows: tuple[Row, ...]


def fight(
    system: System, repository: Path, tasks: Sequence[Task], *, limit: int = LIMIT, tell: Tell = lambda _: None
) -> Bout:
    """Every task answered or counted as failed; nothing a system does ends the run."""
    name, head = tasks[0].repo or repository.name, git.head(repository) or ""
    started = time.perf_counter()
    try:
        stage = getattr(system, "stage", None)
        if stage is not None:  # what must be laid ready and is not the system's own work: a copy of the repository
            stage(repository)
        started = time.perf_counter()
        system.prepare(repository)
    except Exception as error:
        why = _told(error)
        lost = tuple(judging.failed_row(task, why) for task in tasks)
        return Bout(Prepared(name, head, time.perf_counter() - started, peak_bytes(), why), lost)
    seconds = round(time.perf_counter() - started, 3)
    tell(f"{system.name} prepared {name} in {seconds:.1f} s")
    try:
        rows = tuple(_answered(system, task, limit) for task in tasks)
    finally:
        system.close()
    return Bout(Prepared(name, head, seconds, peak_bytes()), rows)


def _answered(system: System, task: Task, limit: int) -> Row:
    try:
        answer, cold = _timed(system, task, limit)
        _, warm = _timed(system, task, limit)
    except Exception as error:
        return judging.failed_row(task, _told(error))
    return judging.row(task, answer, cold, warm)


def _timed(system: System, task: Task, limit: int) -> tuple[Answer, float]:
    started = time.perf_counter()
    answer = system.answer(task.text, limit)
    return answer, (time.perf_counter() - started) * _MS


def _told(error: Exception) -> str:
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}".rstrip(": ")


def peak_bytes() -> int:
    """The most memory this process, or one it started and ended, ever held."""
    unit = 1 if sys.platform == "darwin" else _KILOBYTE
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(_own_peak(), children) * unit


def _own_peak() -> int:
    """In the kernel's unit. Linux counts what the parent held at the fork in `ru_maxrss`; its own table does not."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
