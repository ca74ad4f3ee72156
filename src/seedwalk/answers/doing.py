"""Which of several callables of one name does the work? Those that only say types of another stand for it, here too."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seedwalk.model import Symbol

_OUTLINE = "SELECT l.outline FROM links l JOIN files f ON f.id = l.file_id WHERE f.path = ?"


def doing(connection: sqlite3.Connection, candidates: Sequence[Symbol]) -> list[Symbol]:
    """The candidates without those whose body is another candidate's: of an overloaded function, what it runs."""
    from seedwalk.graph.outline import decode  # only names that several bear wait for the languages

    known = {symbol.id for symbol in candidates}
    signatures: set[int] = set()
    for path in sorted({symbol.path for symbol in candidates}):
        row = connection.execute(_OUTLINE, (path,)).fetchone()
        if row is not None:
            outline = decode(row[0])
            at = [identity for _, identity, *_ in outline.symbols]
            signatures.update(at[position] for position, body in outline.bodies.items() if at[body] in known)
    return [symbol for symbol in candidates if symbol.id not in signatures]
