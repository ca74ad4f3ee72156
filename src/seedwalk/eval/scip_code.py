"""Our side of the comparison: the symbols and callee positions of the files a SCIP index speaks of.

Files are read and extracted again rather than taken from the index, so that nothing here depends on how facts are
stored; symbols get the ids they have in the index, because an id is made from what a file says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from seedwalk.config import Sources
from seedwalk.extract import Extracted, extract
from seedwalk.facts import ARITY
from seedwalk.languages import language_of
from seedwalk.model import Edge, EdgeKind, Kind, RefKind, Skipped, Symbol, SymbolId
from seedwalk.sources.content import read_source

CALLEE_KINDS = frozenset({RefKind.CALL, RefKind.NEW})
"""References that call what they name. A decorator with arguments is extracted as a call too; a bare one is not."""
CALLED_KINDS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.CLASS, Kind.STRUCT})
_BASE_KINDS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_LAST_NAME = re.compile(r"[#@]?[^\W\d][\w$]*$")
_MARKS = "!?"
"""What TypeScript may write between a name and its arguments."""


class Callee(msgspec.Struct, frozen=True):
    """A place where something is called: the name written there, or none where what is called has no name."""

    line: int
    byte: int
    written: str
    source: SymbolId


class SourceFile(msgspec.Struct, frozen=True):
    """One file as extraction sees it."""

    path: str
    text: bytes
    symbols: tuple[Symbol, ...]
    callees: tuple[Callee, ...]
    renamings: frozenset[tuple[str, str]]
    """(name, name used for it here): imports under another name and plain assignments of one name to another."""


def read_files(root: Path, paths: Iterable[str], settings: Sources) -> dict[str, SourceFile]:
    """The files seedwalk reads, by path; those it leaves out are left out."""
    files = {}
    for path in sorted(paths):
        language = language_of(path)
        if language is None:
            continue
        source = read_source(root, path, settings)
        if not isinstance(source, Skipped):
            files[path] = source_file(path, source.text, extract(path, language, source.text))
    return files


def source_file(path: str, text: bytes, extracted: Extracted) -> SourceFile:
    facts, symbols = extracted.facts, extracted.symbols
    callees: dict[int, Callee] = {}
    for reference in facts.each_reference():
        if reference.kind in CALLEE_KINDS:
            place = Callee(reference.line, reference.byte, _tail(reference.text), symbols[reference.scope].id)
            callees.setdefault(reference.byte, place)
    renamings = {(imported.name, imported.local) for imported in facts.each_import()}
    renamings |= {(_tail(binding.value), _tail(binding.name)) for binding in facts.each_binding()}
    return SourceFile(path, text, tuple(symbols), tuple(callees.values()), frozenset(renamings))


def _tail(text: str) -> str:
    """The last name of an expression; none where it ends in brackets, as the callees of `f()()` and `a[0]()` do."""
    found = _LAST_NAME.search(text.partition(ARITY)[0].rstrip(_MARKS))
    return found.group() if found else ""


class Code:
    """Symbols by id, and what the hierarchy says of them."""

    def __init__(self, symbols: Iterable[Symbol], edges: Iterable[Edge]) -> None:
        self.symbols: dict[SymbolId, Symbol] = {symbol.id: symbol for symbol in symbols}
        self._bases: dict[SymbolId, list[SymbolId]] = defaultdict(list)
        for edge in edges:
            if edge.kind in _BASE_KINDS:
                self._bases[edge.source].append(edge.target)

    @cached_property
    def _constructors(self) -> Mapping[SymbolId, Sequence[SymbolId]]:
        found: dict[SymbolId, list[SymbolId]] = defaultdict(list)
        for symbol in self.symbols.values():
            if symbol.kind is Kind.CONSTRUCTOR and symbol.parent is not None:
                found[symbol.parent].append(symbol.id)
        return found

    def constructors(self, owner: SymbolId) -> frozenset[SymbolId]:
        """The constructors that run when a class is called: its own, else those of the nearest bases that have any."""
        for level in self._levels(owner):
            found = [constructor for base in level for constructor in self._constructors.get(base, ())]
            if found:
                return frozenset(found)
        return frozenset()

    def related(self, one: SymbolId, other: SymbolId) -> bool:
        """Whether two members bear one name in types of which one descends from the other: overrides."""
        a, b = self.symbols.get(one), self.symbols.get(other)
        if a is None or b is None or a.name != b.name or a.parent is None or b.parent is None:
            return False
        return b.parent in self._above(a.parent) or a.parent in self._above(b.parent)

    def names(self, target: SymbolId) -> frozenset[str]:
        """The names a call may write for a symbol: its own, and a constructor's class's."""
        symbol = self.symbols.get(target)
        if symbol is None:
            return frozenset()
        owner = self.symbols.get(symbol.parent) if symbol.parent is not None else None
        if symbol.kind is Kind.CONSTRUCTOR and owner is not None:
            return frozenset({symbol.name, owner.name})
        return frozenset({symbol.name})

    def spelled(self, target: SymbolId) -> str:
        """What all overloads of a symbol share: its package and full name."""
        symbol = self.symbols.get(target)
        return str(target) if symbol is None else f"{symbol.package} {symbol.qualified_name}"

    def _above(self, start: SymbolId) -> frozenset[SymbolId]:
        return frozenset(base for level in self._levels(start) for base in level)

    def _levels(self, start: SymbolId) -> Iterable[list[SymbolId]]:
        """A class, then its bases, then theirs; each class once, so that a cycle ends."""
        seen, level = {start}, [start]
        while level:
            yield level
            level = [base for known in level for base in self._bases.get(known, ()) if base not in seen]
            level = list(dict.fromkeys(level))
            seen.update(level)
