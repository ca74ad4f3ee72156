"""What does each file define and mention? `extract` answers from the bytes of one file, with no look at any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seedwalk.extract.bindings import bindings_of
from seedwalk.extract.blocks import blocks_of
from seedwalk.extract.captures import Captures
from seedwalk.extract.definitions import Placed, module_symbol, parameter_types, place
from seedwalk.extract.docs import Docs
from seedwalk.extract.grammar import MAX_TREE_DEPTH, Grammar, grammar_for
from seedwalk.extract.literals import read_literals
from seedwalk.extract.matches import Match, Sought
from seedwalk.extract.places import LineMap, ScopeMap, own_text, reference_rows
from seedwalk.extract.plain import READERS, read_plain
from seedwalk.extract.references import FoundReferences, numbers_of, read_references
from seedwalk.extract.symbols import Defined, symbols_of
from seedwalk.facts import PASSED, Extracted, Facts, Texts, ref_code
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import Flags, RefKind

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Extracted", "Facts", "extract"]

_CALLING = frozenset(map(ref_code, (RefKind.CALL, RefKind.NEW)))
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""What `surrogateescape` makes of a byte that is no UTF-8."""
_ASKED_IN_VAIN = (UnicodeDecodeError, SystemError)
"""What is raised where a predicate of the query asks for a text that is none: tree-sitter goes on asking, and where it
asks Python again before it tells of the first, that is an error of another name."""


def _read(grammar: Grammar, source: bytes) -> tuple[Node, Captures]:
    """The tree of a file, and what its query finds in it."""
    try:
        root, matches = _matched(grammar, source)
    except _ASKED_IN_VAIN:
        root, matches = _matched(grammar, _legible(source))
    return root, Captures(grammar, source, matches)


def _matched(grammar: Grammar, source: bytes) -> tuple[Node, list[Match] | Sought]:
    """The tree of a file, and what its query matches in it: as tree-sitter says where the compiled part cannot."""
    own = grammar.own
    if own is not None:
        root, text = _tree(grammar, source, lambda text: own.parse(text) or grammar.parse(text))
        found = root if _is_own(root) else own.copied(root, text)
        if own.finds(found):
            return found, Sought(own.patterns, found)
    if own is None or _is_own(root):
        root, _ = _tree(grammar, source, grammar.parse)
    return root, grammar.cursor.matches(root)


def _is_own(root: Any) -> bool:
    """Whether a tree is of the compiled part: it has no levels too deep to be looked at."""
    return not hasattr(root, "walk")


def _tree(grammar: Grammar, source: bytes, parse: Callable[[bytes], Any]) -> tuple[Any, bytes]:
    """The tree of a file, as the language puts it where its grammar falls short, and what it is the tree of."""
    source = grammar.code(source) if grammar.code is not None else source
    root = parse(source)
    legible = source if grammar.spec.legible is None else grammar.spec.legible(source, root, parse)
    return (root if legible == source else parse(legible)), legible


def _legible(source: bytes) -> bytes:
    """Every byte that is no UTF-8 as another, one for one, so that places stay; names are read from the file itself."""
    return _NO_TEXT.sub("_", source.decode("utf-8", "surrogateescape")).encode()


def extract(path: str, language: str, source: bytes, flags: Flags = Flags.NONE) -> Extracted:
    """Parse a file, read its query's matches, and build symbols and facts. Never raises for what the file says."""
    if language in READERS:
        return read_plain(path, language, source, flags)
    grammar = grammar_for(language, path, source)
    root, captures = _read(grammar, source)
    placed = place(captures.definitions, source, grammar.spec)
    scopes = ScopeMap(placed)
    blocks = blocks_of(root, placed, grammar.spec.nameless, methods=grammar.spec.naming.bare_methods)
    parted = ScopeMap(placed, blocks) if blocks else scopes
    docs = Docs(captures, placed, scopes)
    lines = LineMap(source)
    module = module_symbol(path, source, lines.last, grammar.spec, flags, docs.of_module)
    defined = Defined(source, placed, docs.text, captures.test_spans)
    symbols = [module, *symbols_of(defined, lines, module)]
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
    if _is_own(root):
        return troubles
    middle = root.walk()
    middle.goto_descendant(root.descendant_count // 2)  # a file that goes too deep does so for most of its length
    if middle.depth > MAX_TREE_DEPTH:
        troubles.append(f"what is nested more than {MAX_TREE_DEPTH} levels deep was not read")
    return troubles


def _facts(captures: Captures, placed: list[Placed], root: Node, scopes: ScopeMap, lines: LineMap) -> Facts:
    texts = Texts()
    found = read_references(
        captures.references, captures.source, texts, arities=captures.spec.naming.arities
    )
    packed = reference_rows(found, lines, scopes)
    literals = read_literals(captures, root, texts.listed(), packed, scopes, lines)
    passed = _passed(captures, found, texts) if captures.arguments else b""
    bindings = bindings_of(captures, placed, texts, lines, scopes)
    return Facts(
        texts.listed(), packed, captures.imports, bindings, captures.namespaces, literals,
        blocks=scopes.blocks, passed=passed,
    )  # fmt: skip


def _passed(captures: Captures, found: FoundReferences, texts: Texts) -> bytes:
    """What each reference is called with, as the facts hold it."""
    numbers = np.zeros(len(found.kind), PASSED)
    for row, (code, byte) in enumerate(zip(found.kind, numbers_of(found.byte).tolist(), strict=True)):
        told = captures.arguments.get(byte) if code in _CALLING else None
        if told is not None:
            numbers[row] = texts.number(told) + 1
    return numbers.tobytes()
