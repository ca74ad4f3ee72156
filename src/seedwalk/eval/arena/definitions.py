"""What a peer pointed at, as symbols: one reading of files for all peers, so that none is read more kindly.

A peer says a file, a line, a stretch of lines, or a name in a file. seedwalk's own extraction of that file says which
definitions those are. Modules are not counted (a file is not a symbol), and where a whole text was shown fields and
constants are not either: truths are functions, methods and types, and a class of thirty fields would push the rest
of an answer off its first page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from seedwalk.config import Settings
from seedwalk.eval.arena.system import Found
from seedwalk.extract import extract
from seedwalk.languages import language_of
from seedwalk.model import Kind, Skipped, Symbol
from seedwalk.sources.content import read_source
from seedwalk.sources.discover import discover

_SMALL = frozenset({Kind.FIELD, Kind.CONSTANT})


class Definitions:
    """The definitions of a tree's files, each file read once, when it is first asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[str, tuple[tuple[Symbol, ...], tuple[str, ...]]] = {}
        self._owners: dict[str, list[Found | None]] = {}

    def of(self, path: str) -> tuple[Symbol, ...]:
        """A file's definitions by line, outer before inner; none for a file seedwalk does not read."""
        return self._file(path)[0]

    def text(self, path: str) -> tuple[str, ...]:
        """A file's lines."""
        return self._file(path)[1]

    def paths(self) -> list[str]:
        """Every file seedwalk would index."""
        return [file.path for file in discover(self.root, Settings().sources, language_of).files]

    def read_all(self) -> None:
        """Read every file now rather than while a clock runs."""
        for path in self.paths():
            self.holding(path, 0)

    def at(self, path: str, line: int) -> Found | None:
        """The definition a line belongs to: the one named there, else the innermost around it."""
        around = [symbol for symbol in self.of(path) if symbol.span.start_line <= line <= symbol.span.end_line]
        named = [symbol for symbol in around if symbol.line == line]
        if named:
            return found(named[0])
        return found(_innermost(around)) if around else None

    def holding(self, path: str, line: int) -> Found | None:
        """Whose text a line is: the innermost function or type around it, else the constant or field it belongs to.

        A field that is set inside a method is defined there, but the line is part of the method.
        """
        owners = self._owners.get(path)
        if owners is None:
            owners = self._owners[path] = _owners(self.of(path), len(self.text(path)))
        return owners[line] if 0 <= line < len(owners) else None

    def shown(self, path: str, lines: Iterable[int]) -> list[Found]:
        """The definitions whose names stand in the lines shown, by line; else the one whose text the first line is."""
        listed = sorted(set(lines))
        named = self.named_in(path, listed)
        if named or not listed:
            return named
        around = self.holding(path, listed[0])
        return [around] if around else []

    def named_in(self, path: str, lines: Iterable[int]) -> list[Found]:
        """The definitions whose names stand in these lines, by line; fields and constants left out."""
        seen = set(lines)
        return [found(symbol) for symbol in self.of(path) if symbol.line in seen and symbol.kind not in _SMALL]

    def named(self, path: str, name: str) -> Found | None:
        """The definition called `name` in a file: qualified alike, else the first whose qualified name ends so."""
        symbols = self.of(path)
        for symbol in symbols:
            if symbol.qualified_name == name:
                return found(symbol)
        ending = "." + name
        return next((found(symbol) for symbol in symbols if symbol.qualified_name.endswith(ending)), None)

    def excerpted(self, path: str, excerpt: Iterable[str]) -> list[int]:
        """The line numbers of an excerpt: its lines stand in the file in that order, some left out, some cut short."""
        lines, numbers, below = self.text(path), list[int](), 0
        for wanted in (line.rstrip() for line in excerpt if line.strip()):
            left = range(below, len(lines))
            whole = next((at for at in left if lines[at].rstrip() == wanted), None)
            at = whole if whole is not None else next((at for at in left if lines[at].startswith(wanted)), None)
            if at is not None:
                numbers.append(at + 1)
                below = at + 1
        return numbers

    def _file(self, path: str) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        known = self._read.get(path)
        if known is None:
            known = self._read[path] = self._extracted(path)
        return known

    def _extracted(self, path: str) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        language = language_of(path)
        source = read_source(self.root, path, Settings().sources) if language else None
        if language is None or source is None or isinstance(source, Skipped):
            return (), ()
        symbols = [s for s in extract(path, language, source.text).symbols if s.kind is not Kind.MODULE]
        symbols.sort(key=lambda s: (s.line, -s.span.end_byte, s.qualified_name))
        return tuple(symbols), tuple(source.text.decode("utf-8", "replace").split("\n"))


def _owners(symbols: Sequence[Symbol], lines: int) -> list[Found | None]:
    """By line number, whose text each line is: the outer write first and the inner over them, small ones under all."""
    owners: list[Found | None] = [None] * (lines + 1)
    for symbol in sorted(symbols, key=lambda s: (s.kind not in _SMALL, s.span.start_byte - s.span.end_byte)):
        last = min(symbol.span.end_line, lines)
        owners[symbol.span.start_line : last + 1] = [found(symbol)] * (last + 1 - symbol.span.start_line)
    return owners


def _innermost(around: list[Symbol]) -> Symbol:
    return min(around, key=lambda symbol: symbol.span.end_byte - symbol.span.start_byte)


def found(symbol: Symbol) -> Found:
    return Found(
        symbol.path, symbol.qualified_name, symbol.kind.value, symbol.span.start_line, symbol.span.end_line
    )  # fmt: skip


def ranking(places: Iterable[Found | None], limit: int) -> tuple[Found, ...]:
    """The first `limit` places, each once, at its best rank; what could not be placed is left out."""
    best: dict[tuple[str, str], Found] = {}
    for place in places:
        if place is not None:
            best.setdefault((place.path, place.name), place)
        if len(best) >= limit:
            break
    return tuple(best.values())[:limit]
