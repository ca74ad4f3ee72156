"""What Ruby itself is seen to call, while a repository's own tests run.

Nothing types Ruby, but it can be watched: `ruby_watch.rb` notes for each call that a line of the tree makes the place
of the method that runs, `ruby_calls.rb` runs the tests under it. A row is `path` and `line` of the call, the `name` it
calls by, `target_path` and `target_line` of the method (empty and 0 where that is not of the tree, or not of Ruby),
`owner`, the class or module that has it (that is made, for `new`), and `target_name`, what it was called when defined.

There is no column: of several calls of one name on a line each may mean what any of them was seen to. Whatever ran is
right, so a call that runs several methods is right by one. What no test runs stays open. A name that was called and
that extraction has no reference for is a position where it is written on that line; else (operators, `send`,
interpolation, `each` for a block) it is no call that could be seen, and is left out.
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
from seedwalk.eval.scip import Position, Told, Truth
from seedwalk.eval.scip_code import CALLED_KINDS, Callee, Code, SourceFile
from seedwalk.model import TYPE_KINDS, Kind, Symbol, SymbolId

_NEW, _SUPER, _SETS = "new", "super", "="
_HOLDING = frozenset({Kind.FIELD, Kind.CONSTANT})
_NAME = re.compile(rb"\w+(?:[?!](?!=[^=~>]))?")
_IDENTIFIER = re.compile(rb"[a-z_]\w*[?!]?")
_WORD = re.compile(r"\w")
_ALIAS = re.compile(r"alias\b|alias_method\b")
_ASSIGNED = re.compile(rb"[ \t]*=(?![=~>])")
_CHANGED = re.compile(rb"[ \t]*(?:\|\||&&|<<|>>|\*\*|[-+*/%|&^])=")


class Row(msgspec.Struct, frozen=True):
    """One line that was seen to call one method."""

    path: str
    line: int
    name: str
    target_path: str = ""
    target_line: int = 0
    owner: str = ""
    target_name: str = ""


def _arguments(repository: Repository, folder: Path) -> list[str]:
    return ["ruby_calls.rb", str(repository.root.resolve()), str(folder)]


def _read(file: Path, under: str) -> Truth:
    rows = [row for row in read_rows(file, Row) if not under or row.path.startswith(f"{under}/")]
    return Truth(ORACLE.name, sorted({row.path for row in rows}), partial(positions, rows), partial(not_written, rows))


ORACLE = Oracle("Ruby", "ruby", "Install Ruby 3.1 or newer and what the tests need", _arguments, _read)


def positions(rows: Iterable[Row], files: Mapping[str, SourceFile], code: Code) -> Iterator[Position]:
    """What was seen at every callee position of the files both sides have, in order of path and place."""
    seen: dict[str, dict[tuple[int, str], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        seen[row.path][row.line, row.name].append(row)
    meant = Meant(code, files)
    for path in sorted(seen.keys() & files.keys()):
        yield from _Watched(files[path], seen[path], meant).positions()


def not_written(rows: Iterable[Row], files: Mapping[str, SourceFile]) -> int:
    """Lines that were seen to run a method of the tree by a name that does not stand on them."""
    lines = {path: file.text.splitlines() for path, file in files.items()}
    hidden = {
        (row.path, row.line, row.name)
        for row in rows
        if row.target_path and row.path in lines and not (_WORD.match(row.name) and _stands(row, lines[row.path]))
    }
    return len(hidden)


class Meant:
    """Our symbols by what a row says of them."""

    def __init__(self, code: Code, files: Mapping[str, SourceFile]) -> None:
        self._code = code
        self._lines = {path: file.text.splitlines() for path, file in files.items()}
        self._at: dict[tuple[str, int], list[Symbol]] = defaultdict(list)
        self._named: dict[str, list[Symbol]] = defaultdict(list)
        self._called: set[str] = set()
        self._aliases: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in code.symbols.values():
            if symbol.kind not in (Kind.MODULE, Kind.EXTERNAL):
                self._at[symbol.path, symbol.line].append(symbol)
            self._named[symbol.qualified_name].append(symbol)
            if _callable(symbol):
                self._called.add(symbol.name)
                if _ALIAS.match(symbol.signature):
                    self._aliases[symbol.name].append(symbol)

    def has(self, name: str) -> bool:
        return name in self._called

    def of(self, row: Row) -> tuple[Told, frozenset[SymbolId]]:
        """What a row says of its call, and which of our symbols are right for it."""
        if row.name == _NEW:
            found = self._made(row)
            return (Told.INSIDE if found or row.target_path else Told.EXTERNAL), found
        here = [symbol for symbol in self._at.get((row.target_path, row.target_line), ()) if _callable(symbol)]
        ours = [symbol for symbol in here if symbol.name in (row.name, row.target_name)] or here
        owned = self._named.get(f"{_dotted(row.owner)}.{row.name.removesuffix(_SETS)}", [])
        if not ours or row.name != row.target_name:
            ours += [symbol for symbol in owned if _callable(symbol)]  # an alias, a delegator: made by a macro
        if not ours and row.name != row.target_name:
            ours = self._aliases.get(row.name, [])  # of what a gem defines; whose it is, only the gem's class is told
        if ours or self._is_defined(row):
            return Told.INSIDE, frozenset(symbol.id for symbol in ours)
        held = frozenset(symbol.id for symbol in owned if symbol.kind in _HOLDING)
        return (Told.VALUE if held else Told.EXTERNAL), held

    def _made(self, row: Row) -> frozenset[SymbolId]:
        """A class that is made, and the constructor that runs."""
        classes = [symbol for symbol in self._named.get(_dotted(row.owner), ()) if symbol.kind in TYPE_KINDS]
        runs = [symbol.id for symbol in self._at.get((row.target_path, row.target_line), ()) if _callable(symbol)]
        return frozenset([*runs, *(symbol.id for symbol in classes)])

    def _is_defined(self, row: Row) -> bool:
        """Whether a method is written where it was defined; what is put together when it runs has no symbol."""
        lines = self._lines.get(row.target_path, ())
        at = row.target_line - 1
        return 0 <= at < len(lines) and re.search(rb"\bdef\b.*" + _word(row.target_name), lines[at]) is not None


class _Watched:
    """One file and what its lines were seen to call."""

    def __init__(self, file: SourceFile, seen: Mapping[tuple[int, str], Sequence[Row]], meant: Meant) -> None:
        self._file, self._seen, self._meant = file, seen, meant
        self._names = {symbol.id: symbol.name for symbol in file.symbols}
        self._starts = [0, *(match.end() for match in re.finditer(b"\n", file.text))]

    def positions(self) -> Iterator[Position]:
        told: set[tuple[int, str]] = set()
        found: list[tuple[int, Position]] = []
        for callee in self._file.callees:
            line = self._line_of(callee.byte)
            names = self._written(callee)
            told.update((line, name) for name in names)
            rows = [row for name in names for row in self._seen.get((line, name), ())]
            found.append((callee.byte, self._position(callee, self._of_class(callee, rows))))
        for line, name in sorted(self._named_beside() | self._seen.keys()):
            unread = self._unread(line, name) if (line, name) not in told and _WORD.match(name) else None
            if unread is not None:
                position = self._position(unread, self._seen.get((line, name), ()))
                found.append((unread.byte, msgspec.structs.replace(position, aside=position.told is not Told.INSIDE)))
        yield from (position for _, position in sorted(found, key=lambda one: one[0]))

    def _named_beside(self) -> set[tuple[int, str]]:
        """Names of callables on lines that call something: what a chain begins with is no callee of its own."""
        lines = {self._line_of(callee.byte) for callee in self._file.callees}
        text = self._file.text.splitlines()
        words = ((line, word) for line in sorted(lines) for word in _IDENTIFIER.findall(text[line - 1]))
        return {(line, name) for line, word in words if self._meant.has(name := word.decode("utf-8", "replace"))}

    def _written(self, callee: Callee) -> Collection[str]:
        """The names by which a callee may run: its own or the writer's, `new` behind a type, a parent's method."""
        text = self._file.text
        match = _NAME.match(text, callee.byte)
        name = match.group().decode("utf-8", "replace") if match else callee.written
        if name == _SUPER:
            return (self._names.get(callee.source, ""),)
        end = match.end() if match else callee.byte
        if re.compile(rb"\s*\.\s*new\b").match(text, end):
            return (_NEW,)
        if _ASSIGNED.match(text, end):
            return (name + _SETS,)
        return (name, name + _SETS) if _CHANGED.match(text, end) else (name,)

    def _of_class(self, callee: Callee, rows: Sequence[Row]) -> Sequence[Row]:
        """Of the classes that a line makes those that are named so."""
        named = [row for row in rows if row.name == _NEW and _dotted(row.owner).split(".")[-1] == callee.written]
        return named or rows

    def _unread(self, line: int, name: str) -> Callee | None:
        """A call that is written on a line and that extraction has no call for."""
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self._file.text)
        match = re.compile(_word(name)).search(self._file.text, start, end)
        if match is None:
            return None
        return Callee(line, match.start(), name, around(self._file.symbols, match.start()).id)

    def _position(self, callee: Callee, rows: Sequence[Row]) -> Position:
        said = [(row, *self._meant.of(row)) for row in rows]
        told = min((each for _, each, _ in said), key=_FIRST.index, default=Told.OPEN)
        accepted = frozenset(target for _, each, targets in said if each is told for target in targets)
        names = sorted({f"{row.target_path}:{row.target_line}" if row.target_path else row.owner for row in rows})
        written = next((row.name for row in rows if row.name != _NEW), callee.written)
        return Position(self._file.path, callee.line, written, callee.source, told, accepted, " | ".join(names))

    def _line_of(self, byte: int) -> int:
        low, high = 0, len(self._starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._starts[middle] <= byte else (low, middle)
        return low + 1


_FIRST = (Told.INSIDE, Told.VALUE, Told.EXTERNAL)
"""Of several things seen at a place the one that counts."""


def _callable(symbol: Symbol) -> bool:
    return symbol.kind in CALLED_KINDS and symbol.kind not in TYPE_KINDS


def _dotted(name: str) -> str:
    return name.replace("::", ".")


def _word(name: str) -> bytes:
    """A name where it stands for itself: no symbol, no key, no part of a longer name; a writer before its `=`."""
    written = re.escape(name.removesuffix(_SETS).encode())
    after = rb"[ \t]*[^\w\s]{0,2}=(?![=~>])" if name.endswith(_SETS) else rb"(?![\w?!]|:(?!:))"
    return rb"(?<![\w@$])(?<![^:]:)" + written + after


def _stands(row: Row, lines: Sequence[bytes]) -> bool:
    text = lines[row.line - 1] if row.line <= len(lines) else b""
    return any(re.search(_word(name), text) for name in (row.name, _SUPER if row.name == row.target_name else row.name))
