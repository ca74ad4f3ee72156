"""What tests of bad input share: an index made in bounded time, and what it says was left out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from seedwalk.api import Repository
from seedwalk.languages import specs
from tests.conftest import sized
from tests.index.states import repository_at

DEEP = sized(4_000, 10_000)
PLAIN = "def found():\n    return 1\n"
SECONDS = 10.0
"""Of processors, which others disturb less than the clock: what the nastiest single file may cost."""


def indexed(place: Path, **indexing: Any) -> Repository:
    """The index of `place/tree`, made in bounded time, that a second run leaves alone."""
    repository = repository_at(place / "tree", place / "store", **indexing)
    started = time.process_time()
    snapshot = repository.index().snapshot
    assert time.process_time() - started < SECONDS
    again = repository.index()
    assert (again.snapshot, again.read, again.removed) == (snapshot, 0, 0)
    return repository


def reasons(repository: Repository) -> dict[str, str]:
    return {row.path: row.reason for row in repository.skipped()}


def paths(repository: Repository) -> set[str]:
    return {symbol.path for symbol in repository.symbols("*")}


def ending(language: str) -> str:
    return specs()[language].extensions[0]
