"""Where does it rest? One SQLite file, opened for reading or for one writer, with every failure told in one sentence.

A writer holds SQLite's own write lock from the moment it starts until it commits, so there is one at a time, a kill
leaves the last commit, and readers (write-ahead log) see that commit whole and never wait.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

import msgspec

from seedwalk.errors import (
    DamagedIndex,
    DiskFull,
    IndexBusy,
    NoIndex,
    SchemaMismatch,
    StoreError,
    Unwritable,
    UsageError,
)

SCHEMA = 6
FILENAME = "index.db"
_PAGE_CACHE_KB = 64 * 1024
_MMAP_BYTES = 256 * 1024 * 1024
_PAGE_BYTES = 8192
"""Twice SQLite's own: half as many pages to link into chains and to write, and an edit writes no longer for it."""
_FIRST_PAGES = 32 * 1024
"""So much of a first index is kept in memory until it is whole. Beyond it the file itself grows, and who looks
for an index meanwhile is told that one is being written instead of that there is none yet."""
SHARED = sqlite3.threadsafety == 3
"""Whether threads may use one connection at a time: SQLite then lets a step of one end before it takes another's."""
_READER_PATIENCE = 5.0
_WRITER_POLL = 0.1
_MARK_BYTES = 12
_DISK_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
UNUSABLE = (*_DAMAGED, sqlite3.SQLITE_READONLY)
"""What SQLite says of a file that it locks and yet cannot fill: damaged, or with pages of another size."""


