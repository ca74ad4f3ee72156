"""One piece of work over many values, spread over forked processes: they see what the parent holds, and send back rows.

Forking shares everything already in memory, which here is the whole project; where a system cannot fork safely the work
is done in place. What a forked process fails at, the parent does itself.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from typing import Any, TypeVar

from seedwalk.machine.collecting import uncollected

_OF_NUMBER = 4
"""Bytes of a number in a pipe: so few are always read whole."""
_In = TypeVar("_In")
_Out = TypeVar("_Out")
CAN_FORK = sys.platform == "linux"
"""macOS may crash forked processes that use its own libraries; Windows cannot fork."""


def spread(
    work: Callable[[Sequence[_In]], list[_Out]], stretches: Sequence[Sequence[Sequence[_In]]],
    here: Callable[[], object],
) -> list[_Out]:  # fmt: skip
    """`work` on each part of each stretch, in their order: a forked process for each stretch, which works off its parts
    one by one and then helps the others with theirs; meanwhile `here()` is done in this one.

    This one takes no part: whatever working leaves behind, circles above all, goes with the process that made it, and
    is neither freed piece by piece nor looked through (half a second after linking Django).
    """
    parts = [part for stretch in stretches for part in stretch]
    done: dict[int, list[_Out]] = {}
    if len(stretches) > 1 and CAN_FORK:
        with uncollected(), _queues(list(map(len, stretches))) as queues:
            turns = [queues[start:] + queues[:start] for start in range(len(queues))]
            children = [_start(partial(_worked_off, work, parts, turn)) for turn in turns]
            _here(here, children)
            for child in children:
                done |= _collect(child) or {}
    else:
        here()
    return [row for number, part in enumerate(parts) for row in (done[number] if number in done else work(part))]


@contextmanager
def _queues(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Pipes that hold the numbers of parts, one behind the other: whoever reads one takes it."""
    ends: list[int] = []
    numbers = count()
    try:
        for length in lengths:
            reading, writing = os.pipe()
            ends.append(reading)
            os.write(writing, b"".join(next(numbers).to_bytes(_OF_NUMBER, sys.byteorder) for _ in range(length)))
            os.close(writing)
        yield ends
    finally:
        for end in ends:
            os.close(end)


def _worked_off(
    work: Callable[[Sequence[_In]], list[_Out]], parts: Sequence[Sequence[_In]], queues: Sequence[int]
) -> dict[int, list[_Out]]:
    done: dict[int, list[_Out]] = {}
    for queue in queues:
        while told := os.read(queue, _OF_NUMBER):
            number = int.from_bytes(told, sys.byteorder)
            done[number] = work(parts[number])
    return done


def meanwhile(work: Callable[[], _Out], here: Callable[[], object]) -> _Out:
    """`work()`, done in a forked process while `here()` is done in this one; in place, and that alone, where a system
    cannot fork or has one processor."""
    if not CAN_FORK or (os.cpu_count() or 1) < 2:
        return work()
    child = _start(lambda: [work()])
    _here(here, [child])
    found = _collect(child)
    return work() if found is None else found[0]


@contextmanager
def uninterruptible() -> Iterator[None]:
    """Processes started within never hear of Ctrl-C: who started them ends them, and says the one word about it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _here(work: Callable[[], _Out], children: Sequence[tuple[int, int]]) -> _Out:
    """This process's own part; where it fails, nobody waits for what the children do, and they end."""
    try:
        return work()
    except BaseException:
        for number, reading in children:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
            os.close(reading)
            os.waitpid(number, 0)
        raise


def _start(work: Callable[[], object]) -> tuple[int, int]:
    """A forked process at work: its id and the pipe its result comes through."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(), pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)  # no exit handlers: what is open belongs to the parent


def _collect(child: tuple[int, int]) -> Any | None:
    """What a forked process gave; None where it failed."""
    number, reading = child
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(number, 0)
    return pickle.loads(sent) if status == 0 else None
