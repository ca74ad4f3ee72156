"""Finding symbols in the store: by pattern, by the way a user names one, by id."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from seedwalk.errors import AmbiguousSymbol, UnknownSymbol, UsageError
from seedwalk.identity import placeless as outside
from seedwalk.model import Flags, Kind, Span, Symbol, SymbolId
from seedwalk.store.files import ROW_SHIFT

_KINDS = tuple(Kind)
_COLUMNS = (
    "s.id, s.kind, s.name, s.qualified_name, f.path, s.start_line, s.end_line, s.start_byte, s.end_byte, s.line, "
    "s.signature, s.doc, s.flags, s.body_hash, s.parent"
)
_FROM = f"FROM symbols s JOIN files f ON f.id = s.row >> {ROW_SHIFT}"
_PLAIN = frozenset({Kind.DOCUMENT, Kind.DEPLOYMENT})
_AT_LINE = re.compile(r"(.+):(\d{1,9})")
"""A line; more digits than any file has lines are part of a name that nothing has."""
_CHOICES_SHOWN = 20
_AT_ONCE = 500
"""Ids asked for in one statement; older SQLite takes a thousand."""


_flags = cache(Flags)
"""Looked up: making one takes as long as the rest of a symbol."""


def _symbol(row: Sequence[Any]) -> Symbol:
    identity, kind, name, qualified, path, first, last, start, end, line, signature, doc, flags, body, parent = row
    return Symbol(
        SymbolId(identity), _KINDS[kind], name, qualified, path, Span(first, last, start, end), line,
        signature, doc, _flags(flags), body, parent,
    )  # fmt: skip


def all_symbols(connection: sqlite3.Connection) -> Iterator[Symbol]:
    """Every symbol, by path, then by place."""
    for row in connection.execute(f"SELECT {_COLUMNS} {_FROM} ORDER BY f.path, s.row"):
        yield _symbol(row)


def placeless(connection: sqlite3.Connection) -> list[Symbol]:
    """Every symbol that edges point to and no file defines, by kind and name."""
    named = {
        (kind, name)
        for (listed,) in connection.execute("SELECT placeless FROM links WHERE placeless != '[]'")
        for kind, name in json.loads(listed)
    }
    return [outside(Kind(kind), name) for kind, name in sorted(named)]


def external_names(connection: sqlite3.Connection) -> list[str]:
    """Dotted names of everything outside that code refers to, sorted."""
    wanted = Kind.EXTERNAL.value
    rows = connection.execute("SELECT placeless FROM links WHERE instr(placeless, ?)", (wanted,))
    return sorted({name for (listed,) in rows for kind, name in json.loads(listed) if kind == wanted})


def languages(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Languages of the files, sorted."""
    return tuple(row[0] for row in connection.execute("SELECT DISTINCT language FROM files ORDER BY language"))


def of_path(connection: sqlite3.Connection, path: str) -> list[Symbol]:
    """The symbols of one file, in order."""
    return [
        _symbol(row)
        for row in connection.execute(f"SELECT {_COLUMNS} {_FROM} WHERE f.path = ? ORDER BY s.row", (path,))
    ]


def named(connection: sqlite3.Connection, name: str) -> list[tuple[int, str]]:
    """(id, path) of the symbols whose name, or the end of whose qualified name, is this one; case does not count."""
    last = name.rpartition(".")[2]
    rows = connection.execute(
        f"SELECT s.id, f.path, s.qualified_name {_FROM} WHERE s.name = ? COLLATE NOCASE ORDER BY f.path, s.row", (last,)
    )
    wanted = f".{name.lower()}"
    return [(identity, path) for identity, path, qualified in rows if f".{qualified.lower()}".endswith(wanted)]


def spelled(connection: sqlite3.Connection, names: Sequence[str]) -> list[int]:
    """Ids of what `named` finds for each of several names, in the order of the names, each once; one look for all."""
    lasts = list(dict.fromkeys(name.rpartition(".")[2] for name in names))
    marks = ",".join("?" * len(lasts))
    query = f"SELECT s.id, s.qualified_name {_FROM} WHERE s.name COLLATE NOCASE IN ({marks}) ORDER BY f.path, s.row"
    rows = [(identity, f".{qualified.lower()}") for identity, qualified in connection.execute(query, lasts)]
    found = (identity for name in names for identity, qualified in rows if qualified.endswith(f".{name.lower()}"))
    return list(dict.fromkeys(found))


def called(connection: sqlite3.Connection, words: Iterable[str]) -> list[int]:
    """Ids of the symbols whose name is one of these words; case does not count."""
    asked = list(words)
    found: list[int] = []
    for start in range(0, len(asked), _AT_ONCE):
        some = asked[start : start + _AT_ONCE]
        query = f"SELECT id FROM symbols WHERE name COLLATE NOCASE IN ({','.join('?' * len(some))})"
        found += [number for (number,) in connection.execute(query, some)]
    return found


