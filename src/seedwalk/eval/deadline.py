"""A bound on the processor time something may take, told from outside: whatever runs is interrupted where it stands.

Processor time, not the clock on the wall: a busy machine makes everyone late, and should fail no one.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

EVERY_SECONDS = 0.5


class OutOfTime(BaseException):
    """The time is used up. No failure of the code it interrupts, so nothing there takes it for one."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the {seconds:,.0f} s of processor time allowed for one repository were used up")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block once this process and all it started have used `seconds` more; 0 is no bound.

    Needs the main thread, which is the one interrupted.
    """
    if not seconds:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("a bound on time needs the main thread")
    over, done = used() + seconds, threading.Event()

    def ring(number: int, frame: FrameType | None) -> None:
        if not done.is_set():
            done.set()
            raise OutOfTime(seconds)

    def watch() -> None:
        while not done.wait(EVERY_SECONDS):
            if used() > over:
                os.kill(os.getpid(), signal.SIGALRM)
                return

    before = signal.signal(signal.SIGALRM, ring)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        signal.signal(signal.SIGALRM, before)


def used() -> float:
    """Processor seconds of this process, of children that ended, and of every process below that is still there.

    Without psutil those still running are not seen until they end.
    """
    total = sum(os.times()[:4])
    if importlib.util.find_spec("psutil") is None:
        return total
    import psutil

    for child in psutil.Process().children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.Error:  # ended between the listing and the look
            continue
        total += times.user + times.system + getattr(times, "children_user", 0) + getattr(times, "children_system", 0)
    return float(total)
