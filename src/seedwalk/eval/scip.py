"""What a SCIP index says is called at each of our callee positions.

A position is one of our own references that call or construct something. SCIP's word on it is the symbol of the
occurrence that begins at the same byte; what that symbol is, tells the definition occurrence: our symbol whose name
stands there. Positions about which SCIP says nothing usable are told apart, never dropped:

    inside        a function, method or class of the repository: the truth
    value         a variable, parameter or attribute: which function it holds, SCIP does not say
    contradicted  something that does not bear the written name, and no import or assignment renames it so
    external      something of a package outside the repository
    open          nothing, or a symbol the index does not define
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import PurePosixPath

import msgspec

from seedwalk.eval.judge_references import KEYWORDS
from seedwalk.eval.scip_code import CALLED_KINDS, Callee, Code, SourceFile
from seedwalk.eval.scip_format import Document, Encoding, Occurrence, Roles, ScipIndex
from seedwalk.model import Kind, Symbol, SymbolId

_LOCAL = "local "
_FUNCTION_ENDS = (").", "#")
"""How SCIP writes functions, methods and types; variables end in `.`, parameters in `)`, modules in `/` or `:`."""
_LOCAL_SCOPES = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_MADE = frozenset({Kind.CONSTRUCTOR, Kind.CLASS, Kind.STRUCT})
_TAKES = rb"(?=\s*(?:<[^<>()]*>\s*)?\()"
"""What stands behind the name of what takes arguments: `Shop Shop(int id)` is named by its second word."""
_DEFAULT = "default"
_WIDE = 0xFFFF
"""Characters beyond this take two units of UTF-16."""
_UNITS: Mapping[Encoding, Callable[[str], int]] = {
    Encoding.UTF8: lambda character: len(character.encode("utf-8", "surrogatepass")),
    Encoding.UTF16: lambda character: 2 if ord(character) > _WIDE else 1,
    Encoding.UTF32: lambda character: 1,
    # Both indexers that are asked here leave it out, and both count as JavaScript does.
    Encoding.UNSPECIFIED: lambda character: 2 if ord(character) > _WIDE else 1,
}


class Told(StrEnum):
    """What SCIP says of a position; the module's docstring explains each."""

    INSIDE = "inside"
    VALUE = "value"
    CONTRADICTED = "contradicted"
    EXTERNAL = "external"
    OPEN = "open"


class Position(msgspec.Struct, frozen=True):
    """A callee position with SCIP's word on it. Any of `accepted` is right: overloads, a class and its constructor."""

    path: str
    line: int
    written: str
    source: SymbolId
    told: Told
    accepted: frozenset[SymbolId]
    symbol: str
    """SCIP's own name for what is called, for a reader."""
    aside: bool = False
    """Whether neither side has a call here: an edge to something of the name written is judged by it, and no other."""


class Truth(msgspec.Struct, frozen=True):
    """Somebody's word on the calls of some files."""

    tool: str
    documents: Sequence[str]
    positions: Callable[[Mapping[str, SourceFile], Code], Iterable[Position]]
    """That word on our side of the files."""
    hidden: Callable[[Mapping[str, SourceFile]], int] | None = None
    """How many calls inside it knows of that no name on their line tells, and that are therefore left out."""


class Definition(msgspec.Struct, frozen=True):
    """A place SCIP calls a definition, and our symbol there, if we have one."""

    name: str
    symbol: Symbol | None


class Columns:
    """Lines and columns of a document as bytes of its text."""

    def __init__(self, text: bytes, encoding: int) -> None:
        self._text = text
        self._units = _UNITS[Encoding(encoding) if encoding in _UNITS else Encoding.UNSPECIFIED]
        self._starts = [0]
        while (at := text.find(b"\n", self._starts[-1])) >= 0:
            self._starts.append(at + 1)

    def byte(self, line: int, column: int) -> int | None:
        """Where a column stands, or None past the end of its line or inside a character."""
        if line >= len(self._starts):
            return None
        start = self._starts[line]
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self._text)
        raw = self._text[start:end]
        if raw.isascii():
            return start + column if column <= len(raw) else None
        for character in raw.decode("utf-8", "replace"):
            if column <= 0:
                break
            column -= self._units(character)
            start += len(character.encode())
        return start if column == 0 else None


