"""What does each file define and mention? `extract` answers from the bytes of one file, with no look at any other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from tree_sitter import QueryCursor

from seedwalk.extract.captures import Captures, pack_references
from seedwalk.extract.comments import comment_text, docstring_text
from seedwalk.extract.definitions import (
    MAX_DOC,
    Placed,
    body_hash,
    is_mock,
    module_symbol,
    parameter_types,
    place,
    signature_of,
    symbol_id,
)
from seedwalk.extract.grammar import Grammar, grammar_for
from seedwalk.extract.model import Extracted, Facts, Texts
from seedwalk.model import Flags, Kind, Span, Symbol, SymbolId

__all__ = ["Extracted", "Facts", "extract"]


def extract(path: str, language: str, source: bytes, flags: Flags = Flags.NONE) -> Extracted:
    """Parse a file, read its query's matches, and build symbols and facts. Never raises for what the file says."""
    grammar = grammar_for(language, "x" + path[path.rfind(".") :] if "." in path else "x")
    tree = grammar.parser.parse(source)
    root = tree.root_node
    captures = Captures(grammar, source, QueryCursor(grammar.query).matches(root))
    placed = place(captures.definitions, source, grammar.spec)
    docs = _Docs(captures, placed)
    last_line = source.count(b"\n") + (not source.endswith(b"\n"))
    module = module_symbol(path, source, last_line, grammar.spec, flags)
    symbols = [_with_doc(module, docs.of_module)]
    symbols += _symbols(path, source, grammar, captures, placed, docs, symbols[0], flags)
    starts = _scopes(placed, [start for start, *_ in captures.references])
    texts = Texts()
    references = pack_references(captures, starts, texts)
    bindings = [
        (texts.number(name), texts.number(typ), texts.number(value), line, scope)
        for (_, name, typ, value, line), scope in zip(
            captures.bindings, _scopes(placed, [start for start, *_ in captures.bindings]), strict=True
        )
    ]
    facts = Facts(texts.listed(), references, captures.imports, bindings, captures.namespaces)
    return Extracted(symbols, _own_text(placed, len(source), docs.spans), facts, root.has_error)


def _symbols(
    path: str, source: bytes, grammar: Grammar, captures: Captures, placed: Sequence[Placed], docs: _Docs,
    module: Symbol, flags: Flags,
) -> list[Symbol]:  # fmt: skip
    symbols: list[Symbol] = []
    seen: dict[tuple[str, Kind, str], int] = {}
    ids: list[SymbolId] = [module.id]
    mocks: list[bool] = [False]
    line_of = _Lines(source)
    for position, item in enumerate(placed):
        raw = item.raw
        discriminator = item.trait or (parameter_types(raw.params) if raw.params else "")
        ordinal = seen.get((item.qualified, item.kind, discriminator), 0)
        seen[item.qualified, item.kind, discriminator] = ordinal + 1
        identity = symbol_id(path, item.qualified, item.kind, discriminator, ordinal)
        ids.append(identity)
        mocks.append(mocks[item.parent] or is_mock(item.name))
        own_flags = flags | (Flags.MOCK if mocks[-1] else Flags.NONE)
        if captures.test_spans and any(start <= raw.start < end for start, end in captures.test_spans):
            own_flags |= Flags.TEST
        name_start, name_end = raw.name_node.start_byte, raw.name_node.end_byte
        symbols.append(
            Symbol(
                identity, item.kind, item.name, item.qualified, path,
                Span(line_of(raw.start), line_of(max(raw.start, raw.end - 1)), raw.start, raw.end),
                line_of(name_start),
                signature_of(source, raw), docs.text[position], own_flags,
                body_hash(source[raw.start : raw.end], name_start - raw.start, name_end - raw.start),
                ids[item.parent],
            )  # fmt: skip
        )
    return symbols


