"""Questions about the graph: who refers to a symbol, how far a change reaches, which tests it reaches."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from seedwalk.config import CONFIDENCE
from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KINDS, PROVENANCES
from seedwalk.graph.reach import Reached, dependents, way
from seedwalk.indexing.graphing import load
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import TYPE_KINDS, EdgeKind, Flags, Kind, Provenance, Symbol
from seedwalk.store import symbols

STRUCTURE = frozenset({EdgeKind.CONTAINS, EdgeKind.MEMBER_OF})
INCOMING = {
    EdgeKind.CALLS: "callers",
    EdgeKind.EXTENDS: "subclasses",
    EdgeKind.IMPLEMENTS: "implementors",
    EdgeKind.OVERRIDES: "overridden by",
    EdgeKind.TESTS: "tests",
    EdgeKind.DECORATES: "decorators",
}
"""What the other end of an edge that points here is called."""
OUTGOING = {
    EdgeKind.CALLS: "callees",
    EdgeKind.EXTENDS: "bases",
    EdgeKind.IMPLEMENTS: "interfaces",
    EdgeKind.OVERRIDES: "overrides",
    EdgeKind.TESTS: "subjects",
    EdgeKind.DECORATES: "decorates",
}
_MIRRORED = frozenset({EdgeKind.TESTED_BY, EdgeKind.CO_TESTED_WITH})
"""Kinds that say again what an edge of another kind, or the other way round, says."""
DEPENDING = (
    EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.TYPE_HINT_OF, EdgeKind.ACCESSES_FIELD, EdgeKind.EXTENDS,
    EdgeKind.IMPLEMENTS, EdgeKind.INHERITS, EdgeKind.THROWS, EdgeKind.TESTS, EdgeKind.HANDLES_ROUTE,
    EdgeKind.CONSUMES_ENDPOINT, EdgeKind.CONSUMES_RPC,
)  # fmt: skip
"""The source of such an edge may break when its target changes."""
_ONWARD = (EdgeKind.DECORATES, EdgeKind.OVERRIDES)
"""Here the target may break when the source changes: what is decorated, and what calls the overridden method."""
_MAKING = frozenset({EdgeKind.CALLS, EdgeKind.TESTS})
_TEST = int(Flags.TEST)
_TESTING = frozenset({Kind.FUNCTION, Kind.METHOD})


NOTHING: Mapping[int, str] = {}


class Ref(msgspec.Struct, frozen=True):
    """One edge seen from a symbol: `path` and `name` are its other end, `line` where the mention stands."""

    direction: str
    edge: str
    path: str
    name: str
    line: int
    confidence: float
    provenance: str
    role: str
    """What the other end is to the symbol: callers, bases, tests …"""
    kind: str
    depth: int = 1
    way: tuple[str, ...] = ()
    """For what is reached through others, a type through its constructor too: their names, from the far end to it."""


class AffectedTest(msgspec.Struct, frozen=True):
    """A test that a change reaches, and how."""

    path: str
    name: str
    line: int
    depth: int
    confidence: float
    way: tuple[str, ...]


def references(connection: sqlite3.Connection, symbol: Symbol, *, depth: int, everything: bool) -> list[Ref]:
    """What points at a symbol and what it points at; with `depth` above 1 also who calls its callers.

    Every kind of edge is told where asked for, and of a symbol that none of the main ones touches: a constant is read
    and a type is named, neither is called. Who calls a constructor calls its type.
    """
    graph = load(connection)
    still_wanted()
    (row,) = graph.rows([symbol.id]).tolist()
    found = _touching(connection, graph, row, everything=everything)
    if not found and not everything:
        found = _touching(connection, graph, row, everything=True)
    made_by = _constructors(graph, row)
    found += _makers(connection, graph, symbol, made_by)
    still_wanted()
    found.sort(key=_order)
    return found + (_callers_beyond(connection, graph, [row, *made_by], depth) if depth > 1 else [])


def _constructors(graph: Graph, row: int) -> list[int]:
    """The rows of a type's own constructors; none for what is no type."""
    if _KIND[int(graph.nodes["kind"][row])] not in TYPE_KINDS:
        return []
    sources, edges = graph.edges()
    members = edges["target"][(sources == row) & (edges["kind"] == KINDS.index(EdgeKind.CONTAINS))].tolist()
    return [member for member in members if _KIND[int(graph.nodes["kind"][member])] is Kind.CONSTRUCTOR]


def _makers(connection: sqlite3.Connection, graph: Graph, made: Symbol, constructors: Sequence[int]) -> list[Ref]:
    """Who calls or tests a type through one of its constructors."""
    through = _named(connection, graph, constructors)
    return [
        msgspec.structs.replace(ref, way=(ref.name, through[row].qualified_name, made.qualified_name))
        for row in constructors
        if row in through
        for ref in _touching(connection, graph, row, everything=False)
        if ref.direction == "in" and ref.edge in _MAKING
    ]


def _touching(connection: sqlite3.Connection, graph: Graph, row: int, *, everything: bool) -> list[Ref]:
    """The edges of one symbol, those of the main kinds or all."""
    sources, edges = graph.edges()
    found: list[Ref] = []
    for direction, mine, other, roles in (
        ("in", edges["target"] == row, sources, INCOMING),
        ("out", sources == row, edges["target"], OUTGOING),
    ):
        at = np.flatnonzero(mine)
        ends = _named(connection, graph, other[at].tolist())
        for place, end in zip(at.tolist(), other[at].tolist(), strict=True):
            kind = KINDS[int(edges["kind"][place])]
            told = roles.get(kind) or (kind.value if everything and kind not in STRUCTURE | _MIRRORED else None)
            if told is None or end not in ends:
                continue
            found.append(_ref(direction, edges[place], ends[end], told))
    return found