def ids_named(connection: sqlite3.Connection, name: str) -> list[int]:
    """Ids of the symbols whose name, or the end of whose qualified name, is this one; case does not count."""
    last = name.rpartition(".")[2]
    rows = connection.execute("SELECT id, qualified_name FROM symbols WHERE name = ? COLLATE NOCASE", (last,))
    if last == name:
        return [identity for identity, _ in rows]
    wanted = f".{name.lower()}"
    return [identity for identity, qualified in rows if f".{qualified.lower()}".endswith(wanted)]


def ids_beginning(connection: sqlite3.Connection, start: str) -> list[int]:
    """Ids of the symbols whose name begins so; case does not count."""
    query = "SELECT id FROM symbols WHERE name >= ? COLLATE NOCASE AND name < ? COLLATE NOCASE"
    return [row[0] for row in connection.execute(query, (start, f"{start}\U0010ffff"))]


def qualified_names(connection: sqlite3.Connection) -> tuple[list[int], list[str]]:
    """The id and the qualified name of every symbol."""
    rows = connection.execute("SELECT id, qualified_name FROM symbols ORDER BY row").fetchall()
    return [row[0] for row in rows], [row[1] for row in rows]


def ids(connection: sqlite3.Connection) -> list[int]:
    """Every symbol's id, in the order of `texts`."""
    return [row[0] for row in connection.execute("SELECT id FROM symbols ORDER BY row")]


def texts(connection: sqlite3.Connection) -> tuple[list[int], list[str]]:
    """Every symbol's id, and what is written of it outside of its body: qualified name, signature and doc."""
    rows = connection.execute("SELECT id, qualified_name, signature, doc FROM symbols ORDER BY row").fetchall()
    return [row[0] for row in rows], [" ".join(row[1:]) for row in rows]


