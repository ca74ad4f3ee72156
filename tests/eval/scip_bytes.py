"""Writing SCIP indexes by hand: the inverse of `seedwalk.eval.scip_format`, for made-up ones."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.eval.scip_format import Document, Occurrence, ScipIndex

VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5


def varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3 | VARINT) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | LENGTH) + varint(len(raw)) + raw


def occurrence(found: Occurrence, *, short: bool = True, packed: bool = True) -> bytes:
    place = [found.line, found.column, found.end_line, found.end_column]
    if short and found.line == found.end_line:
        del place[2]
    numbers = field(1, b"".join(map(varint, place))) if packed else b"".join(field(1, number) for number in place)
    return numbers + field(2, found.symbol) + (field(3, found.roles) if found.roles else b"")


def document(found: Document, occurrences: Sequence[bytes] | None = None) -> bytes:
    written = [occurrence(one) for one in found.occurrences] if occurrences is None else occurrences
    kinds = [field(1, symbol) + (field(5, kind) if kind else b"") for symbol, kind in found.kinds.items()]
    return b"".join(
        (
            field(4, "made up"),
            field(1, found.path),
            *(field(2, one) for one in written),
            *(field(3, one) for one in kinds),
            field(6, found.encoding) if found.encoding else b"",
        )
    )


def index(found: ScipIndex) -> bytes:
    name, _, version = found.tool.partition(" ")
    tool = field(1, name) + field(2, version) + field(3, "--an-argument")
    metadata = field(2, tool) + field(3, "file:///somewhere")
    return field(1, metadata) + b"".join(field(2, document(one)) for one in found.documents)
