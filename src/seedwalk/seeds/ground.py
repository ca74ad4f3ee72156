"""What a channel stands on: one state of an index as arrays, and the question it is asked.

A channel is a function (question, ground, told) -> Ranked, where `told` holds what the channels before it found. What
costs time to make and does not depend on a question is made once, when first needed.
"""

from __future__ import annotations

import sqlite3
from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.config import Settings
from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KIND_CODE
from seedwalk.model import EdgeKind, Kind
from seedwalk.seeds.lexical import KINDS, NO_ROW, PLACES, Structure
from seedwalk.seeds.likeness import Likeness
from seedwalk.seeds.meanings import Meanings
from seedwalk.seeds.spelled import Places, Spelled, places, spelled
from seedwalk.store import symbols
from seedwalk.store.lexical import LexicalIndex
from seedwalk.task import Task

_METHODS = [KINDS.index(Kind.METHOD), KINDS.index(Kind.CONSTRUCTOR)]


class Question(Struct, frozen=True):
    """A task, where to look things up, and how well the words of every row fit, by which equals are ordered."""

    task: Task
    connection: sqlite3.Connection
    relevance: np.ndarray


class Ground:
    """One state of an index. Rows are those of the graph."""

    def __init__(
        self, graph: Graph, words: LexicalIndex, at: np.ndarray, structure: Structure, answers: np.ndarray,
        settings: Settings, meanings: Meanings, likeness: Likeness,
    ) -> None:  # fmt: skip
        self.graph, self.words, self.structure, self.answers, self.settings = graph, words, structure, answers, settings
        self.meanings, self.likeness = meanings, likeness
        self._at = at
        self._places: Places | None = None
        self._spelled: Spelled | None = None
        self._qualified: list[str] | None = None

    def __len__(self) -> int:
        return len(self.graph)

    def by_row(self, values: np.ndarray) -> np.ndarray:
        """What the lexical index says of its rows, by rows of the graph."""
        found = np.zeros(len(self.graph), values.dtype)
        having = np.flatnonzero(values)
        rows = self._at[having]
        found[rows[rows >= 0]] = values[having[rows >= 0]]
        return found

    def rows(self, ids: list[int]) -> np.ndarray:
        """Rows of ids that may be answered, each once, in the order given."""
        rows = self.graph.rows(ids)
        rows = rows[rows >= 0]
        rows = rows[self.answers[rows]]
        _, first = np.unique(rows, return_index=True)
        kept: np.ndarray = rows[np.sort(first)]
        return kept

    def ordered(self, rows: np.ndarray, relevance: np.ndarray) -> np.ndarray:
        """Rows by relevance, the highest first, then by id."""
        order = np.lexsort((self.graph.nodes["id"][rows], -np.round(relevance[rows], PLACES)))
        found: np.ndarray = rows[order]
        return found

    def places(self, connection: sqlite3.Connection) -> Places:
        """The files, by the words of their paths."""
        if self._places is None:
            self._places = places(symbols.paths(connection), self.graph.nodes["file"])
        return self._places

    def spelled(self, connection: sqlite3.Connection) -> Spelled:
        """Every qualified name, to be searched for a part of it."""
        if self._spelled is None:
            self._spelled = spelled(self.qualified(connection))
        return self._spelled

    def qualified(self, connection: sqlite3.Connection) -> list[str]:
        """The qualified name of every row; empty for what stands in no file."""
        if self._qualified is None:
            ids, names = symbols.qualified_names(connection)
            found = [""] * len(self.graph)
            for row, name in zip(self.graph.rows(ids).tolist(), names, strict=True):
                if row >= 0:
                    found[row] = name
            self._qualified = found
        return self._qualified

    @cached_property
    def methods(self) -> np.ndarray:
        return np.isin(self.structure.kind, _METHODS)

    @cached_property
    def rich(self) -> np.ndarray:
        """Whether each row is a type with methods."""
        owners = self.structure.parent[self.methods & self.graph.alive]
        found = np.zeros(len(self.graph), bool)
        found[owners[owners != NO_ROW]] = True
        found &= self.structure.types
        return found

    @cached_property
    def calls(self) -> tuple[np.ndarray, np.ndarray]:
        """Callers and callees of every call."""
        return self._edges(EdgeKind.CALLS)

    @cached_property
    def implementing(self) -> tuple[np.ndarray, np.ndarray]:
        """Types, and the interfaces that they implement."""
        return self._edges(EdgeKind.IMPLEMENTS)

    def _edges(self, kind: EdgeKind) -> tuple[np.ndarray, np.ndarray]:
        sources, edges = self.graph.edges()
        wanted = edges["kind"] == KIND_CODE[kind]
        return sources[wanted].astype(np.int64), edges["target"][wanted].astype(np.int64)
