"""What a file defines, as linking needs it: small enough to hold for every file of a repository."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from seedwalk.compiled import quick
from seedwalk.facts import Extracted, ref_code
from seedwalk.languages import spec_of
from seedwalk.languages.spec import Naming
from seedwalk.model import TYPE_KINDS, Import, Kind, RefKind, Symbol, SymbolId

_IMPLEMENTS = ref_code(RefKind.IMPLEMENTS)
_EXTENDS = ref_code(RefKind.EXTENDS)
_DECORATOR = ref_code(RefKind.DECORATOR)
_CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_KIND_CODE = {kind: code for code, kind in enumerate(Kind)}
Row = tuple[str, int, int, int, int]
Marks = list[tuple[str, int]]
Named = list[tuple[int, int, int, int, int]]
"""Rows of references that name bases and decorators."""


class Outline(msgspec.Struct, array_like=True, frozen=True):
    """A file's definitions in order (0 is the module), its imports, its bases, and what is tied to types elsewhere."""

    path: str
    language: str
    symbols: list[Row]
    """(qualified name, id, code of the kind, flags, position of the parent)"""
    lines: list[tuple[int, int]]
    """(line of the name, byte where the signature ends) of each symbol"""
    imports: list[tuple[str, str, str, int, bool]]
    bases: list[tuple[int, str, bool, int]]
    """(position of the symbol, text of the base, whether it implements rather than extends, line)"""
    owners: list[tuple[int, str]]
    """(position of a symbol, qualified name of the type it belongs to)"""
    impls: list[tuple[str, str, int, int]]
    """(name of a type, text of the trait it implements, line, position of the symbol around)"""
    namespaces: list[str]
    properties: list[int]
    """Positions of methods that read like fields."""
    private: list[int]
    """Positions of members that their type keeps to itself."""
    arities: list[tuple[int, int]] = []
    """(position of a type, how many types it is written to take), where types of one name differ by that"""
    blocks: list[int] = []
    """Of each scope that is no symbol, the position of the one around it; their positions follow those of the symbols.
    What shares its name with others and stands in a block has that in its qualified name here: `<2>.Shop`."""
    parameters: list[tuple[int, str]] = []
    """(position of a callable, types of its parameters), where these tell overloads apart; of a type's own method, what
    it is defined on."""

    given: list[int] = []
    """Positions of functions whose results tests are handed by name."""
    bodies: dict[int, int] = {}
    """By position of a callable that only says types (an `@overload`), that of the one beneath it that does the work:
    who calls the first calls the second, and the types are told by the first."""
    marked: list[int] = []
    """Positions of fields that only their mark names, and nothing else in the file bears their name."""
    untold: list[int] = []
    """Positions of callables that take a type which none of their parameters tells: a call must name it."""
    taken_in: list[str] = []
    """Modules that the top of the file takes in, and with it every object (Ruby)."""

    def each_import(self) -> list[Import]:
        return [Import(*row) for row in self.imports]


def outline_of(path: str, language: str, extracted: Extracted) -> Outline:
    symbols, facts = extracted.symbols, extracted.facts
    naming = spec_of(language).naming
    rows, lines = _rows(symbols, extracted.own_text)
    named = facts.of_kinds(_EXTENDS, _IMPLEMENTS, _DECORATOR)
    marks = _marks(extracted, named)
    return Outline(
        path,
        language,
        _parted(extracted, methods=naming.bare_methods) if facts.blocks else rows,
        lines,
        facts.imports,
        _bases(extracted, named),
        extracted.owners,
        extracted.impls,
        _namespaces(extracted),
        _properties(naming, symbols, marks),
        _private(naming, extracted),
        _arities(naming, extracted),
        [around for _, around in facts.blocks],
        sorted(extracted.parameters.items()),
        _marked(naming.given_marks, marks),
        _bodies(naming, extracted, marks),
        _only_marked(naming, extracted),
        _untold(naming, extracted),
        _taken_in(naming, extracted),
    )


