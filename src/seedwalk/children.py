"""A child process at the other end of two pipes: forked where that is safe, else started afresh.

A forked child has imported already what it needs, which a fresh one takes a third of a second of processor for. Forking
is safe on Linux while no other thread runs: a lock held by one would stay held in the child for ever.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

_PLATFORM = "linux"
"""macOS may crash forked processes that use its own libraries; Windows cannot fork."""
_FIRST_OWN = 3
"""File descriptors below are the standard ones."""
_POLL = 0.01


class Child(Protocol):
    """What a parent needs of a child; `subprocess.Popen` has it too."""

    @property
    def stdin(self) -> IO[bytes] | None: ...
    @property
    def stdout(self) -> IO[bytes] | None: ...
    def kill(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


def begin(live: Callable[[IO[bytes], IO[bytes]], None], entry: str) -> Child:
    """A child that lives `live(incoming, outgoing)`; `entry` is the code by which a fresh process gets there."""
    if sys.platform == _PLATFORM and threading.active_count() == 1:
        return _Forked(live)
    here = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(dict.fromkeys([here, *(entry for entry in sys.path if entry)]))
    return subprocess.Popen(
        [sys.executable, "-c", entry], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


class _Forked:
    """A copy of this process that does one thing, then leaves without a word to what belongs to its parent."""

    def __init__(self, live: Callable[[IO[bytes], IO[bytes]], None]) -> None:
        incoming, to_child = os.pipe()
        from_child, outgoing = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            _leave_after(live, incoming, outgoing)
        os.close(incoming)
        os.close(outgoing)
        self.stdin: IO[bytes] | None = os.fdopen(to_child, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(from_child, "rb")
        self._code: int | None = None
        self._lock = threading.Lock()

    def kill(self) -> None:
        with self._lock:
            if self._code is None:
                with suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        deadline = time.monotonic() + (timeout or 0.0)
        while (code := self._poll()) is None:
            if timeout is not None and time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("seedwalk", timeout)
            time.sleep(_POLL)
        return code

    def _poll(self) -> int | None:
        with self._lock:
            if self._code is None:
                pid, status = os.waitpid(self._pid, os.WNOHANG)
                self._code = os.waitstatus_to_exitcode(status) if pid else None
            return self._code


def _leave_after(live: Callable[[IO[bytes], IO[bytes]], None], incoming: int, outgoing: int) -> None:
    """A forked child's whole life. It closes what it inherited: a pipe of another child left open would keep that one
    from noticing that their parent is gone."""
    code = 1
    try:
        kept = sorted((incoming, outgoing))
        for first, last in zip((_FIRST_OWN, kept[0] + 1, kept[1] + 1), (*kept, _most_files()), strict=True):
            os.closerange(first, last)
        with os.fdopen(incoming, "rb") as commands, os.fdopen(outgoing, "wb") as answers:
            live(commands, answers)
        code = 0
    finally:
        os._exit(code)


def _most_files() -> int:
    found: int = os.sysconf("SC_OPEN_MAX")
    return found