def rebased(index: ScipIndex, base: str) -> ScipIndex:
    """The same index, its documents' paths below `base`: an indexer told to look at one folder counts from there."""
    if not base:
        return index
    moved = [msgspec.structs.replace(d, path=str(PurePosixPath(base) / d.path)) for d in index.documents]
    return ScipIndex(index.tool, tuple(moved))


def truth(index: ScipIndex, under: str) -> Truth:
    """An index as far as it speaks of one folder, or of all."""
    inside = tuple(d for d in index.documents if not under or d.path.startswith(f"{under}/"))
    return Truth(index.tool, [d.path for d in inside], partial(positions, ScipIndex(index.tool, inside)))


def positions(index: ScipIndex, files: Mapping[str, SourceFile], code: Code) -> Iterator[Position]:
    """SCIP's word on every callee position of the files both sides have, in order of path and place."""
    documents = sorted((d for d in index.documents if d.path in files), key=lambda d: d.path)
    columns = {d.path: Columns(files[d.path].text, d.encoding) for d in documents}
    definitions = Definitions(documents, files, columns)
    renamings = frozenset().union(*(files[d.path].renamings for d in documents))
    for document in documents:
        file = files[document.path]
        mentions = _mentions(document, columns[document.path])
        for callee in file.callees:
            names = mentions.get(callee.byte, []) if callee.written else []
            told, accepted = _judge(definitions, document.path, names, callee, renamings, code)
            yield Position(
                document.path, callee.line, callee.written, callee.source, told, accepted, " | ".join(names)
            )


def _mentions(document: Document, columns: Columns) -> dict[int, list[str]]:
    """Symbols mentioned, by the byte they are mentioned at; definitions and imports are no mentions."""
    found: dict[int, list[str]] = defaultdict(list)
    for occurrence in document.occurrences:
        if occurrence.symbol and not occurrence.plays(Roles.DEFINITION | Roles.IMPORT):
            byte = columns.byte(occurrence.line, occurrence.column)
            if byte is not None and occurrence.symbol not in found[byte]:
                found[byte].append(occurrence.symbol)
    return found


class Definitions:
    """Where the symbols of an index are defined.

    Of several definitions of one name in a file (overloads, the branches of an `if`, a property's setter) scip-python
    calls only the first a definition and the others mentions: a mention where the name of one of our own functions or
    classes stands is a further definition.
    """

    def __init__(
        self, documents: Sequence[Document], files: Mapping[str, SourceFile], columns: Mapping[str, Columns]
    ) -> None:
        self._found: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        self._modules: set[str] = set()
        for document in documents:
            named = _symbols_by_name(files[document.path])
            text, places = files[document.path].text, columns[document.path]
            first: set[str] = set()
            for occurrence in document.occurrences:
                if occurrence.plays(Roles.DEFINITION):
                    defined = _definition(occurrence, text, places, named)
                    self._found[_key(document.path, occurrence.symbol)].append(defined)
                    first.add(occurrence.symbol)
            self._modules.update(_module_of(symbol) for symbol in first if not symbol.startswith(_LOCAL))
            for occurrence in document.occurrences:
                if occurrence.symbol in first and not occurrence.plays(Roles.DEFINITION):
                    defined = _definition(occurrence, text, places, named)
                    if defined.symbol is not None and defined.symbol.kind in CALLED_KINDS:
                        self._found[_key(document.path, occurrence.symbol)].append(defined)

    def of(self, path: str, symbol: str) -> Sequence[Definition]:
        return self._found.get(_key(path, symbol), ())

    def outside(self, symbol: str) -> bool:
        """Whether a symbol belongs to a module of which the index defines nothing: a dependency's."""
        return not symbol.startswith(_LOCAL) and _module_of(symbol) not in self._modules


def _key(path: str, symbol: str) -> tuple[str, str]:
    """Local symbols are names within their document; the others within the index."""
    return (path if symbol.startswith(_LOCAL) else "", symbol)


def _module_of(symbol: str) -> str:
    """Package and file of a symbol: all up to the last namespace."""
    return symbol[: symbol.rfind("/") + 1]