def paths(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """Every file's number and path."""
    return connection.execute("SELECT id, path FROM files ORDER BY id").fetchall()


def told(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, tuple[str, str, str]]:
    """By id: name, qualified name and path of these symbols."""
    query = f"SELECT s.name, s.qualified_name, f.path {_FROM} WHERE s.id = ?"
    found = {identity: connection.execute(query, (identity,)).fetchone() for identity in ids}
    return {identity: row for identity, row in found.items() if row is not None}


def names(connection: sqlite3.Connection, ids: Iterable[int]) -> list[str]:
    """The last name of each, in the order given; nothing for what is not stored."""
    asked, found = list(ids), dict[int, str]()
    for start in range(0, len(asked), _AT_ONCE):
        some = asked[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        found |= connection.execute(f"SELECT id, name FROM symbols WHERE id IN ({marks}) ORDER BY row DESC", some)
    return [found.get(number, "") for number in asked]


def files_ending(connection: sqlite3.Connection, path: str) -> list[int]:
    """Ids of the files whose path is this one or ends in it."""
    query = "SELECT id FROM files WHERE path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1 ORDER BY path"
    return [number for (number,) in connection.execute(query, (path,))]


def by_ids(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Symbol]:
    found: dict[int, Symbol] = {}
    distinct = list(dict.fromkeys(ids))
    for start in range(0, len(distinct), _AT_ONCE):
        some = distinct[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        rows = connection.execute(f"SELECT {_COLUMNS} {_FROM} WHERE s.id IN ({marks}) ORDER BY s.row DESC", some)
        found |= {row[0]: _symbol(row) for row in rows}
    return found


def matching(connection: sqlite3.Connection, pattern: str, limit: int | None = None) -> list[Symbol]:
    """Symbols whose name matches, those that are called so first, then by path and place. A pattern with `*` must match
    a whole name, with as many of the scopes around it as the pattern names; one without matches anywhere in the
    qualified name. Case does not count."""
    matches, whole = _matcher(pattern), f".{pattern.casefold()}"
    rows = [
        row for row, qualified in connection.execute("SELECT row, qualified_name FROM symbols") if matches(qualified)
    ]
    found = [
        _symbol(connection.execute(f"SELECT {_COLUMNS} {_FROM} WHERE s.row = ?", (row,)).fetchone()) for row in rows
    ]

    def place(symbol: Symbol) -> tuple[bool, str, int, int]:
        called = f".{symbol.qualified_name.casefold()}".endswith(whole)
        return not called, symbol.path, symbol.span.start_byte, -symbol.span.end_byte

    return sorted(found, key=place)[:limit]


def _matcher(pattern: str) -> Callable[[str], object]:
    folded = pattern.casefold()
    if "*" in folded:
        globbed = ".*".join(re.escape(part) for part in re.split(r"\*+", folded))
        compiled = re.compile(rf"(?:.*\.)?{globbed}", re.DOTALL)
        return lambda name: compiled.fullmatch(name.casefold())
    return lambda name: folded in name.casefold()


Narrow = Callable[[sqlite3.Connection, Sequence[Symbol]], Sequence[Symbol]]
"""From the symbols that bear a name to those that can be meant by it."""


def resolve(connection: sqlite3.Connection, asked: str, narrow: Narrow) -> Symbol:
    """The one symbol a user means by `name`, `path:name`, `path:line` or `path`; a name may leave out outer scopes.

    Several symbols of a name are ambiguous, unless `narrow` leaves one of them.
    """
    if not asked.strip():
        raise UsageError("the symbol is empty. Give name, path:name, path:line or path.")
    at_line = _AT_LINE.fullmatch(asked)
    if at_line is not None:
        return _at_line(connection, at_line.group(1), int(at_line.group(2)))
    path, _, name = asked.replace("::", ".").rpartition(":")
    candidates = _named(connection, name, path) if name else []
    if not candidates and "#" in name:  # as Ruby, Java and JavaScript write of a method in prose
        candidates = _named(connection, name.replace("#", "."), path)
    if not candidates and (files := _files(connection, asked)):
        return _whole(connection, asked, files)
    if not candidates:
        raise UnknownSymbol(asked, name or asked)
    meant = narrow(connection, candidates) if len(candidates) > 1 else candidates
    if len(meant) > 1:
        raise AmbiguousSymbol(asked, _choices(meant))
    return meant[0]


def _whole(connection: sqlite3.Connection, asked: str, files: Sequence[str]) -> Symbol:
    """What stands for a file as a whole: its first symbol."""
    if len(files) > 1:
        raise AmbiguousSymbol(asked, files)
    row = connection.execute(
        f"SELECT {_COLUMNS} {_FROM} WHERE f.path = ? ORDER BY s.row LIMIT 1", (files[0],)
    ).fetchone()
    if row is None:
        raise UsageError(f"'{files[0]}' holds no symbol. Ask for a file that does.")
    return _symbol(row)


def _files(connection: sqlite3.Connection, path: str) -> list[str]:
    """The file of this path, else those whose paths it ends."""
    query = "SELECT path FROM files WHERE path = ? OR path LIKE '%/' || ? ORDER BY path"
    paths = [row[0] for row in connection.execute(query, (path, path))]
    return [known for known in paths if known == path] or [known for known in paths if known.endswith(f"/{path}")]


def _named(connection: sqlite3.Connection, name: str, path: str) -> list[Symbol]:
    """Symbols of that qualified name, else those it ends, else either without regard to case. Modules come last, and
    documents and deployments behind them.

    A path limits all of this to its file, or to the files it ends where none has it whole.
    """
    last = name.rpartition(".")[2]
    query = f"SELECT {_COLUMNS} {_FROM} WHERE s.name = ? COLLATE NOCASE ORDER BY f.path, s.row"
    rows = connection.execute(query, (last,))
    return _best([_symbol(row) for row in rows], name, path) or _best(_folded(connection, name), name, path)


def _folded(connection: sqlite3.Connection, name: str) -> list[Symbol]:
    """Symbols whose qualified name ends so, whatever the case: letters beyond ASCII, names that hold dots."""
    wanted = name.casefold()
    rows = connection.execute("SELECT row, qualified_name FROM symbols ORDER BY row").fetchall()
    found = [row for row, qualified in rows if qualified.casefold().endswith(wanted)]
    query = f"SELECT {_COLUMNS} {_FROM} WHERE s.row = ?"
    return sorted(
        (_symbol(connection.execute(query, (row,)).fetchone()) for row in found),
        key=lambda symbol: (symbol.path, symbol.span.start_byte, -symbol.span.end_byte),
    )


def _best(near: Sequence[Symbol], name: str, path: str) -> list[Symbol]:
    if path:
        near = [s for s in near if s.path == path] or [s for s in near if s.path.endswith(f"/{path}")]
    for fold in (str, str.casefold):
        wanted = fold(name)
        for matches in (
            [s for s in near if fold(s.qualified_name) == wanted],
            [s for s in near if fold(s.qualified_name).endswith(f".{wanted}")],
        ):
            code = [s for s in matches if s.kind not in _PLAIN] or matches
            found = [s for s in code if s.kind is not Kind.MODULE] or code
            if found:
                return found
    return []


def _at_line(connection: sqlite3.Connection, path: str, line: int) -> Symbol:
    """The innermost symbol around a line; the module when nothing else is."""
    exact = _files(connection, path)
    if not exact:
        raise UsageError(f"'{path}' is not an indexed file. Give its path from the top, or the end of that.")
    if len(exact) > 1:
        raise AmbiguousSymbol(f"{path}:{line}", [f"{known}:{line}" for known in exact])
    row = connection.execute(
        f"SELECT {_COLUMNS} {_FROM} WHERE f.path = ? AND s.start_line <= ? AND s.end_line >= ? "
        "ORDER BY s.end_line - s.start_line, s.row DESC LIMIT 1",
        (exact[0], line, line),
    ).fetchone()
    if row is None:
        raise UsageError(f"'{exact[0]}' has no line {line}. Ask for a line the file has.")
    return _symbol(row)


def _choices(candidates: Sequence[Symbol]) -> list[str]:
    """How to ask for each: by path and name, or by line where that is still ambiguous."""
    names = [f"{s.path}:{s.qualified_name}" for s in candidates]
    shown = [
        name if names.count(name) == 1 else f"{s.path}:{s.line}"
        for name, s in zip(names[:_CHOICES_SHOWN], candidates, strict=False)
    ]
    left = len(candidates) - len(shown)
    return [*shown, *([f"… and {left} more"] if left > 0 else [])]
