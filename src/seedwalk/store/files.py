"""Rows of files in the store: what is known of each, and replacing what a file says."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from seedwalk.compiled import quick
from seedwalk.model import Skipped

ROW_SHIFT = 20
"""A symbol's row is its file's id shifted by this, plus its position in the file."""
SymbolRow = tuple[int, int, int, str, str, int | None, int, int, int, int, int, str, str, int, int]
"""A symbol as it is stored: see `store/schema.sql`."""
_SYMBOLS = msgspec.msgpack.Decoder(list[SymbolRow])


class KnownFile(NamedTuple):
    """A file as it was when last read."""

    id: int
    path: str
    language: str
    size: int
    stamp: int
    content_hash: bytes
    path_flags: int
    flags: int
    fingerprint: str


_KNOWN = "SELECT id, path, language, size, mtime_ns, content_hash, path_flags, flags, fingerprint FROM files"
Look = tuple[str, int, int, int, str, int]
"""Language, size, stamp, what the path says, fingerprint, and which of the flags asked about a file has."""


def known_files(connection: sqlite3.Connection, paths: Iterable[str]) -> dict[str, KnownFile]:
    """Those of these files that are known, by path."""
    rows = (connection.execute(f"{_KNOWN} WHERE path = ?", (path,)).fetchone() for path in paths)
    return {row[1]: KnownFile(*row) for row in rows if row is not None}


def looks(connection: sqlite3.Connection, flags: int) -> dict[str, Look]:
    """By path, what tells of every file that it is the same: plain rows, since each question looks at all of them."""
    query = "SELECT path, language, size, mtime_ns, path_flags, fingerprint, flags & ? FROM files"
    return {row[0]: row[1:] for row in connection.execute(query, (flags,))}


class SkipRow(Struct, frozen=True):
    """A path left out. One whose contents told so keeps its size and stamp, so that it is not read again in vain."""

    skipped: Skipped
    size: int | None = None
    stamp: int | None = None


def known_skips(connection: sqlite3.Connection) -> dict[str, SkipRow]:
    """Files whose contents told to leave them out."""
    rows = connection.execute("SELECT path, reason, detail, size, mtime_ns FROM skipped WHERE size IS NOT NULL")
    return {row[0]: SkipRow(Skipped(*row[:3]), *row[3:]) for row in rows}


def replace_skips(connection: sqlite3.Connection, rows: Iterable[SkipRow]) -> None:
    connection.execute("DELETE FROM skipped")
    connection.executemany(
        "INSERT OR REPLACE INTO skipped VALUES (?, ?, ?, ?, ?)",
        [(row.skipped.path, row.skipped.reason, row.skipped.detail, row.size, row.stamp) for row in rows],
    )


def skips(connection: sqlite3.Connection) -> list[Skipped]:
    return [Skipped(*row) for row in connection.execute("SELECT path, reason, detail FROM skipped ORDER BY path")]


def remove_contents(connection: sqlite3.Connection, file_ids: Sequence[int]) -> None:
    """Forget what files define and mention; the files stay known, their links until they are linked anew."""
    connection.executemany(
        "DELETE FROM symbols WHERE row >= ? AND row < ?",
        [(number << ROW_SHIFT, (number + 1) << ROW_SHIFT) for number in file_ids],
    )
    for table in ("facts", "streams"):
        connection.executemany(f"DELETE FROM {table} WHERE file_id = ?", [(number,) for number in file_ids])


def remove(connection: sqlite3.Connection, file_ids: Sequence[int]) -> None:
    """Forget files altogether."""
    remove_contents(connection, file_ids)
    connection.executemany("DELETE FROM links WHERE file_id = ?", [(number,) for number in file_ids])
    connection.executemany("DELETE FROM files WHERE id = ?", [(number,) for number in file_ids])


def touch(connection: sqlite3.Connection, rows: Iterable[tuple[int, int]]) -> None:
    """Files with a new stamp (stamp, id) and the same contents."""
    connection.executemany("UPDATE files SET mtime_ns = ? WHERE id = ?", rows)


def pack_symbols(rows: Sequence[SymbolRow]) -> bytes:
    """Rows on their way from who reads to who stores: numbers and short texts, which pickle takes twice as long for."""
    return msgspec.msgpack.encode(rows)


def unpack_symbols(packed: bytes) -> list[SymbolRow]:
    return _SYMBOLS.decode(packed)


def insert_symbols(connection: sqlite3.Connection, rows: Iterable[SymbolRow]) -> None:
    connection.executemany("INSERT INTO symbols VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", rows)


Named = dict[str, list[tuple[int, str, int]]]
"""By last name, the row, the qualified name and the kind of every symbol of it."""


def add_names(names: Named, rows: list[SymbolRow]) -> None:
    """Put rows of symbols among those of their last names."""
    compiled = quick()
    (plain_names if compiled is None else compiled.add_names)(names, rows)


def plain_names(names: Named, rows: Iterable[SymbolRow]) -> None:
    """What `add_names` does."""
    for row, _, kind, name, qualified, *_ in rows:
        names.setdefault(name, []).append((row, qualified, kind))


def drop_indexes(connection: sqlite3.Connection) -> list[str]:
    """Let go of the indexes of symbols where there is none yet, before many are inserted: the statements that make them
    again, which takes less than to keep them up row by row."""
    if connection.execute("SELECT 1 FROM symbols LIMIT 1").fetchone():
        return []
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'symbols' AND sql IS NOT NULL"
    found = connection.execute(query).fetchall()
    for name, _ in found:
        connection.execute(f"DROP INDEX {name}")
    return [statement for _, statement in found]


def next_file_id(connection: sqlite3.Connection) -> int:
    """An id no file ever had."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'files'").fetchone()
    return int(row[0]) + 1 if row else 1


def bodies(connection: sqlite3.Connection, file_ids: Sequence[int]) -> list[tuple[int, int, int, str, int]]:
    """(id, kind, body hash, name, bytes) of the symbols of files."""
    found: list[tuple[int, int, int, str, int]] = []
    for number in file_ids:
        found += connection.execute(
            "SELECT id, kind, body_hash, name, end_byte - start_byte FROM symbols WHERE row >= ? AND row < ?",
            (number << ROW_SHIFT, (number + 1) << ROW_SHIFT),
        )
    return found


def record_moves(connection: sqlite3.Connection, moves: Iterable[tuple[int, int]]) -> None:
    """Remember that `old` lives on as `new`; what had become `old` before becomes `new` too."""
    for old, new in moves:
        connection.execute("UPDATE moves SET new = ? WHERE new = ?", (new, old))
        connection.execute("INSERT OR REPLACE INTO moves VALUES (?, ?)", (old, new))
    connection.execute("DELETE FROM moves WHERE old = new OR old IN (SELECT id FROM symbols)")  # back where it was
