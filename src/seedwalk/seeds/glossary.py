"""The repository's own words: what its `concepts.toml` says that phrases of a task mean.

Who writes the file knows the code and wants to be heard, so it counts by default; where there is none, a question costs
one look for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from seedwalk.arrays.columns import Few, nothing
from seedwalk.concepts import OWN_FILE
from seedwalk.config import Concepts
from seedwalk.errors import UsageError
from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols
from seedwalk.store.words import term_hash
from seedwalk.task import Task

if TYPE_CHECKING:  # read where there is such a file
    from seedwalk.seeds.meanings import Meanings


class Glossed(Struct, frozen=True):
    """What the repository's own words make of a task."""

    symbols: Few
    """How surely each symbol is meant."""
    terms: frozenset[int] = frozenset()
    """The words that say so: no symbol needs to have them."""
    sure: bool = False
    """Whether a phrase of several words, or two of one class, name something here."""
    wrong: str = ""
    """Why the file could not be used: an answer is given without it, and says so."""


class Glossary:
    """The own words of one repository, read again when their file changed."""

    def __init__(self, root: Path | None, tuning: Concepts) -> None:
        self._root = root if tuning.own else None
        self._tuning = replace(tuning, curated=False)
        self._meanings: Meanings | None = None

    def gloss(self, task: Task, connection: sqlite3.Connection, graph: Graph) -> Glossed:
        """Each symbol that the task means: by the weight of a class where a match with it is strong, by `Concepts.weak`
        of it where one word is all there is, and by `Concepts.loose` where the words are there and no phrase is."""
        if self._root is None or not (self._root / OWN_FILE).exists():
            return Glossed(nothing(len(graph)))
        try:
            return self._glossed(self._of(self._root), task, connection, graph)
        except UsageError as error:
            return Glossed(nothing(len(graph)), wrong=str(error))

    def _glossed(self, meanings: Meanings, task: Task, connection: sqlite3.Connection, graph: Graph) -> Glossed:
        from seedwalk.concepts.classes import stems

        tuning = self._tuning
        worth, said, sure = np.zeros(len(graph)), set[int](), False
        for match in meanings.matches(task, connection):
            rows = _called(match.targets, connection, graph)
            worth[rows] = np.maximum(worth[rows], match.weight if match.strong else tuning.weak * match.weight)
            if len(rows):
                said.update(term_hash(word) for phrase in match.phrases for word in stems(phrase))
                sure = sure or match.strong
        for near in meanings.nearly(task, connection):
            rows = _called(near.targets, connection, graph)
            worth[rows] = np.maximum(worth[rows], tuning.loose * near.weight)
        meant = np.flatnonzero(worth)
        return Glossed(Few(meant, worth[meant], len(graph)), frozenset(said), sure)

    def _of(self, root: Path) -> Meanings:
        if self._meanings is None:
            from seedwalk.seeds.meanings import Meanings

            self._meanings = Meanings(root, self._tuning)
        return self._meanings


def _called(targets: Sequence[str], connection: sqlite3.Connection, graph: Graph) -> np.ndarray:
    """The rows of the symbols that have one of these names, in any spelling."""
    from seedwalk.concepts.classes import spelled

    rows = graph.rows(symbols.called(connection, spelled(targets)))
    known: np.ndarray = rows[rows >= 0]
    return known
