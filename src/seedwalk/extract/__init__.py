"""What does each file define and mention? `extract` answers from the bytes of one file, with no look at any other."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from tree_sitter import Node, QueryCursor

from seedwalk.extract.blocks import blocks_of
from seedwalk.extract.captures import Captures
from seedwalk.extract.definitions import (
    Placed,
    body_hash,
    is_mock,
    module_symbol,
    parameter_types,
    place,
    signature_of,
    symbol_id,
)
from seedwalk.extract.docs import Docs
from seedwalk.extract.grammar import Grammar, grammar_for
from seedwalk.extract.lasting import Declared, lasting
from seedwalk.extract.literals import read_literals
from seedwalk.extract.places import LineMap, ScopeMap, own_text
from seedwalk.extract.plain import READERS, read_plain
from seedwalk.extract.references import FoundReferences, read_references
from seedwalk.facts import PASSED, REFERENCE, Extracted, Facts, Texts, ref_code
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import TYPE_KINDS, Flags, RefKind, Span, Symbol, SymbolId

__all__ = ["Extracted", "Facts", "extract"]

MAX_TREE_DEPTH = 1_000
"""Levels of syntax looked at: matching costs the square of the depth, and code by hand stays below a hundred."""

_MARKS = "*&23"
"""What may stand before the first name of a value."""
_CALLING = frozenset(map(ref_code, (RefKind.CALL, RefKind.NEW)))
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""What `surrogateescape` makes of a byte that is no UTF-8."""


def _matched(grammar: Grammar, source: bytes) -> tuple[Node, list[tuple[int, dict[str, list[Node]]]]]:
    """The tree of a file, and what its query matches in it."""
    root = _tree(grammar, source)
    cursor = QueryCursor(grammar.query)
    cursor.set_max_start_depth(MAX_TREE_DEPTH)
    try:
        return root, cursor.matches(root)
    except UnicodeDecodeError:  # a predicate of the query asks for a text that is none
        return _matched(grammar, _legible(source))


def _tree(grammar: Grammar, source: bytes) -> Node:
    """The tree of a file, as the language puts it where its grammar falls short."""

    def parse(text: bytes) -> Node:
        return grammar.parser.parse(text).root_node

    source = grammar.code(source) if grammar.code is not None else source
    root = parse(source)
    if grammar.spec.legible is None:
        return root
    legible = grammar.spec.legible(source, root, parse)
    return root if legible == source else parse(legible)


def _legible(source: bytes) -> bytes:
    """Every byte that is no UTF-8 as another, one for one, so that places stay; names are read from the file itself."""
    return _NO_TEXT.sub("_", source.decode("utf-8", "surrogateescape")).encode()


def extract(path: str, language: str, source: bytes, flags: Flags = Flags.NONE) -> Extracted:
    """Parse a file, read its query's matches, and build symbols and facts. Never raises for what the file says."""
    if language in READERS:
        return read_plain(path, language, source, flags)
    grammar = grammar_for(language, path, source)
    root, matches = _matched(grammar, source)
    captures = Captures(grammar, source, matches)
    placed = place(captures.definitions, source, grammar.spec)
    scopes = ScopeMap(placed)
    blocks = blocks_of(root, placed, grammar.spec.nameless, methods=grammar.spec.naming.bare_methods)
    parted = ScopeMap(placed, blocks) if blocks else scopes
    docs = Docs(captures, placed, scopes)
    lines = LineMap(source)
    module = module_symbol(path, source, lines.last, grammar.spec, flags, docs.of_module)
    symbols = [module, *_symbols(path, captures, placed, docs, lines, module)]
    facts = _facts(captures, placed, root, parted, lines)
    owners = [(position, item.owner) for position, item in enumerate(placed, 1) if item.owner]
    scoped = [raw for raw in captures.definitions if raw.scope_trait]
    starts = [raw.name_start for raw in scoped]
    impls = [
        (raw.scope_name, raw.scope_trait, line, around)
        for raw, line, around in zip(scoped, lines.at(starts), scopes.at(starts), strict=True)
    ]
    own = own_text(placed, len(source), docs.spans)
    return Extracted(
        symbols, own, facts, owners, impls, _troubles(root), parted.inside, _parameters(placed, grammar.spec)
    )


def _parameters(placed: Sequence[Placed], spec: LanguageSpec) -> dict[int, str]:
    """By position, the types of the parameters of each callable that has a list of them, where overloads are chosen.

    Where types have methods of their own, what these are defined on.
    """
    if spec.naming.singletons:
        return {position: item.raw.params for position, item in enumerate(placed, 1) if item.raw.params}
    if spec.argument_shape is None:
        return {}
    read = spec.parameters or parameter_types
    return {position: read(item.raw.params) for position, item in enumerate(placed, 1) if item.raw.params}


