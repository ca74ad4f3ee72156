"""Placed definitions as symbols: each with its identity, its place, its signature and the hash of its body.

`plain_symbols` is the definition; where a compiled part was built (docs/decisions/0012) its `symbols` does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from seedwalk.compiled import quick
from seedwalk.extract.definitions import (
    Placed,
    body_hash,
    is_mock,
    parameter_types,
    plain_body_hash,
    plain_line,
    signature_of,
    symbol_id,
)
from seedwalk.extract.places import LineMap
from seedwalk.model import Flags, Kind, Span, Symbol, SymbolId

Seen = dict[tuple[str, Kind, str], int]
"""How many of a name, a kind and a discriminator came before."""


class Defined(NamedTuple):
    """What a file defines, as far as it is known before its symbols are made."""

    source: bytes
    placed: list[Placed]
    docs: list[str]
    """The doc of each."""
    test_spans: list[tuple[int, int]]
    """What of the file is marked as a test."""


@cache
def _sorts(flags: Flags) -> tuple[Flags, Flags, Flags, Flags]:
    """The flags of what stands in a file with these: nothing more, a mock, a test, both. To add two takes a call."""
    return flags, flags | Flags.MOCK, flags | Flags.TEST, flags | Flags.MOCK | Flags.TEST


def symbols_of(defined: Defined, lines: LineMap, module: Symbol) -> list[Symbol]:
    """The symbols of a file behind that of its module, in order."""
    compiled = quick()
    if compiled is None:
        return plain_symbols(defined, lines, module)
    source, placed, docs, tests = defined
    seen: Seen = {(module.qualified_name, module.kind, ""): 0}
    found: list[Symbol] = compiled.symbols(
        module.path, source, placed, docs, lines.bounds, module.id, seen, _sorts(module.flags), tests, is_mock,
        parameter_types, plain_line, plain_body_hash, Symbol, Span,
    )  # fmt: skip
    return found


def plain_symbols(defined: Defined, lines: LineMap, module: Symbol) -> list[Symbol]:
    """What `symbols_of` gives."""
    source, placed, docs, tests = defined
    ids = [module.id, *_identities(module.path, placed, module)]
    mocks = [False, *(is_mock(item.name) for item in placed)]
    starts = lines.at([item.raw.start for item in placed])
    ends = lines.at([max(item.raw.start, item.raw.end - 1) for item in placed])
    names = lines.at([item.raw.name_start for item in placed])
    plain, mocked, tested, both = _sorts(module.flags)
    symbols: list[Symbol] = []
    for position, item in enumerate(placed):
        raw = item.raw
        mocks[position + 1] |= mocks[item.parent]
        flags = mocked if mocks[position + 1] else plain
        if tests and any(start <= raw.start < end for start, end in tests):
            flags = both if mocks[position + 1] else tested
        symbols.append(
            Symbol(
                ids[position + 1], item.kind, item.name, item.qualified, module.path,
                Span(starts[position], ends[position], raw.start, raw.end), names[position],
                signature_of(source, raw), docs[position], flags,
                body_hash(source, raw.start, raw.end, raw.name_start, raw.name_end),
                ids[item.parent],
            )  # fmt: skip
        )
    return symbols


def _identities(path: str, placed: Sequence[Placed], module: Symbol) -> list[SymbolId]:
    """Ids in order; several definitions of one name and kind are told apart by trait or parameter types, then count."""
    seen: Seen = {(module.qualified_name, module.kind, ""): 0}
    ids: list[SymbolId] = []
    for item in placed:
        discriminator = item.trait or (parameter_types(item.raw.params) if item.raw.params else "")
        key = (item.qualified, item.kind, discriminator)
        ordinal = seen[key] = seen.get(key, -1) + 1
        ids.append(symbol_id(path, item.qualified, item.kind, discriminator, ordinal))
    return ids
