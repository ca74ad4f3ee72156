"""The most memory a system held: of everything it started, or of this process where it lives in it.

Of what it started, the resident sets are summed, plus what this process grew by since; looked at now and then,
the largest sum counts. Pages shared by several processes are counted in each. Of this process, the kernel keeps the
mark itself, which costs nothing and misses nothing.
"""

from __future__ import annotations

import importlib.util
import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from seedwalk.errors import UsageError

EVERY_SECONDS = 0.5
"""A look goes through all processes of the machine, some ten milliseconds: more would slow down what it watches."""
MEGABYTE = 1e6
_KILOBYTE = 1_024


class Memory(Protocol):
    @property
    def peak_bytes(self) -> int: ...


@contextmanager
def watching(*, apart: bool) -> Iterator[Memory]:
    """Watch a system that runs in processes of its own (`apart`) or in this one. Without psutil, the kernel's marks."""
    if not apart or importlib.util.find_spec("psutil") is None:
        yield KernelMarks()
        return
    with PeakMemory() as memory:
        yield memory


class KernelMarks:
    """The most this process, or one it started and ended, ever held."""

    @property
    def peak_bytes(self) -> int:
        return max(_own_mark() * _KILOBYTE, ended_children())


class PeakMemory:
    """Watches this process's descendants and its own growth while the block runs."""

    def __init__(self, every: float = EVERY_SECONDS) -> None:
        self._every = every
        try:
            import psutil
        except ImportError as error:
            raise UsageError("measuring memory needs psutil. Run: pip install 'seedwalk[arena]'") from error
        self._psutil: Any = psutil
        self._self = psutil.Process()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._called = self._self.cmdline()
        self._before = self._self.memory_info().rss
        self._ended_before = ended_children()
        self._peak = 0

    @property
    def peak_bytes(self) -> int:
        """A child too short-lived to be looked at has left its own mark with the kernel, if it is the largest. A mark
        no higher than this process's own may be just that: for Linux a child held what its parent did at the fork."""
        ended, known = ended_children(), max(self._ended_before, _own_mark() * _KILOBYTE)
        return max(self._peak, ended if ended > known else 0)

    @property
    def peak_mb(self) -> float:
        return self.peak_bytes / MEGABYTE

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
            if self._done.wait(self._every):
                return

    def _now(self) -> int:
        """A child that is called as this process has been forked and not become another program yet: for that moment it
        seems to hold all that this process holds."""
        total = max(0, self._self.memory_info().rss - self._before)
        for child in self._self.children(recursive=True):
            try:
                total += 0 if child.cmdline() == self._called else child.memory_info().rss
            except self._psutil.Error:  # ended between the listing and the look
                continue
        return int(total)


def ended_children() -> int:
    """The most that any one child held that has ended, in bytes."""
    unit = 1 if sys.platform == "darwin" else _KILOBYTE
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit


def _own_mark() -> int:
    """In kilobytes. Linux counts what the parent held at the fork in `ru_maxrss`; its own table does not."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return held // _KILOBYTE if sys.platform == "darwin" else held
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
