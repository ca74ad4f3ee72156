"""The words of each symbol in their order: what the lexical index, which counts words, does not know.

A stream is a run of marks, two bytes to each part of a word: `before_request` and "before requests" give the same two.
Marks are cut from the hashes of terms, so that no table has to be kept and a file's streams are a function of the file
alone. One term in sixty-five thousand has the mark of another; who looks for words *together* is seldom misled by that.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from seedwalk.store.files import ROW_SHIFT

MARKS = 1 << 16
"""How many there are."""
_KIND = np.dtype("<u2")
_POSITION = (1 << ROW_SHIFT) - 1
_NOTHING = np.zeros(0, _KIND)


class Stream(NamedTuple):
    """The streams of a file's symbols, one behind the other, as they are stored."""

    starts: bytes
    """Where each symbol's marks begin, and where the last one's end."""
    marks: bytes


def mark(term_hash: int) -> int:
    """The mark of a term, by its hash."""
    return term_hash % MARKS


def stored(marks: Iterable[int]) -> bytes:
    return b"".join([one.to_bytes(_KIND.itemsize, "little") for one in marks])


def packed(starts: bytes, marks: bytes) -> Stream:
    """The streams of a file's symbols, one behind the other, and where each begins, in the order of this machine."""
    little = sys.byteorder == "little"
    return Stream(starts if little else np.frombuffer(starts, np.uint32).astype("<u4").tobytes(), marks)


def insert(connection: sqlite3.Connection, rows: Sequence[tuple[int, Stream]]) -> None:
    connection.executemany("INSERT INTO streams VALUES (?, ?, ?)", [(number, *stream) for number, stream in rows])


def of_symbols(connection: sqlite3.Connection, ids: Sequence[int]) -> list[np.ndarray]:
    """The marks of each of these symbols; none for one that stands in no file."""
    asked = ",".join(map(str, ids))
    rows = dict(connection.execute(f"SELECT id, row FROM symbols WHERE id IN ({asked})"))
    files = ",".join(str(number) for number in sorted({row >> ROW_SHIFT for row in rows.values()}))
    held = {
        number: (np.frombuffer(starts, "<u4"), np.frombuffer(marks, _KIND))
        for number, starts, marks in connection.execute(f"SELECT * FROM streams WHERE file_id IN ({files})")
    }
    return [_cut(held, rows[number]) if number in rows else _NOTHING for number in ids]


def _cut(held: dict[int, tuple[np.ndarray, np.ndarray]], row: int) -> np.ndarray:
    starts, marks = held[row >> ROW_SHIFT]
    position = row & _POSITION
    found: np.ndarray = marks[starts[position] : starts[position + 1]]
    return found