def _troubles(root: Node) -> list[str]:
    """What of the file could not be read, in words."""
    troubles = ["the grammar could not read parts of it"] if root.has_error else []
    middle = root.walk()
    middle.goto_descendant(root.descendant_count // 2)  # a file that goes too deep does so for most of its length
    if middle.depth > MAX_TREE_DEPTH:
        troubles.append(f"what is nested more than {MAX_TREE_DEPTH} levels deep was not read")
    return troubles


def _facts(captures: Captures, placed: Sequence[Placed], root: Node, scopes: ScopeMap, lines: LineMap) -> Facts:
    texts = Texts()
    found = read_references(
        captures.references, captures.source, texts, arities=captures.spec.naming.arities
    )
    rows = np.empty(len(found.kind), REFERENCE)
    rows["kind"], rows["text"], rows["byte"] = found.kind, found.text, found.byte
    rows["line"], rows["scope"] = lines.of(found.byte), scopes.of(found.start)
    literals = read_literals(captures, root, texts.listed(), rows, scopes, lines)
    passed = _passed(captures, found, texts) if captures.arguments else b""
    starts = [row[0] for row in captures.bindings]
    ends = [row[4] for row in captures.bindings]
    around = scopes.at(starts)
    if captures.blocks and starts:
        starts, ends = _held(captures, placed, around)
    told_at = lines.at(starts) if captures.blocks else _told_at(captures, lines)
    known, number = texts.numbers, texts.numbers.setdefault  # `texts.number` without its call: a third of a million
    bindings = [
        (
            number(name, len(known)), number(declared, len(known)), number(value, len(known)),
            line, scope, until if end else 0,
        )
        for (_, name, declared, value, _, _), end, line, scope, until in zip(
            captures.bindings, ends, told_at, around, lines.at(ends), strict=True
        )
    ]  # fmt: skip
    return Facts(
        texts.listed(), rows.tobytes(), captures.imports, bindings, captures.namespaces, literals,
        blocks=scopes.blocks, passed=passed,
    )  # fmt: skip


def _told_at(captures: Captures, lines: LineMap) -> list[int]:
    """From which line on each binding holds; one made of what its name meant before, from the line behind it on."""
    own = [_is_own(name, value) for _, name, _, value, _, _ in captures.bindings]
    starts = [told if again else start for (start, _, _, _, _, told), again in zip(captures.bindings, own, strict=True)]
    return [line + again for line, again in zip(lines.at(starts), own, strict=True)]


def _is_own(name: str, value: str) -> bool:
    """Whether a value begins with the name that it is given to."""
    return bool(value) and value.lstrip(_MARKS).startswith((f"{name}.", f"{name}("))


def _held(captures: Captures, placed: Sequence[Placed], around: Sequence[int]) -> tuple[list[int], list[int]]:
    """Where each binding begins and ends to hold, in a language with blocks."""
    outside = {item.name for item in placed if not item.parent} | {alias for _, _, alias, _, _ in captures.imports}
    declared = [
        Declared(start, end, told, (scope, name), _is_own(name, value))
        for (start, name, _, value, end, told), scope in zip(captures.bindings, around, strict=True)
    ]
    types = {position for position, item in enumerate(placed, 1) if item.kind in TYPE_KINDS}
    held = lasting(captures.source, declared, captures.blocks, outside, types)
    return [start for start, _ in held], [end for _, end in held]


def _passed(captures: Captures, found: FoundReferences, texts: Texts) -> bytes:
    """What each reference is called with, as the facts hold it."""
    numbers = np.zeros(len(found.kind), PASSED)
    for row, (code, byte) in enumerate(zip(found.kind.tolist(), found.byte.tolist(), strict=True)):
        told = captures.arguments.get(byte) if code in _CALLING else None
        if told is not None:
            numbers[row] = texts.number(told) + 1
    return numbers.tobytes()


def _symbols(
    path: str, captures: Captures, placed: Sequence[Placed], docs: Docs, lines: LineMap, module: Symbol
) -> list[Symbol]:
    source = captures.source
    symbols: list[Symbol] = []
    ids = [module.id, *_identities(path, placed, module)]
    mocks = [False, *(is_mock(item.name) for item in placed)]
    starts = lines.at([item.raw.start for item in placed])
    ends = lines.at([max(item.raw.start, item.raw.end - 1) for item in placed])
    names = lines.at([item.raw.name_start for item in placed])
    plain, mocked, testing = module.flags, module.flags | Flags.MOCK, module.flags | Flags.TEST
    for position, item in enumerate(placed):
        raw = item.raw
        mocks[position + 1] |= mocks[item.parent]
        flags = mocked if mocks[position + 1] else plain
        if captures.test_spans and any(start <= raw.start < end for start, end in captures.test_spans):
            flags = flags | testing
        symbols.append(
            Symbol(
                ids[position + 1], item.kind, item.name, item.qualified, path,
                Span(starts[position], ends[position], raw.start, raw.end), names[position],
                signature_of(source, raw), docs.text[position], flags,
                body_hash(source, raw.start, raw.end, raw.name_start, raw.name_end),
                ids[item.parent],
            )  # fmt: skip
        )
    return symbols


def _identities(path: str, placed: Sequence[Placed], module: Symbol) -> list[SymbolId]:
    """Ids in order; several definitions of one name and kind are told apart by trait or parameter types, then count."""
    seen = {(module.qualified_name, module.kind, ""): 0}
    ids: list[SymbolId] = []
    for item in placed:
        discriminator = item.trait or (parameter_types(item.raw.params) if item.raw.params else "")
        key = (item.qualified, item.kind, discriminator)
        ordinal = seen[key] = seen.get(key, -1) + 1
        ids.append(symbol_id(path, item.qualified, item.kind, discriminator, ordinal))
    return ids
