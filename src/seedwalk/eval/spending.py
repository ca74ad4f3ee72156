"""What running something costs: clock, processors, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


class Spent(Struct, frozen=True):
    """What running something cost: seconds on the clock and on the processors, children included."""

    wall: float
    cpu: float


def spent_by(work: Callable[[], object]) -> Spent:
    before, started = _cpu_seconds(), time.perf_counter()
    work()
    return Spent(time.perf_counter() - started, _cpu_seconds() - before)


def _cpu_seconds() -> float:
    """Processor seconds of this process and of every descendant that has ended and was waited for."""
    import resource

    uses = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def run(command: Sequence[str], given: bytes = b"") -> bytes:
    """What a command prints; who measures ends where it fails."""
    done = subprocess.run(command, input=given, capture_output=True, env=environment())
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip()
        raise SystemExit(f"bench: '{' '.join(command)}' ended with {done.returncode}: {told}")
    return done.stdout


def environment() -> dict[str, str]:
    """For a command that is measured: it finds what this process finds, and keeps its bytecode as an installed one has
    it. Without bytecode every start compiles seedwalk anew, more than a quarter of the cold command's time."""
    kept = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    return {**kept, "PYTHONPATH": os.pathsep.join(dict.fromkeys(entry for entry in sys.path if entry))}


def family(pid: int) -> list[int]:
    """A process and all its descendants. Children belong to the thread that started them."""
    found = [pid]
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = listing.read_text().split()
        except OSError:
            continue  # the thread has ended
        for child in children:
            found += family(int(child))
    return found


def pss(pid: int) -> int:
    """A process's memory in bytes, shared pages divided among their users; 0 once it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def say(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)
