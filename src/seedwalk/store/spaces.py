"""A space of vectors at rest: one file beside the index, named by what it was made of, made again when that changed."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import msgspec

FILENAME = "vectors.bin"


class _Kept(msgspec.Struct, array_like=True):
    key: str
    space: bytes


def load(connection: sqlite3.Connection, key: str) -> bytes | None:
    """The space kept under a key; None when there is none, or one of another key, or what is there cannot be read."""
    try:
        kept = msgspec.msgpack.decode(_file(connection).read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return None
    return kept.space if kept.key == key else None


def keep(connection: sqlite3.Connection, key: str, space: bytes) -> bool:
    """Keep a space for other processes, whole or not at all; whether it could be written."""
    file = _file(connection)
    fresh = file.with_name(f"{FILENAME}.{os.getpid()}")
    try:
        fresh.write_bytes(msgspec.msgpack.encode(_Kept(key, space)))
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        return False
    return True


def _file(connection: sqlite3.Connection) -> Path:
    """Beside the database that is open."""
    return Path(connection.execute("PRAGMA database_list").fetchone()[2]).with_name(FILENAME)
