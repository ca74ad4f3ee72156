"""An index made from nothing while the old one stays where it is, and answers until the new one is whole.

The new one grows in a file beside the old. Whole, its pages become those of the old file by SQLite's own backup, in one
transaction: a kill leaves the one or the other; readers see the old state until they ask again, and never wait. (Had it
been renamed over the old file, it would find the old log under its name, and the next reader would mix the two.)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from seedwalk.errors import StoreError, Unwritable
from seedwalk.store.database import (
    UNUSABLE,
    connect,
    create,
    error_code,
    is_empty,
    open_locked,
    open_writer,
    telling,
)

FRESH = "new"
"""What the name of a file that is not whole yet ends with."""
OnWait = Callable[[str], None] | None


@contextmanager
def written(path: Path, on_wait: OnWait, patience: float) -> Iterator[sqlite3.Connection]:
    """The index at `path` for a block that writes it; what a killed rebuild left beside it goes."""
    connection = open_writer(path, on_wait, patience)
    try:
        with suppress(OSError):
            _beside(path).unlink(missing_ok=True)
        yield connection
    except BaseException:
        _roll_back(connection)
        raise
    finally:
        connection.close()


@contextmanager
def made_anew(
    path: Path, on_wait: OnWait, patience: float, placing: AbstractContextManager[None]
) -> Iterator[sqlite3.Connection]:
    """An empty index for a block that fills it; when that ends well it takes the place of the one at `path`.

    Whoever else wants to write waits meanwhile. The old one may be of any schema; one too damaged to be locked is of no
    use to anybody, and goes first. The new one is put in place within `placing`.
    """
    old = _locked(path, on_wait, patience)
    try:
        if _holds_nothing(old):
            old.close()
            with written(path, on_wait, patience) as connection:
                yield connection
            return
        with _fresh(path, old) as connection:
            yield connection
            with placing:
                _place(connection, old, path)
    finally:
        old.close()


def _locked(path: Path, on_wait: OnWait, patience: float) -> sqlite3.Connection:
    try:
        return open_locked(path, on_wait, patience)
    except Unwritable:
        raise
    except StoreError:
        _throw_away(path)
        return open_locked(path, on_wait, patience)


def _holds_nothing(connection: sqlite3.Connection) -> bool:
    try:
        return is_empty(connection)
    except sqlite3.DatabaseError:  # it cannot be read; it can be replaced
        return False


@contextmanager
def _fresh(path: Path, old: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A writer of an empty file beside the index, gone at the end of the block. It needs no log: killed, it is lost.
    Its pages are of the size of the old one's, or they could not take their place."""
    file = _beside(path)
    _remove(file)
    try:
        with telling(file):
            connection = connect(file, write=True)
        try:
            with telling(file):
                with suppress(sqlite3.Error):  # of an old one that cannot be read nothing is kept
                    connection.execute(f"PRAGMA page_size = {old.execute('PRAGMA page_size').fetchone()[0]}")
                connection.execute("PRAGMA journal_mode = MEMORY")
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute("BEGIN IMMEDIATE")
                create(connection)
            yield connection
        finally:
            _roll_back(connection)
            connection.close()
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _place(fresh: sqlite3.Connection, old: sqlite3.Connection, path: Path) -> None:
    """Make the old file say what the fresh one says. Where another writer gets between, its turn is waited for."""
    with telling(path):
        old.execute("ROLLBACK")
        try:
            fresh.backup(old, progress=lambda *_: None)  # called between two tries: an interrupt is heard there
        except sqlite3.Error as error:
            if error_code(error) not in UNUSABLE:
                raise
        else:
            with suppress(sqlite3.Error):  # other commits bring the log into the file by themselves; this one does not
                old.execute("PRAGMA wal_checkpoint(PASSIVE)")
            return
    old.close()
    fresh.close()
    _throw_away(path)
    try:
        _beside(path).replace(path)
    except OSError as error:
        raise Unwritable(f"{path} cannot be replaced ({error.strerror}). Try again, or use --store DIR.") from error


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # a disk that fails may refuse this too; closing ends the transaction as well
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.{FRESH}")


def _throw_away(path: Path) -> None:
    """Remove what is no index, and its logs."""
    _remove(path, *(path.with_name(f"{path.name}-{log}") for log in ("wal", "shm", "journal")))


def _remove(*files: Path) -> None:
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            told = f"{file} cannot be removed ({error.strerror}). Remove it by hand, or use --store DIR."
            raise Unwritable(told) from error
