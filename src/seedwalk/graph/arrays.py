"""The whole graph as arrays: nodes in one table, edges by source in another, small changes laid over both.

This is the one place where ids become rows. A base is immutable and made rarely; what was linked since lies over it as
a second, small part, so an edit costs what it touches. Rows of the base never move: a symbol that is gone leaves its
row empty, a new one gets a row at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct, field

from seedwalk.compiled import quick
from seedwalk.graph.edges import ROW, sorts_of
from seedwalk.graph.ordering import stable_order
from seedwalk.graph.ties import Ties, ties_of

NODE = np.dtype(
    [
        ("id", "<i8"), ("parent", "<i8"), ("file", "<u4"), ("line", "<u4"), ("end_line", "<u4"), ("kind", "u1"),
        ("flags", "u1"), ("structural", "u1"),
    ]
)  # fmt: skip
"""A symbol: `file` is 0 for one that stands in no file."""
EDGE = np.dtype(
    [("target", "<i4"), ("owner", "<u4"), ("line", "<u4"), ("confidence", "<f4"), ("kind", "u1"), ("provenance", "u1")]
)
"""An edge out of the row its place in the table says; `owner` is the file whose linking made it, 0 for derived ones."""
DERIVED = 0
Kept = TypeVar("Kept")
_MANY = 1024
"""Ids from which sorting what is looked for pays."""


class Part(Struct, frozen=True, dict=True):
    """Edges by source: those of row r are `edges[starts[r] : starts[r + 1]]`."""

    starts: np.ndarray
    read: np.ndarray | None
    """The edges; None where they were left unread."""
    dead: np.ndarray | None = None
    """Edges that no longer hold; None when all do."""
    known: Ties | None = None
    """Which rows these edges tie, where that was worked out before."""
    kept: dict[Any, Any] = field(default_factory=dict)
    """What was worked out of it, by what was asked: it holds whatever edges die."""

    def once(self, asked: object, make: Callable[[], Kept]) -> Kept:
        """What does not depend on which edges are dead, worked out when it is first asked for."""
        known: Kept | None = self.kept.get(asked)
        if known is None:
            known = self.kept[asked] = make()
        return known

    @property
    def edges(self) -> np.ndarray:
        if self.read is None:
            raise LookupError("this graph was loaded to be walked, and its edges were left unread")
        return self.read

    @property
    def sources(self) -> np.ndarray:
        """The source row of each edge."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))

    @cached_property
    def ties(self) -> Ties:
        """Which rows the edges tie, those that no longer hold included."""
        return self.known or ties_of(len(self.starts) - 1, self.sources, self.edges["target"], self.sorts)

    @property
    def sorts(self) -> np.ndarray:
        """The sort of each edge: its kind and how it is known."""
        return sorts_of(self.edges)


class Base(Struct, frozen=True):
    """A base as it is stored. It never changes, so that it and what was worked out of it serve every state over it."""

    mark: str
    """By which it is known again; empty where it has none."""
    blobs: Mapping[str, bytes]
    nodes: np.ndarray
    part: Part


class Graph(Struct, frozen=True, dict=True):
    """Nodes by row, and edges in a large base part and a small one over it."""

    nodes: np.ndarray
    alive: np.ndarray
    base: Part
    over: Part
    sorted_rows: int
    """Rows up to here are sorted by id; the few after are new."""
    origin: Base | None = None
    """The base as it was read."""

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def ids(self) -> np.ndarray:
        """The id of every row, next to each other: a search in a column of a table copies the column first."""
        return np.ascontiguousarray(self.nodes["id"])

    def rows(self, ids: np.ndarray | Sequence[int]) -> np.ndarray:
        """Rows of ids; -1 where there is none."""
        return rows_of(self.ids, self.sorted_rows, np.asarray(ids, "<i8"))

    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Source rows and edge rows of everything that holds."""
        sources, edges = [], []
        for part in (self.base, self.over):
            kept = slice(None) if part.dead is None else ~part.dead
            sources.append(part.sources[kept])
            edges.append(part.edges[kept])
        return np.concatenate(sources), np.concatenate(edges)


def rows_of(ids: np.ndarray, ordered: int, wanted: np.ndarray) -> np.ndarray:
    """Where each id stands, in a table whose first `ordered` are sorted and whose rest is sorted too; -1 if nowhere.

    Many are looked for in their order, where each is near the one before: at random that takes three times as long."""
    compiled = quick() if len(wanted) > _MANY else None
    if compiled is not None:
        rows = np.empty(len(wanted), np.int64)
        compiled.locate(np.ascontiguousarray(ids), np.ascontiguousarray(wanted), rows, ordered)
        return rows
    if len(wanted) > _MANY:
        order = np.argsort(wanted)
        rows = np.empty(len(wanted), np.int64)
        rows[order] = _rows_of(ids, ordered, wanted[order])
        return rows
    return _rows_of(ids, ordered, wanted)


def _rows_of(ids: np.ndarray, ordered: int, wanted: np.ndarray) -> np.ndarray:
    found = np.full(len(wanted), -1, np.int64)
    for start, end in ((0, ordered), (ordered, len(ids))):
        if end > start:
            places = np.minimum(np.searchsorted(ids[start:end], wanted), end - start - 1) + start
            hit = ids[places] == wanted
            found[hit] = places[hit]
    return found


def part_of(size: int, sources: np.ndarray, edges: np.ndarray) -> Part:
    """Edges put in the order of their sources; those of one source stay in the order given."""
    order = stable_order(sources)
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=size), out=starts[1:])
    return Part(starts.astype(np.int32), edges.take(order))  # seven times as fast as `edges[order]`


def to_edges(
    rows: np.ndarray, owner: np.ndarray | int, targets: np.ndarray, into: np.ndarray | None = None
) -> np.ndarray:
    """Packed edge rows (edges.ROW) as EDGE, their targets turned into rows already; `into` a part of a table."""
    made = np.empty(len(rows), EDGE) if into is None else into
    made["target"], made["owner"] = targets, owner
    for column in ("line", "confidence", "kind", "provenance"):
        made[column] = rows[column]
    return made


def joined(blobs: Iterable[tuple[int, bytes]], first: bytes = b"") -> tuple[np.ndarray, np.ndarray]:
    """Packed edges of several owners as one table behind the `first`, and the owner of each of those."""
    listed = list(blobs)
    sizes = np.asarray([len(blob) // ROW.itemsize for _, blob in listed], np.int64)
    owners = np.repeat(np.asarray([owner for owner, _ in listed], np.uint32), sizes)
    return np.frombuffer(b"".join([first, *(blob for _, blob in listed)]), ROW), owners
