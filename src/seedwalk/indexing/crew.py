"""A crew of processes that read files side by side.

They are plain children speaking length-prefixed messages over pipes, not a pool: a child that a grammar crashes or
hangs costs one file, which is reported, and is replaced; and a program that calls seedwalk needs no
`if __name__ == "__main__"`.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from seedwalk.errors import SeedwalkError
from seedwalk.extract.grammar import grammar_for
from seedwalk.indexing.beforehand import Child, Expected, begin, end
from seedwalk.indexing.reading import Batch, read_batch
from seedwalk.machine.pipes import receive, send, widen
from seedwalk.model import Job, Skipped
from seedwalk.store import lexical

if TYPE_CHECKING:  # who reads files needs no settings but those of `sources`
    from seedwalk.config import Settings

_LEAST_SECONDS = 10.0
"""What even the smallest part of a batch gets before its child is taken for hung."""
_FILE_BYTES = 500
"""What a file costs before its first byte, in bytes of code: an empty one takes a quarter of a millisecond."""
_LAST = 6
"""Batches at the end that are cut"""
_FINER = 4
"""into as many each: who is done first then waits for little."""


class Readers:
    """Reads files: here when they are few, in a crew of other processes when they are many.

    Those `begun` beforehand are taken into the crew; they are sent home if the files turn out few.
    """

    def __init__(self, root: Path, settings: Settings, begun: list[Child]) -> None:
        self._root, self._settings = str(root), settings
        self._processes = settings.indexing.processes or os.cpu_count() or 1
        self._stopping = threading.Event()
        self._waiting: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[int, Batch | BaseException]] = queue.SimpleQueue()
        self._crew: list[_Reader] = []
        while begun:
            self._hire(begun.pop())

    def __enter__(self) -> Readers:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        for reader in self._crew:
            reader.end()

    def _hire(self, child: Child) -> None:
        self._crew.append(_Reader(child, self._root, self._settings, self._waiting, self._done, self._stopping))

    def read(self, jobs: Sequence[Job]) -> Iterator[tuple[int, Batch]]:
        """Read every job, a batch at a time, in no certain order; each batch comes with its number of jobs."""
        batches = cut_into_batches(jobs, self._settings.indexing.batch_bytes)
        if len(jobs) < self._settings.indexing.in_process_below or self._processes < 2:
            self.__exit__()
            for batch in batches:
                yield len(batch), read_batch(self._root, batch, self._settings.sources)
            return
        while len(self._crew) < min(self._processes, len(batches)):
            self._hire(begin())
        for waiting in (*batches, *([None] * len(self._crew))):
            self._waiting.put(waiting)
        for reader in self._crew:
            reader.start()
        for _ in batches:
            count, result = self._done.get()
            if isinstance(result, BaseException):
                raise result
            yield count, result


def cut_into_batches(jobs: Sequence[Job], size: int) -> list[list[Job]]:
    """Jobs cut into batches of about `size` bytes; those at the end are smaller, come last, and even out the load.

    A batch is of one language: to make one ready takes 40 to 350 ms, and of a seldom one a single process does.
    Empty files fill a batch too: a hundred thousand of them in one would keep one process busy and the others waiting.
    """
    batches: list[list[Job]] = []
    current: list[Job] = []
    filled, left = 0, sum(map(_cost, jobs))
    for job in sorted(jobs, key=lambda job: job.language):
        most = size if left > _LAST * size else size // _FINER
        if current and (filled + _cost(job) > most or job.language != current[0].language):
            batches.append(current)
            left, current, filled = left - filled, [], 0
        current.append(job)
        filled += _cost(job)
    if current:
        batches.append(current)
    return sorted(batches, key=lambda batch: -sum(map(_cost, batch)))


def _cost(job: Job) -> int:
    return job.size + _FILE_BYTES


class _Reader(threading.Thread):
    """A thread that keeps one child process busy, and replaces it when it dies or falls silent."""

    def __init__(
        self, child: Child, root: str, settings: Settings, waiting: queue.SimpleQueue[list[Job] | None],
        done: queue.SimpleQueue[tuple[int, Batch | BaseException]], stopping: threading.Event,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self._root, self._settings, self._waiting, self._done, self._stopping = root, settings, waiting, done, stopping
        self._child: Child | None = child

    def run(self) -> None:
        while (jobs := self._waiting.get()) is not None and not self._stopping.is_set():
            try:
                self._done.put((len(jobs), self._read(jobs, self._settings.indexing.seconds_per_batch)))
            except BaseException as error:
                self._done.put((len(jobs), error))
                return
        self.end()

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            end(child)

    def _read(self, jobs: list[Job], seconds: float) -> Batch:
        """The batch; when it kills the child, its halves in half the time, down to the one file that is to blame."""
        result = self._ask(jobs, seconds)
        if result is not None:
            return result
        if self._stopping.is_set():
            return Batch([], [], lexical.pack_segment(lexical.empty()))
        if len(jobs) == 1:
            blamed = Skipped(jobs[0].path, "crashed the parser", "or kept it busy for too long")
            return Batch([], [blamed], lexical.pack_segment(lexical.empty()))
        half, seconds = len(jobs) // 2, max(_LEAST_SECONDS, seconds / 2)
        parts = [self._read(jobs[:half], seconds), self._read(jobs[half:], seconds)]
        merged = lexical.merge([lexical.unpack_segment(part.words) for part in parts], [None] * len(parts))
        return Batch(
            [file for part in parts for file in part.files],
            [row for part in parts for row in part.skipped],
            lexical.pack_segment(merged),
        )

    def _ask(self, jobs: list[Job], seconds: float) -> Batch | None:
        """The batch, or None when the child died over it."""
        if self._child is None:
            self._child = begin()
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        watchdog = _Watchdog(child, seconds)
        try:
            send(child.stdin, (self._root, self._settings.sources, jobs))
            batch: Batch = receive(child.stdout)
            return batch
        except (OSError, EOFError, pickle.UnpicklingError):
            self._check_it_crashed(child)
            self.end()
            return None
        finally:
            watchdog.stop()


    @staticmethod
    def _check_it_crashed(child: Child) -> None:
        """A signal ends a child that a file crashed or hung; one that leaves by itself is broken, whatever it reads."""
        with suppress(subprocess.TimeoutExpired):
            code = child.wait(timeout=1)
            if code > 0:
                told = f"a reading process failed (exit code {code}). Try: seedwalk index --processes 1"
                raise SeedwalkError(told)


class _Watchdog:
    """Ends a child that takes too long over a batch."""

    def __init__(self, child: Child, seconds: float) -> None:
        self._timer = threading.Timer(seconds, child.kill)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        self._timer.cancel()


def serve(opened: IO[bytes] | None = None) -> None:
    """A child's whole life: read batches from stdin, opened perhaps already, answer on stdout, until either closes."""
    gc.disable()  # rows hold no cycles, and collecting them costs a tenth of the time
    incoming, outgoing = opened or sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing a library prints may enter the answers
    widen(outgoing)
    try:
        while True:
            message = receive(incoming)
            if isinstance(message, Expected):
                with suppress(SeedwalkError):  # said again of the first file
                    grammar_for(*message)
                continue
            root, sources, jobs = message
            send(outgoing, read_batch(root, jobs, sources))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        os._exit(0)
