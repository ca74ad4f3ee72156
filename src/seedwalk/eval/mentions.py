"""Every reference an index holds, beside the symbols of the file it stands in: what draws and their judge both read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby

from msgspec import Struct

from seedwalk.api import Repository
from seedwalk.facts import Facts
from seedwalk.model import Reference, RefKind, Symbol
from seedwalk.store import symbols
from seedwalk.store.database import FILENAME, open_reader

CALLS = frozenset({RefKind.CALL, RefKind.NEW, RefKind.MACRO})
"""Kinds of reference that run what they name."""


class FileMentions(Struct, frozen=True):
    """One file: its symbols, the module first, and the calls in it, in the order they stand there."""

    path: str
    language: str
    symbols: Sequence[Symbol]
    calls: Sequence[Reference]

    def source(self, call: Reference) -> Symbol:
        """The innermost symbol around a call."""
        return self.symbols[call.scope]


def named(symbol: Symbol) -> str:
    """A symbol as draws and truth write it: its path and its qualified name."""
    return f"{symbol.path}:{symbol.qualified_name}"


def each_file(repository: Repository) -> Iterator[FileMentions]:
    """The files of an index by path, each with its calls."""
    query = "SELECT f.language, b.blob FROM files f JOIN facts b ON b.file_id = f.id WHERE f.path = ?"
    with closing(open_reader(repository.store / FILENAME)) as connection:
        connection.execute("BEGIN")
        for path, group in groupby(list(symbols.all_symbols(connection)), key=lambda symbol: symbol.path):
            language, blob = connection.execute(query, (path,)).fetchone()
            calls = [reference for reference in Facts.decode(blob).each_reference() if reference.kind in CALLS]
            yield FileMentions(path, language, list(group), calls)
