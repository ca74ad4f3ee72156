"""What tests of faults share: a tree of many files, the stages of a run, and how a complaint reads."""

from __future__ import annotations

import ctypes
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.mixed import write

STAGES = ("discover", "compare", "extract", "words", "link", "derive", "snapshot", "commit")
"""Up to here nothing is seen of a write."""
AFTER = "history"
"""The stage that begins when the index is committed."""

_OVERRIDING = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: who has them reads what permissions forbid."""
_DROP_FOR_CHILDREN, _CAPABILITIES_VERSION = 24, 0x20080522
"""PR_CAPBSET_DROP, and the way `capset` is spoken to."""


def write_many(root: Path, version: int, files: int) -> None:
    """A chain of classes over many files; another version changes ten of eleven, names and bases too."""
    for number in range(files):
        shown = version if number % 11 else 0
        after = (number + 1 + shown) % files
        write(
            root,
            f"pkg{number % 7}/part{number}.py",
            f"from pkg{after % 7}.part{after} import Part{after}\n\n\nclass Part{number}(Part{after}):\n"
            f'    """Part {number} of version {shown}."""\n\n'
            f"    def total_{shown}(self, base):\n        return base + {number}\n",
        )


def assert_one_sentence(told: str, *parts: object) -> None:
    """One line that names what it should; no traceback."""
    lines = told.strip().splitlines()
    assert len(lines) == 1, told
    assert lines[0].startswith("seedwalk: ")
    for part in parts:
        assert str(part) in lines[0]


def at_most(size: int) -> Callable[[], None]:
    """Run in a child before it starts: no file may grow beyond `size` bytes, to SQLite a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@contextmanager
def full_disk() -> Iterator[None]:
    """No room in any file for this process and for those it starts meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def mortal() -> None:
    """Run in a child before it starts: even for root, the permissions of files then count, in all it starts too."""
    libc = ctypes.CDLL(None)
    for capability in _OVERRIDING:
        libc.prctl(_DROP_FOR_CHILDREN, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
    held = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, twice 32 of them
    libc.capget(header, held)
    for number in (0, 1):  # what it may do, and what `access` says it may
        held[number] &= ~sum(1 << capability for capability in _OVERRIDING)
    libc.capset(header, held)


needs_permissions = pytest.mark.skipif(sys.platform != "linux", reason="drops capabilities as Linux has them")