class _Lines:
    """Byte offset to line number, counted from 1."""

    __slots__ = ("starts",)

    def __init__(self, source: bytes) -> None:
        self.starts = [0]
        position = source.find(b"\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = source.find(b"\n", position + 1)

    def __call__(self, byte: int) -> int:
        return bisect_right(self.starts, byte)


class _Docs:
    """Which prose documents which definition: the docstring inside it, else the comments right above it."""

    __slots__ = ("of_module", "spans", "text")

    def __init__(self, captures: Captures, placed: Sequence[Placed]) -> None:
        self.text = [""] * len(placed)
        self.of_module = ""
        self.spans: list[tuple[int, int]] = []
        for node, scope in zip(captures.docs, _scopes(placed, [d.start_byte for d in captures.docs]), strict=True):
            text = docstring_text(captures.text(node))[:MAX_DOC]
            if scope == 0:
                self.of_module = self.of_module or text
            elif not self.text[scope - 1]:
                self.text[scope - 1] = text
            self.spans.append((node.start_byte, node.end_byte))
        if captures.comments:
            self._from_comments(captures, placed)

    def _from_comments(self, captures: Captures, placed: Sequence[Placed]) -> None:
        source = captures.source
        blocks = _comment_blocks(captures)
        used: set[int] = set()
        for position, item in enumerate(placed):
            line_start = source.rfind(b"\n", 0, item.raw.start) + 1
            above = blocks.get(line_start)
            if above is None or self.text[position]:
                continue
            start, end = above
            if source[line_start : item.raw.start].strip() not in _BEFORE_NAME:
                continue
            self.text[position] = comment_text(source[start:end].decode("utf-8", "replace"))[:MAX_DOC]
            if start not in used:
                used.add(start)
                self.spans.append((start, end))
        first = min((block for block in blocks.values() if not source[: block[0]].strip()), default=None)
        if first is not None and not self.of_module and first[0] not in used:
            self.of_module = comment_text(source[first[0] : first[1]].decode("utf-8", "replace"))[:MAX_DOC]


_BEFORE_NAME = frozenset({b"", b"export", b"export default", b"declare", b"export declare", b"const", b"let", b"var",
    b"export const", b"export let", b"export var", b"pub", b"type", b"static", b"private", b"public", b"protected"})  # fmt: skip
"""What may stand between the start of a line and a definition that the comment above it still documents."""


def _comment_blocks(captures: Captures) -> dict[int, tuple[int, int]]:
    """Runs of comments that stand alone on their lines, by the byte where the line after them starts."""
    source = captures.source
    blocks: dict[int, tuple[int, int]] = {}
    for node in sorted(captures.comments, key=lambda node: node.start_byte):
        start, end = node.start_byte, node.end_byte
        line_start = source.rfind(b"\n", 0, start) + 1
        if source[line_start:start].strip():
            continue
        if source.endswith(b"\n", start, end):  # Rust's doc comments own their line break
            end -= 1
        line_end = source.find(b"\n", end)
        following = len(source) if line_end < 0 else line_end + 1
        above = blocks.pop(line_start, None)
        blocks[following] = (above[0] if above else start, end)
    return blocks


def _scopes(placed: Sequence[Placed], starts: Iterable[int]) -> list[int]:
    """For each byte the position of the innermost symbol around it, 0 for the module. Fields enclose nothing."""
    events: list[tuple[int, int, int]] = []  # byte, symbol position, end
    for position, item in enumerate(placed, 1):
        if item.kind not in (Kind.FIELD, Kind.CONSTANT):
            events.append((item.raw.start, position, item.raw.end))
    events.sort(key=lambda event: event[0])
    order = sorted(enumerate(starts), key=lambda pair: pair[1])
    scopes = [0] * len(order)
    stack: list[tuple[int, int]] = []
    upcoming = 0
    for index, start in order:
        while upcoming < len(events) and events[upcoming][0] <= start:
            begin, position, end = events[upcoming]
            while stack and stack[-1][0] <= begin:
                stack.pop()
            stack.append((end, position))
            upcoming += 1
        while stack and stack[-1][0] <= start:
            stack.pop()
        scopes[index] = stack[-1][1] if stack else 0
    return scopes


def _own_text(
    placed: Sequence[Placed], length: int, doc_spans: Sequence[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Each symbol's stretches of text that belong to no nested symbol, signature or doc."""
    cuts = sorted(doc_spans)
    own: list[list[tuple[int, int]]] = [[] for _ in range(len(placed) + 1)]
    stack: list[tuple[int, int]] = [(length, 0)]  # end, symbol position
    cursor = 0
    for position, item in enumerate(placed, 1):
        raw = item.raw
        while stack[-1][0] <= raw.start and len(stack) > 1:
            end, owner = stack.pop()
            _keep(own[owner], cursor, end, cuts)
            cursor = max(cursor, end)
        _keep(own[stack[-1][1]], cursor, raw.start, cuts)
        if item.kind in (Kind.FIELD, Kind.CONSTANT) and raw.signature_end >= raw.end:
            _keep(own[position], raw.start, raw.end, cuts)
            if raw.in_type:  # its assignment is also a line of the function it stands in
                cursor = max(cursor, raw.start)
                continue
            cursor = max(cursor, raw.end)
            continue
        cursor = max(cursor, min(raw.signature_end, raw.end))
        stack.append((raw.end, position))
    while stack:
        end, owner = stack.pop()
        _keep(own[owner], cursor, end, cuts)
        cursor = max(cursor, end)
    return own


def _keep(own: list[tuple[int, int]], start: int, end: int, cuts: Sequence[tuple[int, int]]) -> None:
    if start >= end:
        return
    position = bisect_right(cuts, (start, start)) if cuts else 0
    for cut_start, cut_end in cuts[max(0, position - 1) :]:
        if cut_start >= end:
            break
        if cut_end <= start:
            continue
        if cut_start > start:
            own.append((start, cut_start))
        start = max(start, cut_end)
    if start < end:
        own.append((start, end))


def _with_doc(module: Symbol, doc: str) -> Symbol:
    return Symbol(
        module.id, module.kind, module.name, module.qualified_name, module.path, module.span, module.line,
        module.signature, doc, module.flags, module.body_hash, module.parent,
    )  # fmt: skip
