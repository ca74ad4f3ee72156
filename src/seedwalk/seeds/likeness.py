"""Which symbols' texts are most like a task's? Vectors of names, signatures and docs, made when first asked for."""

from __future__ import annotations

import sqlite3

import numpy as np

from seedwalk.embed.encoder import Encoder, Space
from seedwalk.graph.arrays import Graph
from seedwalk.seeds.lexical import best
from seedwalk.seeds.ranked import Ranked
from seedwalk.store import spaces, symbols
from seedwalk.store.database import get_meta


class Likeness:
    """The space of one state of an index. It is kept beside the index, for one encoder and one snapshot."""

    def __init__(self, encoder: Encoder, limit: int) -> None:
        self._encoder, self._limit = encoder, limit
        self._open: tuple[Space, list[int]] | None = None

    def ranked(self, text: str, connection: sqlite3.Connection, graph: Graph, answers: np.ndarray) -> Ranked:
        """The rows whose text is most like this one."""
        if self._open is None:
            self._open = self._opened(connection)
        space, ids = self._open
        found, rows = space.likeness(text), graph.rows(ids)
        scores = np.zeros(len(graph))
        scores[rows[rows >= 0]] = found[rows >= 0]
        chosen = best(scores * answers, graph.nodes["id"], self._limit)
        return Ranked(chosen, scores[chosen])

    def _opened(self, connection: sqlite3.Connection) -> tuple[Space, list[int]]:
        key = f"{self._encoder.fingerprint} {get_meta(connection).get('snapshot', '')}"
        kept = spaces.load(connection, key)
        if kept is not None:
            return self._encoder.unpack(kept), symbols.ids(connection)
        ids, texts = symbols.texts(connection)
        space = self._encoder.learn(texts)
        spaces.keep(connection, key, space.pack())
        return space, ids