def _ref(direction: str, edge: Any, end: Symbol, role: str) -> Ref:
    return Ref(
        direction, KINDS[int(edge["kind"])].value, end.path, end.qualified_name, int(edge["line"]),
        round(float(edge["confidence"]), 4), PROVENANCES[int(edge["provenance"])].value, role, end.kind.value,
    )  # fmt: skip


def _order(ref: Ref) -> tuple[Any, ...]:
    roles = [*INCOMING.values(), *OUTGOING.values()]
    place = roles.index(ref.role) if ref.role in roles else len(roles)
    return (place, ref.direction, ref.edge, ref.depth, -ref.confidence, ref.path, ref.line, ref.name)


def _callers_beyond(connection: sqlite3.Connection, graph: Graph, rows: Sequence[int], depth: int) -> list[Ref]:
    """Callers of callers, each with the way to the symbol and the lowest confidence on it."""
    reached = dependents(graph, rows, [EdgeKind.CALLS], depth, onward=[EdgeKind.OVERRIDES])
    far = [found for found in reached.values() if found.depth > 1]
    ends = _named(connection, graph, {step for found in far for step in way(reached, found.row)})
    told = [
        Ref(
            "in", KINDS[found.kind].value, ends[found.row].path, ends[found.row].qualified_name, found.line,
            found.confidence, PROVENANCES[found.provenance].value, "callers", ends[found.row].kind.value, found.depth,
            tuple(ends[step].qualified_name for step in way(reached, found.row) if step in ends),
        )
        for found in far
        if found.row in ends
    ]  # fmt: skip
    return sorted(told, key=_order)


def affected(
    connection: sqlite3.Connection, changed: Mapping[str, Sequence[tuple[int, int]] | None], depth: int,
    mentioned: Mapping[int, str] = NOTHING,
) -> list[AffectedTest]:  # fmt: skip
    """Tests that depend on what changed, nearest first. `changed` maps paths to line ranges; None means all of it.

    `mentioned` maps ids of symbols that name a file which is gone to its path: one step away from the change.
    """
    graph = load(connection)
    starts = changed_rows(connection, graph, changed)
    at = graph.rows(list(mentioned)).tolist()
    gone = {row: path for row, path in zip(at, mentioned.values(), strict=True) if row >= 0 and row not in starts}
    starts += gone
    reached = dependents(graph, starts, DEPENDING, depth, onward=_ONWARD)
    hit: dict[int, Reached | None] = dict.fromkeys(starts)
    hit.update(reached)
    tests = [(row, outer) for row in hit if (outer := _outermost_test(graph, row)) is not None]
    ends = _named(connection, graph, {step for row, outer in tests for step in (outer, *way(reached, row))})
    best: dict[int, AffectedTest] = {}
    for row, outer in tests:
        if row in ends and outer in ends:
            told = _affected(ends, reached, row, ends[outer], gone)
            known = best.get(outer)
            if known is None or (told.depth, -told.confidence) < (known.depth, -known.confidence):
                best[outer] = told
    return sorted(best.values(), key=lambda row: (row.depth, -row.confidence, row.path, row.line, row.name))


def _affected(
    ends: Mapping[int, Symbol], reached: dict[int, Reached], row: int, test: Symbol, gone: Mapping[int, str]
) -> AffectedTest:
    found = reached.get(row)
    steps = way(reached, row)
    names = tuple(ends[step].qualified_name for step in steps if step in ends)
    depth, confidence = (found.depth, found.confidence) if found else (0, 1.0)
    if steps[-1] in gone:
        names, depth = (*names, gone[steps[-1]]), depth + 1
        confidence = min(confidence, CONFIDENCE[Provenance.NAME_MATCHED])
    return AffectedTest(test.path, test.qualified_name, test.line, depth, confidence, names)


def _outermost_test(graph: Graph, row: int) -> int | None:
    """The test a row of test code belongs to: the outermost function around it. None when it is no test code.

    Without a function it is the type, else the file: many frameworks' tests are closures handed over at its top.
    """
    nodes, around = graph.nodes, []
    while row >= 0 and int(nodes["flags"][row]) & _TEST:
        around.append(row)
        (row,) = graph.rows([int(nodes["parent"][row])]).tolist()
    for kinds in (_TESTING, TYPE_KINDS):
        outer = [each for each in around if _KIND[int(nodes["kind"][each])] in kinds]
        if outer:
            return outer[-1]
    return around[-1] if around else None


def changed_rows(
    connection: sqlite3.Connection, graph: Graph, changed: Mapping[str, Sequence[tuple[int, int]] | None]
) -> list[int]:
    """Rows of the symbols whose lines changed: of each changed line the innermost symbol."""
    ids: set[int] = set()
    for path, ranges in sorted(changed.items()):
        listed = symbols.of_path(connection, path)
        if ranges is None:
            ids.update(symbol.id for symbol in listed)
            continue
        for first, last in ranges:
            for line in range(first, max(first, last) + 1):
                around = [symbol for symbol in listed if symbol.span.start_line <= line <= symbol.span.end_line]
                if around:
                    ids.add(min(around, key=lambda s: (s.span.end_byte - s.span.start_byte, s.id)).id)
    rows = graph.rows(sorted(ids)).tolist()
    return [row for row in rows if row >= 0]


def _named(connection: sqlite3.Connection, graph: Graph, rows: Iterable[int]) -> dict[int, Symbol]:
    """The symbols at rows; what stands in no file has none."""
    wanted = sorted(set(rows))
    ids = graph.nodes["id"][wanted].tolist() if wanted else []
    known = symbols.by_ids(connection, ids)
    return {row: known[number] for row, number in zip(wanted, ids, strict=True) if number in known}


_KIND = tuple(Kind)
