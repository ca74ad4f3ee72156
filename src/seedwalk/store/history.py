"""History at rest: commits with the terms of their messages, and what they touched, by path."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from operator import itemgetter

import numpy as np
from msgspec import Struct

from seedwalk.store.files import ROW_SHIFT

PAIR = np.dtype([("symbol", "<i8"), ("commit", "<u4")])
"""A symbol and the number of a commit that touched it."""
HEAD, COMMITS = "history_head", "history_commits"
"""Names in `meta`: the commit whose past is known, and how many commits of it."""
_CONTENT = "f.content_hash || f.fingerprint"


class Stretch(Struct, frozen=True):
    """A symbol's lines, both ends included."""

    id: int
    kind: int
    first: int
    last: int


class Pending(Struct, frozen=True):
    """A file whose touched lines are known and whose touched symbols are not, or are those of other contents."""

    file_id: int
    path: str
    made: bytes
    lines: bytes


def cached(connection: sqlite3.Connection) -> set[str]:
    """Ids of the commits that need not be read."""
    return {row[0] for row in connection.execute("SELECT id FROM commits")}


def put_commits(connection: sqlite3.Connection, rows: Iterable[tuple[str, int, bytes, bytes]]) -> None:
    """(id, time, terms, changes) of commits just read."""
    connection.executemany("INSERT OR REPLACE INTO commits VALUES (?, NULL, ?, ?, ?)", rows)


def order(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """(number, id) of the commits that count, oldest first."""
    query = "SELECT number, id FROM commits WHERE number IS NOT NULL ORDER BY number"
    return connection.execute(query).fetchall()


def number(connection: sqlite3.Connection, rows: Iterable[tuple[int, str]], *, keep_from: int) -> None:
    """Let these count too, and of those that counted before only the numbers from `keep_from` on."""
    connection.execute("UPDATE commits SET number = NULL WHERE number < ?", (keep_from,))
    connection.executemany("UPDATE commits SET number = ? WHERE id = ?", rows)


def forget(connection: sqlite3.Connection) -> None:
    """Let every commit be read again: other code would keep other things of it."""
    connection.execute("DELETE FROM commits")


def forget_idle(connection: sqlite3.Connection, most: int) -> None:
    """Commits that do not count are kept for a while: a branch one comes back to. More than `most` are dropped."""
    idle = connection.execute("SELECT count(*) FROM commits WHERE number IS NULL").fetchone()[0]
    if idle > most:
        connection.execute("DELETE FROM commits WHERE number IS NULL")


def changes(connection: sqlite3.Connection, ids: Sequence[str]) -> list[bytes]:
    """What each commit changed, packed."""
    query = "SELECT changes FROM commits WHERE id = ?"
    return [connection.execute(query, (one,)).fetchone()[0] for one in ids]


def lines(connection: sqlite3.Connection, paths: Iterable[str]) -> dict[str, bytes]:
    """Touched lines of paths, where any are known."""
    query = "SELECT lines FROM touches WHERE path = ?"
    found = ((path, connection.execute(query, (path,)).fetchone()) for path in paths)
    return {path: row[0] for path, row in found if row is not None}


def put_lines(connection: sqlite3.Connection, rows: Iterable[tuple[str, bytes]]) -> None:
    """Touched lines by path; which symbols they are in is to be found anew."""
    connection.executemany("INSERT OR REPLACE INTO touches VALUES (?, ?, x'', x'')", rows)


def drop_lines(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    connection.executemany("DELETE FROM touches WHERE path = ?", [(path,) for path in paths])


def clear(connection: sqlite3.Connection) -> None:
    """Let no commit count and nothing be touched; what was read of commits stays."""
    connection.execute("UPDATE commits SET number = NULL")
    connection.execute("DELETE FROM touches")


def pending(connection: sqlite3.Connection) -> list[Pending]:
    rows = connection.execute(
        f"SELECT f.id, f.path, CAST({_CONTENT} AS BLOB), t.lines FROM files f JOIN touches t ON t.path = f.path "
        f"WHERE t.made != CAST({_CONTENT} AS BLOB) ORDER BY f.path"
    )
    return [Pending(*row) for row in rows]


def stretches(connection: sqlite3.Connection, file_id: int) -> list[Stretch]:
    """The symbols of a file, outer ones before those inside them."""
    rows = connection.execute(
        "SELECT id, kind, start_line, end_line FROM symbols WHERE row >= ? AND row < ? ORDER BY row",
        (file_id << ROW_SHIFT, (file_id + 1) << ROW_SHIFT),
    )
    return [Stretch(*row) for row in rows]


def put_symbols(connection: sqlite3.Connection, rows: Iterable[tuple[bytes, bytes, str]]) -> None:
    """(symbols, made, path)"""
    connection.executemany("UPDATE touches SET symbols = ?, made = ? WHERE path = ?", rows)


def told(connection: sqlite3.Connection) -> tuple[np.ndarray, np.ndarray, list[bytes]]:
    """(number, time, terms) of the commits that count, oldest first."""
    found = connection.execute("SELECT number, time, terms FROM commits WHERE number IS NOT NULL").fetchall()
    found.sort(key=itemgetter(0))  # SQLite would copy every message's terms to sort them
    return (
        np.array([row[0] for row in found], "<i8"), np.array([row[1] for row in found], "<i8"),
        [row[2] for row in found],
    )  # fmt: skip


def pairs(connection: sqlite3.Connection) -> np.ndarray:
    """Every (symbol, commit) there is, a file after the other."""
    rows = connection.execute("SELECT t.symbols FROM touches t JOIN files f ON f.path = t.path ORDER BY t.path")
    return np.frombuffer(b"".join(row[0] for row in rows), PAIR)
