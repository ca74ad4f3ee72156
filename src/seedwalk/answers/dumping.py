"""The whole graph as it is stored: every edge, and rows for programs that say everything by name."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from seedwalk.config import CONFIDENCE
from seedwalk.model import Edge, EdgeKind, Provenance, Symbol, SymbolId
from seedwalk.store import symbols


def dump_rows(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Symbols, then edges, each sorted: equal graphs give equal rows."""
    listed = [*symbols.all_symbols(connection), *symbols.placeless(connection)]
    ends = {symbol.id: {"path": symbol.path, "name": symbol.qualified_name} for symbol in listed}
    rows = [symbol_row(symbol, full=True) for symbol in listed]
    rows.sort(key=lambda row: (row["path"], row["start_byte"], -row["end_byte"], row["name"], row["id"]))
    yield from ({"symbol": row} for row in rows)
    edges = [
        {
            "edge": edge.kind.value, "source": ends[edge.source], "target": ends[edge.target],
            "confidence": edge.confidence, "provenance": edge.provenance.value, "line": edge.line,
        }
        for edge in each_edge(connection)
    ]  # fmt: skip
    yield from sorted(edges, key=lambda row: json.dumps(row, sort_keys=True))


def each_edge(connection: sqlite3.Connection) -> Iterator[Edge]:
    """Structure first, then the edges of each file, then what all files tell together."""
    from seedwalk.graph import edges as edge_rows  # here: numpy is waited for by those who ask for edges

    rows = connection.execute("SELECT id, parent, line FROM symbols WHERE parent IS NOT NULL ORDER BY id")
    for child, parent, line in rows.fetchall():
        for source, target, kind in ((parent, child, EdgeKind.CONTAINS), (child, parent, EdgeKind.MEMBER_OF)):
            yield Edge(SymbolId(source), SymbolId(target), kind, CONFIDENCE[Provenance.SYNTAX], Provenance.SYNTAX, line)
    for table, order in (("links", "file_id"), ("derived", "name")):
        for (blob,) in connection.execute(f"SELECT edges FROM {table} ORDER BY {order}").fetchall():
            yield from edge_rows.unpack(blob)


def symbol_row(symbol: Symbol, *, full: bool = False) -> dict[str, Any]:
    """A symbol for programs. The short form is a promise; the full one adds what a dump compares."""
    row: dict[str, Any] = {
        "path": symbol.path, "name": symbol.qualified_name, "kind": symbol.kind.value,
        "start_line": symbol.span.start_line, "end_line": symbol.span.end_line, "signature": symbol.signature,
    }  # fmt: skip
    if full:
        row |= {
            "id": f"{symbol.id & (1 << 64) - 1:016x}", "line": symbol.line, "start_byte": symbol.span.start_byte,
            "end_byte": symbol.span.end_byte, "doc": symbol.doc,
            "flags": [flag.name.lower() for flag in symbol.flags if flag.name],
            "body_hash": f"{symbol.body_hash & (1 << 64) - 1:016x}",
        }  # fmt: skip
    return row
