"""What other files may ask of a file, and what it asks of them: the input of linking, small enough to hold for all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec

from seedwalk.facts import Extracted, ref_code
from seedwalk.languages import specs
from seedwalk.model import TYPE_KINDS, Import, Kind, RefKind

_FIRST_NAMES = re.compile(r"(?<![\w.])([^\W\d]\w*)(?:\.([^\W\d]\w*))?")
_HOLDERS = TYPE_KINDS | {Kind.MODULE}
_IMPLEMENTS = ref_code(RefKind.IMPLEMENTS)
_EXTENDS = ref_code(RefKind.EXTENDS)


class Outline(msgspec.Struct, array_like=True, frozen=True):
    """A file's definitions by qualified name, its imports, its bases, and its members whose type lies elsewhere."""

    path: str
    language: str
    module: int
    """Id of the module symbol."""
    names: dict[str, int]
    """Qualified name to symbol id: top-level definitions and everything inside types, the first of each name."""
    types: list[str]
    """The qualified names among them that are types."""
    imports: list[tuple[str, str, str, int, bool]]
    bases: list[tuple[int, str, str, bool, int]]
    """(symbol id, its qualified name, text of the base, whether it implements rather than extends, line)"""
    owners: list[tuple[int, str, int]]
    """(symbol id, qualified name of the type it belongs to, line)"""
    impls: list[tuple[str, str, int]]
    """(name of a type, text of the trait it implements, line)"""
    namespaces: list[str]
    mentions: list[str]
    """First names and pairs of names (`pkg`, `pkg.Name`) of what it mentions, where imports name whole packages."""

    def each_import(self) -> list[Import]:
        return [Import(*row) for row in self.imports]

    def interface(self) -> bytes:
        """A digest of what the edges of other files can depend on."""
        shown = (self.path, sorted(self.names.items()), self.types, self.imports, self.namespaces)
        return hashlib.blake2b(msgspec.msgpack.encode(shown), digest_size=16).digest()


def outline_of(path: str, language: str, extracted: Extracted) -> Outline:
    symbols = extracted.symbols
    names: dict[str, int] = {}
    types: list[str] = []
    for symbol in reversed(symbols[1:]):  # the first of several definitions of a name wins
        names[symbol.qualified_name] = symbol.id
        if symbol.kind in _HOLDERS:
            types.append(symbol.qualified_name)
    facts = extracted.facts
    rows = facts.rows()
    bases = [
        (symbols[scope].id, symbols[scope].qualified_name, facts.texts[text], code == _IMPLEMENTS, line)
        for code, text, line, _, scope in rows[(rows["kind"] == _EXTENDS) | (rows["kind"] == _IMPLEMENTS)].tolist()
        if scope
    ]
    owners: list[tuple[int, str, int]] = [
        (symbols[position].id, owner, symbols[position].line) for position, owner in extracted.owners
    ]
    namespaces = [name for name, _, _ in facts.namespaces]
    mentions = _mentions(facts.texts) if specs()[language].imports_packages else []
    return Outline(
        path, language, symbols[0].id, names, types, facts.imports, bases, owners, extracted.impls, namespaces, mentions
    )


def _mentions(texts: Iterable[str]) -> list[str]:
    found: set[str] = set()
    for text in texts:
        for first, second in _FIRST_NAMES.findall(text):
            found.add(first)
            if second:
                found.add(f"{first}.{second}")
    return sorted(found)


def encode(outline: Outline) -> bytes:
    return msgspec.msgpack.encode(outline)


def decode(blob: bytes) -> Outline:
    return msgspec.msgpack.decode(blob, type=Outline)
