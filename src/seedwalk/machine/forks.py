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
from typing import TypeVar

from seedwalk.machine.collecting import uncollected

_In = TypeVar("_In")
_Out = TypeVar("_Out")
CAN_FORK = sys.platform == "linux"
"""macOS may crash forked processes that use its own libraries; Windows cannot fork."""


def spread(
    work: Callable[[Sequence[_In]], list[_Out]], values: Sequence[_In], processes: int, here: Callable[[], object]
) -> list[_Out]:
    """`work(values)`, done in this many forked processes at once, in the order of the values, while `here()` is done in
    this one.

    This one takes no share: whatever working leaves behind, circles above all, goes with the process that made it, and
    is neither freed piece by piece nor looked through (half a second after linking Django).
    """
    if processes < 2 or not CAN_FORK:
        here()
        return work(values)
    shares = [values[start::processes] for start in range(processes)]
    with uncollected():
        children = [_start(work, share) for share in shares]
        _here(here, children)
        results = [_collect(*pair, work) for pair in zip(children, shares, strict=True)]
    return [results[at % processes][at // processes] for at in range(len(values))]


def meanwhile(work: Callable[[], _Out], here: Callable[[], object]) -> _Out:
    """`work()`, done in a forked process while `here()` is done in this one; in place, and that alone, where a system
    cannot fork or has one processor."""
    if not CAN_FORK or (os.cpu_count() or 1) < 2:
        return work()
    child = _start(lambda _: [work()], ())
    _here(here, [child])
    (found,) = _collect(child, (), lambda _: [work()])
    return found


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


def _start(work: Callable[[Sequence[_In]], list[_Out]], share: Sequence[_In]) -> tuple[int, int]:
    """A forked process at work on its share: its id and the pipe its results come through."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(share), pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)  # no exit handlers: what is open belongs to the parent


def _collect(
    child: tuple[int, int], share: Sequence[_In], work: Callable[[Sequence[_In]], list[_Out]]
) -> list[_Out]:
    number, reading = child
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(number, 0)
    if status != 0:
        return work(share)
    results: list[_Out] = pickle.loads(sent)
    return results
