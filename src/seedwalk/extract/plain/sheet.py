"""A file that is no source code, while it is being read: its lines, its parts, and what it says of code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from seedwalk.extract.definitions import MAX_DOC, MAX_SIGNATURE, body_hash, symbol_id
from seedwalk.facts import Extracted, Facts
from seedwalk.languages import every_spec
from seedwalk.languages.spec import Role
from seedwalk.model import Flags, Kind, Said, Saying, Span, Symbol, SymbolId

MAX_PARTS = 300
"""Sections, services or jobs of one file that become symbols; a longer file is a log or generated, and its rest belongs
to the file itself."""
MAX_SAID = 4_000
"""Sayings kept of one file; what follows repeats, and a bound keeps hostile input cheap."""
MAX_LINE = 2_000
"""Bytes; a longer line is encoded data, and no saying is looked for in it."""
_MAX_NAME = 60
_KINDS: Mapping[Role, Kind] = {
    Role.DOCUMENT: Kind.DOCUMENT,
    Role.OWNERS: Kind.DOCUMENT,
    Role.DEPLOYMENT: Kind.DEPLOYMENT,
    Role.MANIFEST: Kind.MODULE,
}
_EXTENSION = re.compile(r"(?<=[^./])\.(?:md|markdown|mdx|rst|rest|txt|ya?ml|service|toml|json|mod)$", re.IGNORECASE)
_NOT_WORD = re.compile(r"[^\w$-]+")


class Part(Struct, frozen=True):
    """A stretch of whole lines that is a symbol of its own: a section, a service, a job."""

    name: str
    title: str
    first: int
    last: int


class Sheet:
    """Filled by a reader, then turned into what every file gives."""

    def __init__(self, path: str, language: str, source: bytes, flags: Flags) -> None:
        self.path, self.source, self.flags = path, source, flags
        role = every_spec()[language].role or Role.DOCUMENT
        self.kind = _KINDS[role]
        self.title = ""
        self.doc_lines: tuple[int, int] | None = None
        """First and last line of the paragraph that says what the file is about."""
        self.parts: list[Part] = []
        self.troubles: list[str] = []
        self._said: list[Said] = []
        self._known: set[tuple[Saying, str, int]] = set()

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @cached_property
    def lines(self) -> list[bytes]:
        """Without their ends; line 1 is the first."""
        return self.source.split(b"\n")

    @cached_property
    def text(self) -> str:
        return self.source.decode("utf-8", "replace")

    def say(self, how: Saying, text: str, line: int, scope: int = 0, *, again: bool = False) -> None:
        """Something said of code; said again by the same part it counts once, where it stands first, unless told."""
        key = (how, text, scope)
        if text and len(self._said) < MAX_SAID and (again or key not in self._known):
            self._known.add(key)
            self._said.append(Said(how, text, line, scope))

    def part(self, name: str, title: str, first: int, last: int) -> int:
        """A part of the file; its position among the symbols. Parts come in order and do not overlap."""
        if len(self.parts) >= MAX_PARTS or (self.parts and first <= self.parts[-1].last):
            return 0
        self.parts.append(Part(name, title, first, last))
        return len(self.parts)

    def extracted(self) -> Extracted:
        starts = self._starts()
        top = self._top(starts)
        symbols, seen = [top], {(top.qualified_name, top.kind): 0}
        own: list[list[tuple[int, int]]] = [[]]
        cursor = 0
        cut = self._between(starts, *self.doc_lines) if self.doc_lines else (0, 0)
        for part in self.parts:
            start, end = self._between(starts, part.first, part.last)
            name = slug(part.name)
            ordinal = seen[name, self.kind] = seen.get((name, self.kind), -1) + 1
            identity = symbol_id(self.path, name, self.kind, "", ordinal)
            symbols.append(
                Symbol(
                    identity, self.kind, name, name, self.path, Span(part.first, part.last, start, end), part.first,
                    part.title[:MAX_SIGNATURE], "", self.flags, body_hash(self.source, start, end, start, start),
                    top.id,
                )  # fmt: skip
            )
            own[0] += _without((cursor, start), cut)
            own.append([(min(self._after(starts, part.first), end), end)])
            cursor = end
        own[0] += _without((cursor, len(self.source)), cut)
        return Extracted(symbols, own, Facts([], b"", [], [], [], said=self._said), [], [], self.troubles)

    def _top(self, starts: list[int]) -> Symbol:
        """The symbol that stands for the file."""
        name = _EXTENSION.sub("", self.path.rpartition("/")[2])
        doc = ""
        if self.doc_lines is not None:
            start, end = self._between(starts, *self.doc_lines)
            doc = " ".join(self.source[start:end].decode("utf-8", "replace").split())[:MAX_DOC]
        span = Span(1, max(1, len(self.lines) - self.source.endswith(b"\n")), 0, len(self.source))
        identity: SymbolId = symbol_id(self.path, name, self.kind, "", 0)
        hashed = body_hash(self.source, 0, len(self.source), 0, 0)
        return Symbol(
            identity, self.kind, name, name, self.path, span, 1, self.title[:MAX_SIGNATURE], doc, self.flags, hashed,
            None,
        )  # fmt: skip

    def _starts(self) -> list[int]:
        """Where each line begins, and where the file ends."""
        found, place = [], 0
        for line in self.lines:
            found.append(place)
            place += len(line) + 1
        return [*found, len(self.source)]

    def _between(self, starts: list[int], first: int, last: int) -> tuple[int, int]:
        """Bytes from the begin of one line to the end of another, its line break left out."""
        end = starts[min(last, len(starts) - 1)]
        return starts[first - 1], end - 1 if end < len(self.source) else end

    def _after(self, starts: list[int], line: int) -> int:
        return starts[min(line, len(starts) - 1)]


def slug(title: str) -> str:
    """A name without spaces or dots for a part, as a link to a heading is written."""
    return _NOT_WORD.sub("-", title).strip("-").lower()[:_MAX_NAME] or "part"


def _without(stretch: tuple[int, int], cut: tuple[int, int]) -> list[tuple[int, int]]:
    """A stretch less another."""
    start, end = stretch
    before, after = (start, min(end, cut[0])), (max(start, cut[1]), end)
    if cut[0] >= cut[1] or cut[1] <= start or cut[0] >= end:
        return [stretch] if start < end else []
    return [(a, b) for a, b in (before, after) if a < b]