class Still(sqlite3.Connection):
    """A connection to a file taken as one that never changes: it would not see it change."""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection with the project's settings. Reading never creates the file."""
    mode = "rwc" if write else "rw"
    connection = sqlite3.connect(
        f"file:{_uri(path)}?mode={mode}", uri=True, isolation_level=None, timeout=_READER_PATIENCE,
        check_same_thread=False,
    )  # fmt: skip
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")  # of a file that is still empty
        connection.execute(f"PRAGMA cache_size = -{_PAGE_CACHE_KB}")
        connection.execute(f"PRAGMA mmap_size = {_MMAP_BYTES}")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA temp_store = MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """The index for reading, its schema checked. One whose first writer has not committed yet is as good as none."""
    if not os.path.lexists(path):
        raise NoIndex(f"there is no index at {path}. Run: seedwalk index")
    _refuse_no_file(path)
    with telling(path), trusting(path):
        try:
            connection = connect(path, write=False)
        except sqlite3.OperationalError:  # a read-only folder has no room for the log's shared memory
            uri = f"file:{_uri(path)}?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, factory=Still)
        try:
            if is_empty(connection):
                raise NoIndex(f"there is no complete index at {path} yet. Run: seedwalk index")
            check_schema(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def open_writer(path: Path, on_wait: Callable[[str], None] | None, patience: float) -> sqlite3.Connection:
    """The index for writing, created when absent, its write lock held: a transaction is open when this returns.

    Waits for another writer up to `patience` seconds, saying so once through `on_wait`; then raises IndexBusy.
    """
    connection = open_locked(path, on_wait, patience)
    try:
        with telling(path), trusting(path):
            if is_empty(connection):
                create(connection)
            check_schema(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def open_locked(path: Path, on_wait: Callable[[str], None] | None, patience: float) -> sqlite3.Connection:
    """As `open_writer`, whatever the file holds, as long as SQLite can lock it."""
    _refuse_no_file(path)
    with telling(path), trusting(path):
        connection = connect(path, write=True)
        try:
            connection.execute("PRAGMA busy_timeout = 0")
            _wait_for(lambda: _lock(connection), path, on_wait, patience)
            connection.execute(f"PRAGMA busy_timeout = {int(_READER_PATIENCE * 1000)}")
        except BaseException:
            connection.close()
            raise
    return connection


def _refuse_no_file(path: Path) -> None:
    """SQLite would wait for ever at a pipe."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # there is none yet, or SQLite says what is wrong with it
    if not S_ISREG(mode):
        raise Unwritable(f"{path} is no regular file. Move it away, or use --store DIR.")


def _lock(connection: sqlite3.Connection) -> None:
    """Take the write lock. An index keeps a log, so that its readers never wait. A file that nobody has written to yet
    has no readers and needs none: its pages are then written once instead of twice, and a kill leaves it empty."""
    if is_empty(connection):
        connection.execute(f"PRAGMA cache_spill = {_FIRST_PAGES}")
        connection.execute("BEGIN IMMEDIATE")
        if is_empty(connection):
            return
        connection.execute("ROLLBACK")  # another writer was first
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")


def commit(connection: sqlite3.Connection) -> None:
    """End a writer's transaction; from the first one on an index keeps a log, unless it was made to need none."""
    connection.execute("COMMIT")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete":
        with suppress(sqlite3.OperationalError):  # somebody has begun to read it: the next writer sees to the log
            connection.execute("PRAGMA journal_mode = WAL")


def _wait_for(
    lock: Callable[[], None], path: Path, on_wait: Callable[[str], None] | None, patience: float
) -> None:
    deadline = time.monotonic() + patience
    told = False
    while True:
        try:
            lock()
            return
        except sqlite3.OperationalError as error:
            if error_code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
        if time.monotonic() >= deadline:
            raise IndexBusy(f"another seedwalk is writing {path}. Try again when it is done.")
        if on_wait is not None and not told:
            on_wait("another seedwalk is indexing this repository; waiting for it")
            told = True
        time.sleep(_WRITER_POLL)


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file an empty index, inside the writer's transaction."""
    script = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    for statement in _statements(script):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _statements(script: str) -> Iterator[str]:
    """Single statements, so that creation stays inside the writer's transaction (`executescript` would commit it)."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Raises SchemaMismatch where the index is not as this seedwalk writes it."""
    found = _version(connection)
    if found != SCHEMA:
        told = f"has schema {found}, this seedwalk reads {SCHEMA}" if found else "has no schema"
        raise SchemaMismatch(f"{path} {told}. Run: seedwalk index --rebuild")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nobody has written anything yet."""
    return not _version(connection) and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences: what happened to which file, and the way out."""
    try:
        yield
    except sqlite3.Error as error:
        code, said = error_code(error), " ".join(str(error).split())  # it quotes the schema, line breaks and all
        if code in _DAMAGED or (isinstance(error, sqlite3.DatabaseError) and "malformed" in said):
            raise DamagedIndex(
                f"{path} is damaged ({said}). All in it can be made again. Run: seedwalk index --rebuild"
            ) from error
        if code in _DISK_FULL:
            raise DiskFull(f"no room to write {path} ({said}). Free some space, or use --store DIR.") from error
        if code == sqlite3.SQLITE_BUSY:
            raise IndexBusy(f"another seedwalk is writing {path}. Try again when it is done.") from error
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            raise Unwritable(f"{path} cannot be opened ({said}). See its permissions, or use --store DIR.") from error
        raise StoreError(f"{path}: SQLite says '{said}'. Run: seedwalk index --rebuild") from error
    except msgspec.MsgspecError as error:
        raise DamagedIndex(f"{path} is damaged ({error}). Run: seedwalk index --rebuild") from error


@contextmanager
def trusting(path: Path) -> Iterator[None]:
    """Around code that only reads: content that makes no sense is damage SQLite cannot see (it keeps no checksums)."""
    try:
        yield
    except UnicodeEncodeError as error:  # of what was asked: everything that is stored was text once
        raise UsageError(f"{error.object!a} cannot be written in UTF-8. Ask in plain characters.") from error
    except (LookupError, ValueError, TypeError, OverflowError, msgspec.MsgspecError) as error:
        raise DamagedIndex(
            f"{path} holds what seedwalk did not write ({type(error).__name__}: {error}): damage, or a bug. "
            "Run: seedwalk index --rebuild"
        ) from error


def error_code(error: sqlite3.Error) -> int:
    """The primary result code, without SQLite's extension bits."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _uri(path: Path) -> str:
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def get_meta(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT key, value FROM meta"))


def put_meta(connection: sqlite3.Connection, values: dict[str, Any]) -> None:
    rows = [(key, _written(str(value))) for key, value in values.items()]
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)


def put_mark(connection: sqlite3.Connection, key: str) -> None:
    """Mark what was written just now as no other is, in this index or in any that may lie in its place later: who has
    read it knows it again."""
    put_meta(connection, {key: os.urandom(_MARK_BYTES).hex()})


def _written(text: str) -> str:
    """The text as UTF-8 can write it: the name of a folder need not be any."""
    return text.encode("utf-8", "backslashreplace").decode()
