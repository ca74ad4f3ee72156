"""One clock for every system: how long it prepares and answers, the memory that takes, and the tokens it gives.

Memory is that of every process the system started, plus what this process grew by (`memory.py`). For a system inside
this process the growth says less the more it did before: measure each in a process of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from seedwalk.eval import tokens
from seedwalk.eval.arena.memory import PeakMemory
from seedwalk.eval.arena.system import Found, System


class Prepared(msgspec.Struct, frozen=True):
    """What preparing cost; `failure` says why it did not come to its end."""

    seconds: float
    peak_mb: float
    failure: str = ""


class Asked(msgspec.Struct, frozen=True):
    """One task: the ranking, what reading the answer costs, the time it took; empty, with `failure`, when it failed."""

    ranking: Sequence[Found]
    tokens: int
    seconds: float
    failure: str = ""


@runtime_checkable
class Staged(Protocol):
    """A system for which something must be laid ready that is not its own work, such as a copy of the repository."""

    def stage(self, repository: Path) -> None: ...


def prepare(system: System, repository: Path) -> Prepared:
    """Prepare a system by the clock. Never raises for what the system does."""
    try:
        if isinstance(system, Staged):
            system.stage(repository)
    except Exception as error:
        return Prepared(0.0, 0.0, told(error))
    failure = ""
    with PeakMemory() as memory:
        started = time.perf_counter()
        try:
            system.prepare(repository)
        except Exception as error:
            failure = told(error)
        seconds = time.perf_counter() - started
    return Prepared(seconds, memory.peak_mb, failure)


def ask(system: System, task: str, limit: int) -> Asked:
    """Ask one task by the clock. Never raises for what the system does."""
    started = time.perf_counter()
    try:
        answer = system.answer(task, limit)
    except Exception as error:
        return Asked((), 0, time.perf_counter() - started, told(error))
    seconds = time.perf_counter() - started
    cost = tokens.count(answer.text) if answer.text else answer.tokens
    return Asked(tuple(answer.ranking)[:limit], cost, seconds)


def measure(
    system: System, repository: Path, tasks: Iterable[str], limit: int
) -> tuple[Prepared, Iterator[Asked]]:
    """What preparing cost, then each task in turn as it is asked for; the system is closed after the last one.

    A system that could not be prepared fails every task with the same reason.
    """
    prepared = prepare(system, repository)
    return prepared, _answers(system, prepared.failure, tasks, limit)


def _answers(system: System, failure: str, tasks: Iterable[str], limit: int) -> Iterator[Asked]:
    try:
        for task in tasks:
            yield Asked((), 0, 0.0, failure) if failure else ask(system, task, limit)
    finally:
        system.close()


def told(error: Exception) -> str:
    """An error on one line."""
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}".rstrip(": ")
