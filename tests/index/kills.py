"""What tests of kills share: two versions of a tree, and moments of a run to kill it at."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import sized
from tests.forking import PATIENCE, forked
from tests.index.faults import write_many
from tests.index.states import State, fresh_state, repository_at

KILLS = sized(50, 100)
FILES = 40
"""Enough for a run to last a while: where in it a kill falls is what is tried, not how much is lost."""
SEVERAL = 5
"""Every fifth run reads in processes of its own; most of what it spends goes into starting them."""


class Worlds:
    """Two versions of a tree at one path, each with the state a complete index of it has."""

    def __init__(self, place: Path) -> None:
        self.root, self.place = place / "tree", place
        self.states: list[State] = []
        for version in (0, 1):
            write_many(self.root, version, FILES)
            self.states.append(fresh_state(self.root, place / "fresh")[1])
        assert self.states[0] != self.states[1]


def killed_after(seconds: float, root: Path, store: Path, processes: int, *, rebuild: bool = False) -> bool:
    """Whether an indexer that is killed after so long was still at work."""
    repository = repository_at(root, store, processes=processes, in_process_below=1)
    child = forked(lambda: repository.index(rebuild=rebuild))
    deadline = time.monotonic() + seconds
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() >= deadline:
            os.kill(child, signal.SIGKILL)
            ended = os.waitpid(child, 0)
            break
        time.sleep(0.001)
    code = os.waitstatus_to_exitcode(ended[1])
    assert code in (0, -signal.SIGKILL)
    return code != 0


class Moments:
    """Random delays spread evenly over the length of a run, for a run in one process and for one in several."""

    def __init__(self, count: int, seed: int, *, rebuild: bool = False) -> None:
        self.count, self.killed, self._random, self._rebuild = count, 0, random.Random(seed), rebuild
        self._longest: dict[int, float] = {}

    def measure(self, processes: int, root: Path, store: Path) -> None:
        started = time.monotonic()
        assert not killed_after(PATIENCE, root, store, processes, rebuild=self._rebuild)
        self._longest[processes] = time.monotonic() - started

    def __iter__(self) -> Iterator[tuple[int, float]]:
        for number in range(self.count):
            processes = 2 if number % SEVERAL == 0 else 1
            yield processes, (number + self._random.random()) / self.count * self._longest[processes]

    def try_one(self, delay: float, root: Path, store: Path, processes: int) -> None:
        """A run that ends before its kill tells that the machine is faster now than when it was measured."""
        if killed_after(delay, root, store, processes, rebuild=self._rebuild):
            self.killed += 1
        else:
            self._longest[processes] = min(delay, self._longest[processes])