def _symbols_by_name(file: SourceFile) -> Mapping[int, Symbol]:
    """Our symbols by the byte their name begins at: the first place the name stands on its line, inside its span."""
    found: dict[int, Symbol] = {}
    starts = [0, *(match.end() for match in re.finditer(b"\n", file.text))]
    for symbol in file.symbols:
        if symbol.kind is not Kind.MODULE:
            name = rb"(?<![\w$])" + re.escape(symbol.name.encode()) + rb"(?![\w$])"
            begin = max(starts[symbol.line - 1], symbol.span.start_byte)
            patterns = (name + _TAKES, name) if symbol.kind in _LOCAL_SCOPES else (name,)
            end = min(symbol.span.end_byte, (*starts, symbol.span.end_byte)[symbol.line])
            ends = [*((each, end) for each in patterns), (name, symbol.span.end_byte)]
            places = (re.compile(each).search(file.text, begin, until) for each, until in ends)
            place = next(filter(None, places), None)
            if place is not None:
                found[place.start()] = symbol
    return found


def _definition(occurrence: Occurrence, text: bytes, columns: Columns, named: Mapping[int, Symbol]) -> Definition:
    start = columns.byte(occurrence.line, occurrence.column)
    end = columns.byte(occurrence.end_line, occurrence.end_column)
    if start is None or end is None:
        return Definition("", None)
    return Definition(text[start:end].decode("utf-8", "replace"), named.get(start))


def _judge(
    definitions: Definitions, path: str, names: Sequence[str], callee: Callee, renamings: frozenset[tuple[str, str]],
    code: Code,
) -> tuple[Told, frozenset[SymbolId]]:  # fmt: skip
    """SCIP's word on one position, from the symbols it mentions there."""
    found = [(name, defined) for name in names for defined in definitions.of(path, name)]
    if not found:
        external = bool(names) and all(definitions.outside(name) for name in names)
        return (Told.EXTERNAL if external else Told.OPEN), frozenset()
    ours = [defined.symbol for _, defined in found if defined.symbol is not None]
    called = _visible([symbol for symbol in ours if symbol.kind in CALLED_KINDS], path, callee, code)
    accepted = frozenset(target for symbol in called for target in _targets(symbol, callee.written, code))
    if not any(_bears(defined, callee.written, renamings, code) for _, defined in found):
        return Told.CONTRADICTED, accepted
    if accepted or any(_is_function(name) for name, defined in found if defined.symbol is None):
        return Told.INSIDE, accepted
    return Told.VALUE, frozenset(symbol.id for symbol in ours)


def _visible(called: Sequence[Symbol], path: str, callee: Callee, code: Code) -> Sequence[Symbol]:
    """Without functions local to other functions: scip-python gives those of one class and name a single symbol."""

    def reachable(symbol: Symbol) -> bool:
        owner = code.symbols.get(symbol.parent) if symbol.parent is not None else None
        if owner is None or owner.kind not in _LOCAL_SCOPES:
            return True
        return owner.path == path and owner.span.start_byte <= callee.byte < owner.span.end_byte

    return [symbol for symbol in called if reachable(symbol)] or called


def _is_function(symbol: str) -> bool:
    """Whether SCIP's own spelling says function, method or type: what we have no symbol of counts as missed."""
    return symbol.endswith(_FUNCTION_ENDS) and not symbol.startswith(_LOCAL)


def _targets(symbol: Symbol, written: str, code: Code) -> frozenset[SymbolId]:
    """The symbols that a call of `symbol` may point to: constructing a class is calling it or its constructor."""
    if symbol.kind is not Kind.CONSTRUCTOR:
        return frozenset({symbol.id}) | code.constructors(symbol.id)
    named_itself = written == symbol.name or symbol.parent is None
    return frozenset({symbol.id} if named_itself else {symbol.id, symbol.parent or symbol.id})


def _bears(defined: Definition, written: str, renamings: frozenset[tuple[str, str]], code: Code) -> bool:
    """Whether what is defined may be written so: by its own name, its class's, or one it was given."""
    names = {defined.name}
    if written in KEYWORDS and defined.symbol is not None and defined.symbol.kind in _MADE:
        return True
    if defined.symbol is not None:
        names |= code.names(defined.symbol.id)
    if written in names or (_DEFAULT, written) in renamings:
        return True
    return any((name, written) in renamings for name in names)
