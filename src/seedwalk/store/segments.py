"""Lexical segments in the database: adding one, merging them, and opening those alive."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from hashlib import blake2b

import numpy as np

from seedwalk.config import Indexing
from seedwalk.identity import placeless as from_outside
from seedwalk.model import Kind
from seedwalk.store import lexical
from seedwalk.store.database import get_meta, put_mark, put_meta
from seedwalk.store.lexical import LexicalIndex, Segment
from seedwalk.store.symbols import placeless
from seedwalk.store.words import WordCounter

_PART = 64 * 1024 * 1024
"""SQLite holds blobs up to a gigabyte; parts of this size keep copies small."""
OUTSIDE = 0
"""The segment of names from outside the repository: no file's number, and no other segment's."""
_DIGEST = "outside"
_MARK = "segment {}"
"""Under which name the index keeps the mark of each."""
_DIGEST_BYTES = 8


def next_id(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) + 1 FROM segments").fetchone()[0])


def put(connection: sqlite3.Connection, number: int, segment: Segment) -> None:
    content = memoryview(lexical.pack_segment(segment))
    connection.executemany(
        "INSERT INTO segments VALUES (?, ?, ?, ?)",
        [
            (number, part, len(segment.ids), content[start : start + _PART])
            for part, start in enumerate(range(0, max(1, len(content)), _PART))
        ],
    )
    put_mark(connection, _MARK.format(number))


def get(connection: sqlite3.Connection, number: int) -> Segment:
    parts = [row[0] for row in connection.execute("SELECT blob FROM segments WHERE id = ? ORDER BY part", (number,))]
    return lexical.unpack_segment(parts[0] if len(parts) == 1 else b"".join(parts))


def open_index(
    connection: sqlite3.Connection, *, outside: bool = True, before: LexicalIndex | None = None
) -> LexicalIndex:
    """The lexical index as of the connection's transaction; with the names from `outside` in its statistics. What was
    opened `before` may be of any state of any index: the segments of this one that it has opened are not read again."""
    meta, known = get_meta(connection), before.opened if before is not None else {}
    marks = {number: meta.get(_MARK.format(number), "") for number in _numbers(connection)}
    held = {number: known[mark] for number, mark in marks.items() if mark in known}
    held |= _read(connection, [number for number in marks if number not in held])
    files = _files(connection)
    alive = [(held[number], _alive(held[number], files.get(number, []))) for number in marks if number != OUTSIDE]
    index = LexicalIndex(alive, held.get(OUTSIDE) if outside else None)
    index.opened = {mark: held[number] for number, mark in marks.items() if mark}
    return index


def _read(connection: sqlite3.Connection, numbers: Collection[int]) -> dict[int, Segment]:
    """Segments by number, in one pass: to find one by its number SQLite reads the whole of those it passes."""
    parts: dict[int, list[bytes]] = {}
    wanted = ",".join(map(str, numbers))
    blobs = f"SELECT id, iif(id IN ({wanted}), blob, NULL) FROM segments ORDER BY id, part"
    for number, blob in connection.execute(blobs) if wanted else ():
        if blob is not None:
            parts.setdefault(number, []).append(blob)
    return {
        number: lexical.unpack_segment(blobs[0] if len(blobs) == 1 else b"".join(blobs))
        for number, blobs in parts.items()
    }


def count_outside(connection: sqlite3.Connection) -> None:
    """Bring the words of what the repository uses from outside up to date: a segment of names that no file has."""
    names = sorted(one.qualified_name for one in placeless(connection) if one.kind is Kind.EXTERNAL)
    digest = blake2b("\n".join(names).encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
    if get_meta(connection).get(_DIGEST) == digest:
        return
    counter = WordCounter()
    if names:
        counter.add(OUTSIDE, [from_outside(Kind.EXTERNAL, name) for name in names], [[]] * len(names), b"", frozenset())
    connection.execute("DELETE FROM segments WHERE id = ?", (OUTSIDE,))
    put(connection, OUTSIDE, counter.segment())
    put_meta(connection, {_DIGEST: digest})


def _files(connection: sqlite3.Connection) -> dict[int, list[int]]:
    """The files whose words count in each segment."""
    rows = connection.execute("SELECT segment, group_concat(id) FROM files GROUP BY segment")
    return {number: list(map(int, listed.split(","))) for number, listed in rows}


def _alive(segment: Segment, files: Sequence[int]) -> np.ndarray:
    """Which of a segment's files are still those of the index."""
    return np.isin(segment.file_ids, np.asarray(files, "<i8"))


def keep_few(connection: sqlite3.Connection, settings: Indexing) -> None:
    """Merge segments when the small ones are many, or together large."""
    query = "SELECT id, symbols FROM segments WHERE part = 0 AND id != ?"
    sizes = dict(connection.execute(query, (OUTSIDE,)))
    if len(sizes) < 2:
        return
    largest = max(sizes, key=lambda number: (sizes[number], -number))
    small = [number for number in sorted(sizes) if number != largest]
    if sum(sizes[number] for number in small) > settings.segment_share * sizes[largest]:
        _merge(connection, sorted(sizes))
    elif len(sizes) > settings.segments:
        _merge(connection, small)


def _merge(connection: sqlite3.Connection, numbers: list[int]) -> None:
    held, files = _read(connection, numbers), _files(connection)
    parts = [held[number] for number in numbers]
    alive = [_alive(held[number], files.get(number, [])) for number in numbers]
    merged = lexical.merge(parts, alive)
    number = next_id(connection)
    put(connection, number, merged)
    marks = ", ".join("?" * len(numbers))
    connection.execute(f"UPDATE files SET segment = ? WHERE segment IN ({marks})", (number, *numbers))
    connection.execute(f"DELETE FROM segments WHERE id IN ({marks})", numbers)
    connection.execute(f"DELETE FROM meta WHERE key IN ({marks})", [_MARK.format(gone) for gone in numbers])


def _numbers(connection: sqlite3.Connection) -> list[int]:
    return [row[0] for row in connection.execute("SELECT id FROM segments WHERE part = 0 ORDER BY id")]
