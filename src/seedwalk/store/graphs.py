"""The graph's arrays at rest: a base as of some run, and everything linked since, read as one state."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Sequence

import numpy as np

from seedwalk.store.database import get_meta, put_mark

NODES, STARTS, EDGES, FILES, DERIVED_DIGEST, RUN = "nodes", "starts", "edges", "files", "derived", "run"
_MARK = "base"
"""Under which name the index keeps its mark."""
TIES = ("tie_starts", "tie_columns", "tie_bond", "tie_bonds")
"""Which rows the base's edges tie: read by those who walk."""


def put_base(connection: sqlite3.Connection, blobs: dict[str, bytes]) -> None:
    connection.execute("DELETE FROM graph")
    connection.executemany("INSERT INTO graph (name, blob) VALUES (?, ?)", blobs.items())
    put_mark(connection, _MARK)


def base(connection: sqlite3.Connection) -> dict[str, bytes]:
    """The arrays of the base but for its edges; empty when none was made yet."""
    return _blobs(connection, lambda name: name != EDGES and name not in TIES)


def mark_of_base(connection: sqlite3.Connection) -> str:
    """The mark of the base; empty where there is none."""
    return get_meta(connection).get(_MARK, "")


def edges(connection: sqlite3.Connection) -> bytes:
    """The edges of the base, the largest of its arrays; there has to be one."""
    return _blobs(connection, lambda name: name == EDGES)[EDGES]


def ties(connection: sqlite3.Connection) -> dict[str, bytes]:
    """The arrays of the base's ties; empty when a base was made without."""
    return _blobs(connection, lambda name: name in TIES)


def _blobs(connection: sqlite3.Connection, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Arrays by name. A blob that is opened is copied once; in the row of a query it is put together first, then copied
    again, and either copy of ten megabytes is two thousand pages for the system to find."""
    found: dict[str, bytes] = {}
    for number, name in connection.execute("SELECT number, name FROM graph").fetchall():
        if wanted(name):
            with connection.blobopen("graph", "blob", number, readonly=True) as blob:
                found[name] = blob.read()
    return found


def linked_since(connection: sqlite3.Connection, run: int) -> list[tuple[int, bytes]]:
    """(file, packed edges) of every file linked after a run. These files are looked up by run: to give them in order,
    SQLite would rather look at every row."""
    since = "SELECT file_id FROM links WHERE run > ?"
    return connection.execute(
        f"SELECT file_id, edges FROM links WHERE file_id IN ({since}) ORDER BY file_id", (run,)
    ).fetchall()


def derived(connection: sqlite3.Connection) -> list[tuple[str, bytes, bytes]]:
    """(law, packed edges, digest)"""
    return connection.execute("SELECT name, edges, digest FROM derived ORDER BY name").fetchall()


def put_derived(connection: sqlite3.Connection, rows: Sequence[tuple[str, bytes, bytes]]) -> None:
    connection.execute("DELETE FROM derived")
    connection.executemany("INSERT INTO derived VALUES (?, ?, ?)", rows)


def count_files(connection: sqlite3.Connection, up_to: int = sys.maxsize) -> int:
    """How many files there are, those with a higher id left out."""
    return int(connection.execute("SELECT count(*) FROM files WHERE id <= ?", (up_to,)).fetchone()[0])


def file_ids(connection: sqlite3.Connection) -> np.ndarray:
    return np.array([row[0] for row in connection.execute("SELECT id FROM files ORDER BY id")], np.uint32)


def node_rows(connection: sqlite3.Connection, shift: int, files: Sequence[int] | None) -> list[tuple[int, ...]]:
    """(id, parent or 0, file, line, last line, kind, flags) of the symbols of some files, or of all."""
    query = f"SELECT id, coalesce(parent, 0), row >> {shift}, line, end_line, kind, flags FROM symbols"
    if files is None:
        return connection.execute(query).fetchall()
    found: list[tuple[int, ...]] = []
    for number in files:
        found += connection.execute(f"{query} WHERE row >= ? AND row < ?", (number << shift, (number + 1) << shift))
    return found