def _rows(symbols: list[Symbol], own_text: list[list[tuple[int, int]]]) -> tuple[list[Row], list[tuple[int, int]]]:
    """Symbols as outlines have them, and their lines."""
    compiled = quick()
    both: tuple[list[Row], list[tuple[int, int]]] = (compiled.outlined if compiled is not None else outlined)(
        symbols, own_text, _KIND_CODE
    )
    return both


def outlined(
    symbols: Sequence[Symbol], own_text: Sequence[list[tuple[int, int]]], codes: Mapping[Kind, int]
) -> tuple[list[Row], list[tuple[int, int]]]:
    """What `_rows` gives; `codes` are those of the kinds."""
    positions = _positions(symbols)
    return [
        (s.qualified_name, s.id, codes[s.kind], int(s.flags), positions[s.parent] if s.parent else 0) for s in symbols
    ], [(s.line, own[0][0] if own else s.span.end_byte) for s, own in zip(symbols, own_text, strict=True)]


def _positions(symbols: Sequence[Symbol]) -> dict[SymbolId, int]:
    return {symbol.id: position for position, symbol in enumerate(symbols)}


def _bases(extracted: Extracted, named: Named) -> list[tuple[int, str, bool, int]]:
    facts, count = extracted.facts, len(extracted.symbols)
    said = {line for _, _, line, _ in extracted.impls}
    return [
        (scope, facts.texts[text], code == _IMPLEMENTS, line)
        for code, text, line, _, inner in named
        if code != _DECORATOR
        and (scope := _symbol_around(inner, count, facts.blocks))
        and not (code == _IMPLEMENTS and line in said)  # a scope says whose that is: not what is around
    ]


def _symbol_around(scope: int, count: int, blocks: Sequence[tuple[int, int]]) -> int:
    """The symbol that a scope is, or that the block stands in which it is."""
    while scope >= count:
        scope = blocks[scope - count][1]
    return scope


def block_name(number: int) -> str:
    """What a block is called in qualified names: nothing that is written is called so."""
    return f"<{number}>"


def with_blocks(outline: Outline) -> list[Row]:
    """The rows of symbols and, behind them, those of blocks: each is the function around it but for its name."""
    rows = list(outline.symbols)
    for number, around in enumerate(outline.blocks):
        _, identity, _, flags, _ = rows[around]
        rows.append((block_name(number), identity, _KIND_CODE[Kind.FUNCTION], flags, around))
    return rows


def _parted(extracted: Extracted, *, methods: bool) -> list[Row]:
    """The rows of symbols some of which stand in blocks; a symbol comes after the one that encloses it.

    What a block has and nothing else is called so is known outside by its name; not `methods`, where bare names find
    these.
    """
    rows: list[Row] = []
    symbols = extracted.symbols
    positions = _positions(symbols)
    times = Counter(symbol.qualified_name for symbol in symbols)
    for position, symbol in enumerate(symbols):
        parent = positions[symbol.parent] if symbol.parent else 0
        name, number = symbol.qualified_name, extracted.inside.get(position)
        if number is not None and (times[name] > 1 or (methods and symbol.kind is Kind.METHOD)):
            name = f"{block_name(number)}.{symbol.name}"
        elif parent and rows[parent][0] != symbols[parent].qualified_name:
            name = f"{rows[parent][0]}.{symbol.name}"
        if number is not None:
            parent = len(symbols) + number
        rows.append((name, symbol.id, _KIND_CODE[symbol.kind], int(symbol.flags), parent))
    return rows


def _namespaces(extracted: Extracted) -> list[str]:
    """The namespaces a file declares, and the nameless one where a definition stands beside them."""
    spans = extracted.facts.namespaces
    top = extracted.symbols[0].id
    starts = [symbol.span.start_byte for symbol in extracted.symbols[1:] if symbol.parent == top] if spans else []
    beside = any(all(not begin <= start < end for _, begin, end in spans) for start in starts)
    return [*(name for name, _, _ in spans), *([""] if beside else [])]


