"""Packs that were answered before, in memory and in a file beside the index, so that another process profits too.

A pack is kept under everything it depends on: the question, the settings, the state of the index and of history, the
code. What it read from files beyond that is checked before it is served, so a stale one never is. All of it can be
thrown away at any time; what goes wrong here costs a pack, never an answer.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import msgspec
from msgspec.structs import replace

from seedwalk.concepts import OWN_FILE
from seedwalk.config import Caching, Settings
from seedwalk.indexing.texts import Stamp, stamp, unchanged
from seedwalk.machine.arc import Arc
from seedwalk.model import Pack
from seedwalk.sources.times import are_settled
from seedwalk.versions import ANSWERING, code_digest

FILENAME = "answers.db"
STATE = ("snapshot", "run", "history_head", "history_commits", "learning", "model")
"""What an index says of its own state; the last two are for what is learned and for encoders."""
_SCHEMA = """CREATE TABLE IF NOT EXISTS packs (
    key BLOB PRIMARY KEY, state TEXT NOT NULL, used INTEGER NOT NULL, kept BLOB NOT NULL) WITHOUT ROWID"""


class Asked(msgspec.Struct, frozen=True):
    """What of an answer's form was asked for."""

    budget: int | None
    limit: int | None
    renderer: str
    explain: bool
    profile: str


class Kept(msgspec.Struct, frozen=True):
    """A pack and the files it was made from, each as it was then."""

    pack: Pack
    stamps: dict[str, Stamp]


def state_of(meta: Mapping[str, str]) -> str:
    return "\0".join(meta.get(name, "") for name in STATE)


def key_of(state: str, root: Path, settings: Settings, question: object) -> bytes:
    """Everything an answer depends on, as one short key. How much is kept changes no answer."""
    own = stamp(root, OWN_FILE)
    said = repr((state, own, code_digest(ANSWERING), replace(settings, caching=Caching()), question))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Answered:
    """Answers of one repository, to be asked for by key."""

    def __init__(self, root: Path, store: Path, caching: Caching) -> None:
        self._root, self._path, self._caching = root, store / FILENAME, caching
        self._memory: Arc[bytes, Kept] = Arc(caching.memory)
        self._lock = Lock()

    def get(self, key: bytes) -> Pack | None:
        """The pack kept under a key, if every file it was made from still is what it was."""
        with self._lock:
            kept = self._memory.get(key) or self._stored(key)
            if kept is None or not unchanged(self._root, kept.stamps):
                return None
            self._memory.put(key, kept)
        return kept.pack

    def put(self, key: bytes, state: str, pack: Pack, stamps: Mapping[str, Stamp]) -> None:
        """Keep a pack, unless a file it was made from is too young for its times to be trusted."""
        if not all(stamp is None or are_settled(*stamp[1:]) for stamp in stamps.values()):
            return
        kept = Kept(pack, dict(stamps))
        with self._lock:
            self._memory.put(key, kept)
            try:
                self._store(key, state, kept)
            except sqlite3.OperationalError:
                pass  # another process writes, the disk is full, the folder is read-only: nothing is kept there
            except sqlite3.DatabaseError:
                with suppress(OSError):
                    self._path.unlink(missing_ok=True)  # no database any more; the next pack begins a new one

    def _store(self, key: bytes, state: str, kept: Kept) -> None:
        with closing(self._connect()) as connection:
            connection.execute(_SCHEMA)
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM packs WHERE state != ?", (state,))
            row = (key, state, time.time_ns(), msgspec.msgpack.encode(kept))
            connection.execute("INSERT OR REPLACE INTO packs VALUES (?, ?, ?, ?)", row)
            connection.execute(
                "DELETE FROM packs WHERE key IN (SELECT key FROM packs ORDER BY used DESC LIMIT -1 OFFSET ?)",
                (self._caching.stored,),
            )
            connection.execute("COMMIT")

    def _stored(self, key: bytes) -> Kept | None:
        if not self._path.exists():
            return None
        with suppress(sqlite3.Error, msgspec.MsgspecError), closing(self._connect()) as connection:
            row = connection.execute("SELECT kept FROM packs WHERE key = ?", (key,)).fetchone()
            return msgspec.msgpack.decode(row[0], type=Kept) if row else None
        return None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=0.0, isolation_level=None)
        connection.execute("PRAGMA synchronous = OFF")
        return connection
