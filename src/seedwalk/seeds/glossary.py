"""The repository's own words: what its `concepts.toml` says that phrases of a task mean.

Who writes the file knows the code and wants to be heard, so it counts by default; where there is none, a question costs
one look for it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from seedwalk.arrays.columns import Few, nothing
from seedwalk.concepts import OWN_FILE
from seedwalk.config import Concepts
from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols
from seedwalk.store.words import term_hash
from seedwalk.task import Task

if TYPE_CHECKING:  # read where there is such a file
    from seedwalk.seeds.meanings import Meanings


@dataclass(frozen=True)
class Glossed:
    """What the repository's own words make of a task."""

    symbols: Few
    """How surely each symbol is meant."""
    terms: frozenset[int] = frozenset()
    """The words that say so: no symbol needs to have them."""
    sure: bool = False
    """Whether a phrase of several words, or two of one class, name something here."""


class Glossary:
    """The own words of one repository, read again when their file changed."""

    def __init__(self, root: Path | None, tuning: Concepts) -> None:
        self._root = root if tuning.own else None
        self._tuning = replace(tuning, curated=False)
        self._meanings: Meanings | None = None

    def gloss(self, task: Task, connection: sqlite3.Connection, graph: Graph) -> Glossed:
        """Each symbol that a phrase of the task means: by the weight of its class where the match is strong, by
        `Concepts.weak` of it where one word is all there is."""
        if self._root is None or not (self._root / OWN_FILE).exists():
            return Glossed(nothing(len(graph)))
        from seedwalk.concepts.classes import spellings, stems

        worth, said, sure = np.zeros(len(graph)), set[int](), False
        for match in self._of(self._root).matches(task, connection):
            names = dict.fromkeys(name for target in match.targets for name in spellings(target))
            rows = graph.rows(symbols.called(connection, names))
            rows = rows[rows >= 0]
            worth[rows] = np.maximum(worth[rows], match.weight if match.strong else self._tuning.weak * match.weight)
            if len(rows):
                said.update(term_hash(word) for phrase in match.phrases for word in stems(phrase))
                sure = sure or match.strong
        meant = np.flatnonzero(worth)
        return Glossed(Few(meant, worth[meant], len(graph)), frozenset(said), sure)

    def _of(self, root: Path) -> Meanings:
        if self._meanings is None:
            from seedwalk.seeds.meanings import Meanings

            self._meanings = Meanings(root, self._tuning)
        return self._meanings
