"""What `go/types` says is called at each of our callee positions of Go.

A row is one place where something is called or made: `path`, `line` and `column` (both from 1, the column in bytes) of
the last name written there; `target_path` and `target_line` of the name it means, empty and 0 for what is outside the
repository; `value` where that is a variable or field. Classes of positions are those of `scip.py`, where nothing is
ever contradicted. A place the oracle names and we do not read as a call is a position too: its source is our innermost
definition around it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from seedwalk.api import Repository
from seedwalk.eval.oracles.oracle import Oracle, around, read_rows
from seedwalk.eval.scip import Columns, Position, Told, Truth
from seedwalk.eval.scip_code import CALLED_KINDS, Callee, Code, SourceFile
from seedwalk.eval.scip_format import Encoding
from seedwalk.model import TYPE_KINDS, Kind, Symbol, SymbolId

_MEANT_KINDS = CALLED_KINDS | TYPE_KINDS
_HELD_KINDS = frozenset({Kind.FUNCTION})
"""A variable that is a symbol of ours: a function is written where it is declared."""
_NAME = re.compile(rb"[^\W\d][\w$]*|[^\x00-\x7f][\w$]*")


class Row(msgspec.Struct, frozen=True):
    """One call and what it means."""

    path: str
    line: int
    column: int
    target_path: str = ""
    target_line: int = 0
    value: bool = False


def _arguments(repository: Repository, _: Path) -> list[str]:
    return ["run", "go_calls.go", "go_tree.go", str(repository.root.resolve())]


def _read(file: Path, under: str) -> Truth:
    rows = [row for row in read_rows(file, Row) if not under or row.path.startswith(f"{under}/")]
    return Truth(ORACLE.name, sorted({row.path for row in rows}), partial(positions, rows))


ORACLE = Oracle("go/types", "go", "Install Go 1.21 or newer", _arguments, _read)


def positions(rows: Iterable[Row], files: Mapping[str, SourceFile], code: Code) -> Iterator[Position]:
    """The oracle's word on every callee position of the files both sides have, in order of path and place."""
    told: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        told[row.path].append(row)
    meant = Meant(code.symbols.values())
    for path in sorted(told.keys() & files.keys()):
        file = files[path]
        columns = Columns(file.text, Encoding.UTF8)
        placed = {columns.byte(row.line - 1, row.column - 1): row for row in told[path]}
        ours = {callee.byte for callee in file.callees}
        further = [
            found
            for byte, row in placed.items()
            if byte is not None and byte not in ours and meant.has(row.target_path)
            and (found := _unread(file, byte, row.line)) is not None
        ]  # fmt: skip
        for callee in sorted([*file.callees, *further], key=lambda callee: callee.byte):
            position = _position(path, callee, placed.get(callee.byte), meant, code)
            if callee.byte in ours or position.told is Told.INSIDE:
                yield position


class Meant:
    """Our symbols by the line of their name, and those that are defined again beside them."""

    def __init__(self, symbols: Collection[Symbol]) -> None:
        self._at: dict[tuple[str, int], list[Symbol]] = defaultdict(list)
        self._beside: dict[tuple[str, str, Kind], list[Symbol]] = defaultdict(list)
        self._paths = {symbol.path for symbol in symbols}
        for symbol in symbols:
            if symbol.kind is not Kind.MODULE:
                self._at[symbol.path, symbol.line].append(symbol)
                self._beside[symbol.package, symbol.qualified_name, symbol.kind].append(symbol)

    def has(self, path: str) -> bool:
        """Whether a file is one we read; what we do not read is outside for us."""
        return bool(path) and path in self._paths

    def at(self, path: str, line: int) -> Sequence[Symbol]:
        return self._at.get((path, line), ())

    def twins(self, symbol: Symbol) -> list[Symbol]:
        """A symbol and its other definitions, in other files of the folder: each is built for other systems."""
        beside = self._beside[symbol.package, symbol.qualified_name, symbol.kind]
        return [symbol, *(other for other in beside if other.path != symbol.path)]


def _unread(file: SourceFile, byte: int, line: int) -> Callee | None:
    """A place where only the oracle sees a call."""
    written = _NAME.match(file.text, byte)
    if written is None:
        return None
    return Callee(line, byte, written.group().decode("utf-8", "replace"), around(file.symbols, byte).id)


def _position(path: str, callee: Callee, row: Row | None, meant: Meant, code: Code) -> Position:
    if row is None:
        return Position(path, callee.line, callee.written, callee.source, Told.OPEN, frozenset(), "")
    name = f"{row.target_path}:{row.target_line}" if row.target_path else "external"
    here = meant.at(row.target_path, row.target_line)
    named = [symbol for symbol in here if callee.written in code.names(symbol.id)]
    kinds = _HELD_KINDS if row.value else _MEANT_KINDS
    called = [twin for symbol in named if symbol.kind in kinds for twin in meant.twins(symbol)]
    accepted = frozenset(target for symbol in called for target in _targets(symbol, code))
    if not meant.has(row.target_path):
        told = Told.EXTERNAL
    elif row.value and not accepted:
        told, accepted = Told.VALUE, frozenset(symbol.id for symbol in named)
    else:
        told = Told.INSIDE
    return Position(path, callee.line, callee.written, callee.source, told, accepted, name)


def _targets(symbol: Symbol, code: Code) -> frozenset[SymbolId]:
    """Making an instance is naming its type or running its constructor."""
    return frozenset({symbol.id}) | code.constructors(symbol.id)
