"""Reading a SCIP index: the few messages of its protobuf format that a comparison of calls needs.

SCIP is Sourcegraph's format for what a compiler knows of a repository (scip.proto in github.com/sourcegraph/scip). A
message is a run of fields, each a key (number and wire type) and a value; unknown fields are stepped over, so that a
newer index stays readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, IntFlag
from pathlib import Path

import msgspec

from seedwalk.errors import SeedwalkError, UsageError

_MORE = 0x80
_LOW_BITS = 7
_LOW_MASK = 0x7F
_WIRE_BITS = 3
_WIRE_MASK = 7
_LONGEST_VARINT = 10
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_FIXED_WIDTH = {_FIXED64: 8, _FIXED32: 4}
_SAME_LINE = 3
"""A range of three numbers ends on the line it begins on; one of four names both lines."""


class UnreadableScip(SeedwalkError):
    """A file that is no SCIP index, or only the beginning of one."""


class Roles(IntFlag):
    """What an occurrence does beside mentioning its symbol; bits this project does not ask about are kept."""

    NONE = 0
    DEFINITION = 1
    IMPORT = 2


class Encoding(IntEnum):
    """In which units the columns of a document are counted."""

    UNSPECIFIED = 0
    UTF8 = 1
    UTF16 = 2
    UTF32 = 3


class Occurrence(msgspec.Struct, frozen=True):
    """A stretch of a document that names a symbol. Lines and columns are counted from 0."""

    line: int
    column: int
    end_line: int
    end_column: int
    symbol: str
    roles: int = 0

    def plays(self, role: Roles) -> bool:
        return bool(self.roles & role)


class Document(msgspec.Struct, frozen=True):
    """One file: its occurrences in the order written, and the kind given to each symbol it defines (0: none given)."""

    path: str
    encoding: int
    occurrences: tuple[Occurrence, ...]
    kinds: dict[str, int]


class ScipIndex(msgspec.Struct, frozen=True):
    """A whole index. `tool` names the indexer and its version."""

    tool: str
    documents: tuple[Document, ...]


def read_file(file: Path) -> ScipIndex:
    try:
        return read_index(file.read_bytes())
    except OSError as error:
        raise UsageError(f"'{file}' cannot be read: {error.strerror}. Give a SCIP index of the tree.") from error
    except UnreadableScip as error:
        raise UnreadableScip(f"'{file}': {error}") from error


def read_index(blob: bytes) -> ScipIndex:
    """Decode an index; what is cut short or is something else raises UnreadableScip."""
    tool, documents = "", []
    try:
        for number, value in _fields(blob):
            if number == 1:
                tool = _tool(_bytes(value))
            elif number == 2:
                documents.append(_document(_bytes(value)))
    except (IndexError, ValueError) as error:
        raise UnreadableScip(
            f"a file of {len(blob)} bytes is not a whole SCIP index ({error}). Make it again with the indexer."
        ) from error
    return ScipIndex(tool, tuple(documents))


def _tool(metadata: bytes) -> str:
    for number, value in _fields(metadata):
        if number == 2:
            told = {inner: _bytes(text) for inner, text in _fields(_bytes(value))}
            return " ".join(told[part].decode() for part in (1, 2) if part in told)
    return ""


def _document(blob: bytes) -> Document:
    path, encoding = "", int(Encoding.UNSPECIFIED)
    occurrences: list[Occurrence] = []
    kinds: dict[str, int] = {}
    for number, value in _fields(blob):
        if number == 1:
            path = _bytes(value).decode()
        elif number == 2:
            occurrences.append(_occurrence(_bytes(value)))
        elif number == 3:
            told = dict(_fields(_bytes(value)))
            kind = told.get(5, 0)
            kinds[_bytes(told.get(1, b"")).decode()] = kind if isinstance(kind, int) else 0
        elif number == 6 and isinstance(value, int):
            encoding = value
    return Document(path, encoding, tuple(occurrences), kinds)


def _occurrence(blob: bytes) -> Occurrence:
    symbol, roles = "", 0
    place: list[int] = []
    for number, value in _fields(blob):
        if number == 1:
            place += [value] if isinstance(value, int) else _packed(value)
        elif number == 2:
            symbol = _bytes(value).decode()
        elif number == 3 and isinstance(value, int):
            roles = value
    if len(place) == _SAME_LINE:
        place.insert(2, place[0])
    line, column, end_line, end_column = place
    return Occurrence(line, column, end_line, end_column, symbol, roles)


def _fields(blob: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of every field of a message: an integer, or the bytes of a string, message or packed list."""
    at, end = 0, len(blob)
    while at < end:
        key, at = _varint(blob, at)
        number, wire = key >> _WIRE_BITS, key & _WIRE_MASK
        if wire == _VARINT:
            plain, at = _varint(blob, at)
            yield number, plain
            continue
        if wire == _LENGTH:
            width, at = _varint(blob, at)
        elif wire in _FIXED_WIDTH:
            width = _FIXED_WIDTH[wire]
        else:
            raise ValueError(f"wire type {wire} at byte {at}")
        if at + width > end:
            raise ValueError(f"a field of {width} bytes at byte {at} of {end}")
        yield number, blob[at : at + width]
        at += width


def _varint(blob: bytes, at: int) -> tuple[int, int]:
    """The number that begins at a byte, and where the next thing begins. Seven bits a byte, the lowest first."""
    byte = blob[at]
    if byte < _MORE:
        return byte, at + 1
    found = shift = 0
    for width in range(_LONGEST_VARINT):
        byte = blob[at + width]
        found |= (byte & _LOW_MASK) << shift
        if byte < _MORE:
            return found, at + width + 1
        shift += _LOW_BITS
    raise ValueError(f"a number of more than {_LONGEST_VARINT} bytes at byte {at}")


def _packed(blob: bytes) -> list[int]:
    found: list[int] = []
    at = 0
    while at < len(blob):
        number, at = _varint(blob, at)
        found.append(number)
    return found


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise ValueError("a number where text was expected")
    return value
