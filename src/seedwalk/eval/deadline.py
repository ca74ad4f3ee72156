"""A bound on how long something may take, told from outside: whatever runs is interrupted where it stands."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(BaseException):
    """The time is used up. No failure of the code it interrupts, so nothing there takes it for one."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the {seconds:,.0f} s allowed for one repository were used up")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after `seconds`; 0 is no bound. Needs the main thread and a system with alarms."""
    if not seconds:
        yield
        return
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        raise RuntimeError("a bound on time needs the main thread of a Unix process")

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