def _private(naming: Naming, extracted: Extracted) -> list[int]:
    if not naming.private_signature:
        return []
    says = re.compile(naming.private_signature).search
    return [position for position, symbol in enumerate(extracted.symbols) if says(symbol.signature)]


def _only_marked(naming: Naming, extracted: Extracted) -> list[int]:
    if not naming.marked_signature:
        return []
    says = re.compile(naming.marked_signature).search
    marked = [position for position, symbol in enumerate(extracted.symbols) if says(symbol.signature)]
    apart = set(marked)
    others = {symbol.qualified_name for position, symbol in enumerate(extracted.symbols) if position not in apart}
    return [position for position in marked if extracted.symbols[position].qualified_name not in others]


def _taken_in(naming: Naming, extracted: Extracted) -> list[str]:
    if not naming.open_constants:
        return []
    facts = extracted.facts
    said = [text for _, text, _, _, scope in facts.of_kinds(_IMPLEMENTS) if scope == 0]
    return [facts.texts[text].strip(":").replace("::", ".") for text in said]


def _arities(naming: Naming, extracted: Extracted) -> list[tuple[int, int]]:
    if not naming.arities:
        return []
    found = []
    for position, symbol in enumerate(extracted.symbols):
        if (symbol.kind in TYPE_KINDS or symbol.kind in _CALLABLE) and (taken := _taken(symbol)):
            found.append((position, taken.count(",") + 1))
    return found


def _untold(naming: Naming, extracted: Extracted) -> list[int]:
    if not naming.arities:
        return []
    found = []
    for position, symbol in enumerate(extracted.symbols):
        if symbol.kind in _CALLABLE and (taken := _taken(symbol)):
            told = set(re.findall(r"\w+", extracted.parameters.get(position, "")))
            if not told.issuperset(name.rpartition(" ")[2] for name in map(str.strip, taken.split(","))):
                found.append(position)
    return found


def _taken(symbol: Symbol) -> str:
    """The type parameters that a signature writes behind the name."""
    if "<" not in symbol.signature:
        return ""
    found = re.search(rf"\s{re.escape(symbol.name)}\b\s*(?:<([^<>]*)>)?", symbol.signature)
    return found[1] or "" if found is not None else ""


def _properties(naming: Naming, symbols: Sequence[Symbol], marks: Marks) -> list[int]:
    found: set[int] = set()
    if naming.property_signature:
        reads = re.compile(naming.property_signature).search
        found.update(at for at, one in enumerate(symbols) if one.kind is Kind.METHOD and reads(one.signature))
    found.update(at for at in _marked(naming.property_marks, marks) if symbols[at].kind is Kind.METHOD)
    return sorted(found)


def _bodies(naming: Naming, extracted: Extracted, marks: Marks) -> dict[int, int]:
    marked = frozenset(_marked(naming.overload_marks, marks))
    if not marked and not naming.bare_overloads:
        return {}
    found: dict[int, int] = {}
    beneath: dict[tuple[SymbolId | None, str], int] = {}
    for position in range(len(extracted.symbols) - 1, 0, -1):
        symbol = extracted.symbols[position]
        if symbol.kind not in _CALLABLE:
            continue
        named = symbol.parent, symbol.name
        if position not in marked and not (naming.bare_overloads and not extracted.own_text[position]):
            beneath[named] = position
        elif named in beneath:
            found[position] = beneath[named]
    return found


def _marks(extracted: Extracted, named: Named) -> Marks:
    """What decorates what, by the last name of the first and the position of the second."""
    texts = extracted.facts.texts
    return [(texts[text].rpartition(".")[2], scope) for code, text, _, _, scope in named if code == _DECORATOR]


def _marked(wanted: frozenset[str], marks: Marks) -> list[int]:
    """Positions of what is decorated by one of these."""
    return sorted({position for name, position in marks if name in wanted}) if marks else []


def encode(outline: Outline) -> bytes:
    return msgspec.msgpack.encode(outline)


def decode(blob: bytes) -> Outline:
    return msgspec.msgpack.decode(blob, type=Outline)
