"""One clock for every system: how long it prepares and answers, the memory that takes, and the tokens it gives.

Memory is the resident set of every process the system started, summed, plus what this process grew by since the
measurement began; looked at every few milliseconds, the largest sum counts. Pages shared by several processes are
counted in each, and a process that lives and dies between two looks is missed. For a system inside this process the
growth says less the more it did before: measure each in a process of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, runtime_checkable

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval import tokens
from seedwalk.eval.arena.system import Found, System

EVERY_SECONDS = 0.02
MEGABYTE = 1e6


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
        return Prepared(0.0, 0.0, _told(error))
    failure = ""
    with PeakMemory() as memory:
        started = time.perf_counter()
        try:
            system.prepare(repository)
        except Exception as error:
            failure = _told(error)
        seconds = time.perf_counter() - started
    return Prepared(seconds, memory.peak_mb, failure)


def ask(system: System, task: str, limit: int) -> Asked:
    """Ask one task by the clock. Never raises for what the system does."""
    started = time.perf_counter()
    try:
        answer = system.answer(task, limit)
    except Exception as error:
        return Asked((), 0, time.perf_counter() - started, _told(error))
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


class PeakMemory:
    """Watches this process's descendants and its own growth while the block runs."""

    def __init__(self) -> None:
        try:
            import psutil
        except ImportError as error:
            raise UsageError("measuring memory needs psutil. Run: pip install 'seedwalk[arena]'") from error
        self._psutil: Any = psutil
        self._self = psutil.Process()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._before = self._self.memory_info().rss
        self._peak = 0

    @property
    def peak_mb(self) -> float:
        return self._peak / MEGABYTE

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            self._peak = max(self._peak, self._now())
            if self._done.wait(EVERY_SECONDS):
                return

    def _now(self) -> int:
        total = max(0, self._self.memory_info().rss - self._before)
        for child in self._self.children(recursive=True):
            try:
                total += child.memory_info().rss
            except self._psutil.Error:  # ended between the listing and the look
                continue
        return int(total)


def _told(error: Exception) -> str:
    """An error on one line."""
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}".rstrip(": ")
