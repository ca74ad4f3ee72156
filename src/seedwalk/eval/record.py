"""A run written down as it goes, so that one that was stopped goes on: one JSON line for each repository and commit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.bout import Bout
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.results import digest_of


class Key(msgspec.Struct, frozen=True):
    """What decides a bout: who was asked, how set up, by which seedwalk, what, and where."""

    system: str
    profile: str
    without: tuple[str, ...]
    commit: str
    repo: str
    at: str
    digest: str
    limit: int
    chosen: tuple[tuple[str, str], ...] = ()


def key_of(system: str, setup: Setup, commit: str, tasks: Sequence[Task], limit: int) -> Key:
    without, first = tuple(sorted(setup.without)), tasks[0]
    return Key(system, setup.profile, without, commit, first.repo, first.commit, digest_of(tasks), limit, setup.chosen)


class Record:
    """The bouts of a file, and a place to put more; without a file it knows and keeps nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known = dict(_read(path)) if path and path.exists() else {}

    def get(self, key: Key) -> Bout | None:
        return self._known.get(key)

    def put(self, key: Key, bout: Bout) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            # Behind a line's end: what a run left that was stopped while writing must not spoil this one.
            file.write(b"\n" + msgspec.json.encode((key, bout)) + b"\n")


def _read(path: Path) -> list[tuple[Key, Bout]]:
    found = []
    for line in path.read_bytes().split(b"\n"):
        try:
            found.append(msgspec.json.decode(line, type=tuple[Key, Bout]))
        except msgspec.DecodeError:
            continue  # an empty line, or the last of a run that was stopped while writing it
    return found
