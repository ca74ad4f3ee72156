"""The lexical channel alone: what a repository's words say of a question, without the graph."""

from __future__ import annotations

import sqlite3

from seedwalk.config import Settings
from seedwalk.model import Symbol
from seedwalk.seeds.lexical import PLACES, Structure, best, mixed
from seedwalk.store import segments, symbols
from seedwalk.store.database import get_meta
from seedwalk.store.lexical import LexicalIndex
from seedwalk.store.structure import columns
from seedwalk.store.words import term_hash
from seedwalk.text import terms, words


class Wording:
    """Symbols ranked by their words and those around them; what is read is kept as long as the snapshot is the same."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opened: tuple[str, LexicalIndex, Structure] | None = None

    def find(self, connection: sqlite3.Connection, text: str, limit: int) -> list[tuple[Symbol, float]]:
        index, structure = self._open(connection)
        scores = mixed(index.scores(_hashed(text), self._settings.lexical), structure, self._settings.mixing)
        ids = index.ids
        chosen = [(int(ids[row]), round(float(scores[row]), PLACES)) for row in best(scores, ids, limit)]
        named = symbols.by_ids(connection, [identity for identity, _ in chosen])
        return [(named[identity], score) for identity, score in chosen]

    def _open(self, connection: sqlite3.Connection) -> tuple[LexicalIndex, Structure]:
        snapshot = get_meta(connection).get("snapshot", "")
        if self._opened is None or self._opened[0] != snapshot:
            index = segments.open_index(connection, outside=self._settings.lexical.outside)
            self._opened = (snapshot, index, Structure(*columns(connection, index.ids, index.alive)))
        return self._opened[1:]


def _hashed(text: str) -> list[int]:
    return [term_hash(term) for word in words(text.encode("utf-8", "replace")) for term in terms(word.decode())]
