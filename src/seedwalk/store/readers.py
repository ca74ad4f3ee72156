"""Readers of one index, kept open between questions: opening one anew costs more than most questions ask of it.

Each question sees one committed state, whole: the newest when it begins. A reader is kept only while the file at the
path is the one it opened, and an idle one holds no state, so that writers and whoever throws the index away never wait.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Full, LifoQueue

from seedwalk.machine.wanted import still_wanted
from seedwalk.store.database import Still, check_schema, open_reader, telling, trusting

_KEPT = 4
"""Idle readers at most; more questions than that at once are rare."""

_File = tuple[int, int]


class Readers:
    """Connections to the index at a path, each for one question at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: LifoQueue[tuple[_File, sqlite3.Connection]] = LifoQueue(_KEPT)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction of its own. Raises StoreError."""
        still_wanted()
        file = self._file()
        connection = self._taken(file) or open_reader(self._path)
        try:
            with telling(self._path), trusting(self._path):
                connection.execute("BEGIN")  # one state for everything read below
                check_schema(connection, self._path)
                yield connection
                connection.execute("ROLLBACK")
        except BaseException:
            connection.close()
            raise
        if not self._kept(file, connection):
            connection.close()

    def _kept(self, file: _File | None, connection: sqlite3.Connection) -> bool:
        if file is None or isinstance(connection, Still):
            return False
        try:
            self._idle.put_nowait((file, connection))
        except Full:
            return False
        return True

    def _taken(self, file: _File | None) -> sqlite3.Connection | None:
        """One that is idle, if it reads the file that is there; those that read another are closed."""
        while True:
            try:
                opened, connection = self._idle.get_nowait()
            except Empty:
                return None
            if opened == file:
                return connection
            connection.close()

    def _file(self) -> _File | None:
        """Which file is at the path. It cannot be another of the same number: a reader holds on to its own."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
