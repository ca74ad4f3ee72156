"""The classes of phrases that count in one repository: shipped ones for its languages and frameworks, and its own."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import NamedTuple

from seedwalk.concepts import OWN_FILE
from seedwalk.concepts.classes import Match
from seedwalk.concepts.frameworks import present
from seedwalk.concepts.loader import load_own, shipped
from seedwalk.concepts.match import Dictionary, in_scope, matches, usable_targets
from seedwalk.config import Concepts
from seedwalk.seeds.learned import Learned, NothingLearned
from seedwalk.store import symbols
from seedwalk.task import Task

Stamp = tuple[int, int, int] | None
"""When a file was written and how long it is; None when there is none."""


class Nearly(NamedTuple):
    """What a class names of which a task says words, and how much that counts."""

    targets: tuple[str, ...]
    weight: float


class Meanings:
    """What words mean here. The repository's own classes are read again when their file changed."""

    def __init__(self, root: Path | None, tuning: Concepts, learned: Learned | None = None) -> None:
        self._file = root / OWN_FILE if root is not None else None
        self._tuning = tuning
        self.learned: Learned = learned or NothingLearned()
        self._scope: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._own: tuple[Stamp, Dictionary] | None = None

    def matches(self, task: Task, connection: sqlite3.Connection) -> list[Match]:
        """The classes that a task speaks of, the heavier first."""
        own = [self._of_repository()] if self._tuning.own and self._file is not None else []
        scope = self.scope(connection) if self._tuning.curated or any(one.scoped for one in own) else ((), ())
        dictionaries = [*([_shipped(*scope)] if self._tuning.curated else []), *own]
        found = [match for one in dictionaries for match in matches(task, one, *scope, self._tuning)]
        return sorted(found, key=lambda match: -match.weight)

    def nearly(self, task: Task, connection: sqlite3.Connection) -> list[Nearly]:
        """The repository's own classes of which the task says words, the best first."""
        tuning, own = self._tuning, self._of_repository()
        if not tuning.loose:
            return []
        scope = self.scope(connection) if own.scoped else ((), ())
        found = own.texts.near(task.words, tuning.loose_words, tuning.loose_most)
        return [
            Nearly(usable_targets(near.concept.targets, tuning), near.share * near.concept.weight_by(tuning))
            for near in found
            if in_scope(near.concept, *scope)
        ]

    def scope(self, connection: sqlite3.Connection) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Languages and frameworks of the repository."""
        if self._scope is None:
            paths = [path for _, path in symbols.paths(connection)]
            used = present(symbols.external_names(connection), paths)
            self._scope = (symbols.languages(connection), used)
        return self._scope

    def _of_repository(self) -> Dictionary:
        stamp = self.stamp()
        if self._own is None or self._own[0] != stamp:
            self._own = (stamp, Dictionary(load_own(self._file) if stamp and self._file else ()))
        return self._own[1]

    def stamp(self) -> Stamp:
        """Changes whenever the repository's own classes do: what an answer depends on beside the index."""
        try:
            told = self._file.stat() if self._file is not None else None
        except OSError:
            return None
        return (told.st_mtime_ns, told.st_ctime_ns, told.st_size) if told is not None else None


@cache
def _shipped(languages: tuple[str, ...], frameworks: tuple[str, ...]) -> Dictionary:
    return Dictionary(shipped(languages, frameworks))
