"""A process that answers messages, forked: it has imported already what this one has.

Forking copies what a process holds, and a thread that holds a lock in this one holds it in the other for ever. So it is
for processes that hold little and are one thread: a command, not a program that calls seedwalk or a server.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn, Protocol

from seedwalk.machine.forks import CAN_FORK
from seedwalk.machine.pipes import import_places

MUCH = 100_000_000
"""Bytes that a process holds from which to start another one anew is cheaper."""
_STREAMS = 3
_POLL = 0.005
_OWN = Path("/proc/self")
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")


class Child(Protocol):
    """What is asked of a process that answers messages: what `subprocess.Popen` offers."""

    pid: int
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None

    def kill(self) -> None: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class Fork:
    """A fork of this process that does nothing but `serve`, given the pipe that messages come through. It answers on
    its stdout, and knows no other file or pipe of this one: another fork's pipe, held open, would never end."""

    def __init__(self, serve: Callable[[IO[bytes]], None]) -> None:
        (asked, asking), (answers, answered) = os.pipe(), os.pipe()
        self._ended: int | None = None
        self._ending = threading.Lock()
        self.pid = os.fork()
        if not self.pid:
            _become(serve, asked, answered)
        for pipe in (asked, answered):
            os.close(pipe)
        self.stdin: IO[bytes] | None = os.fdopen(asking, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(answers, "rb")

    def kill(self) -> None:
        """End it. Never another one, which got its number once this one was waited for."""
        with self._ending:
            if self._ended is None:
                os.kill(self.pid, 9)

    def poll(self) -> int | None:
        """The code it ended with, negative for a signal; None while it lives."""
        with self._ending:
            if self._ended is None:
                number, status = os.waitpid(self.pid, os.WNOHANG)
                self._ended = os.waitstatus_to_exitcode(status) if number else None
            return self._ended

    def wait(self, timeout: float | None = None) -> int:
        """The code it ends with. Raises TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is None:
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            elif time.monotonic() < deadline:
                time.sleep(_POLL)
            else:
                raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
        return code


def _become(serve: Callable[[IO[bytes]], None], asked: int, answered: int) -> NoReturn:
    """The life of a fork, from its first moment to its end."""
    try:
        os.dup2(asked, 0)
        os.dup2(answered, 1)
        for name in os.listdir(_OWN / "fd"):  # noqa: PTH208 - names alone
            if int(name) >= _STREAMS:
                with suppress(OSError):  # the list itself was one of them
                    os.close(int(name))
        sys.path[:] = import_places()
        serve(os.fdopen(0, "rb"))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)  # no exit handlers: what is open belongs to the parent


def may_fork() -> bool:
    """Whether a fork is cheap and safe here: this process is one thread, stays one when numpy is imported, and holds
    little."""
    if not CAN_FORK or ("numpy" not in sys.modules and os.environ.get(_ONE_THREAD[0]) != _ONE_THREAD[1]):
        return False
    try:
        resident = int((_OWN / "statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
        return resident < MUCH and len(os.listdir(_OWN / "task")) == 1  # noqa: PTH208 - counted
    except (OSError, ValueError, IndexError):
        return False
