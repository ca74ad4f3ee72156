"""What a file says of the world outside it: the arguments of the calls and words that `languages/world` names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seedwalk.compiled import quick
from seedwalk.extract.arguments import MAX_ARGUMENTS, read_arguments
from seedwalk.extract.captures import Captures
from seedwalk.extract.places import LineMap, ScopeMap
from seedwalk.facts import NO_REFERENCE, REFERENCE, Argument, ArgumentForm, Literal, ref_code
from seedwalk.languages import family_of
from seedwalk.languages.world import Rule, World, world_of
from seedwalk.languages.world.literals import NAME, SHAPES, below, compiled, dotted, first_letters, may_apply

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_LITERALS = 2_000
"""In one file; a generated table of ten thousand routes says no more than its first two thousand."""
_SHAPES = {ref_code(kind): shape for kind, shape in SHAPES.items()}
_SHAPED = bytes(code in _SHAPES for code in range(1 << 8))
"""By a reference's kind, whether rules may be about it."""
_FIRST = re.compile(rb"(?:\(|[ \t]+)\s*[A-Za-z$@]{0,2}[\"'`]([^\"'`])")
"""The first letter of the first argument, when that is a string."""
_NO_STRING = re.compile(rb"\(\s*(?:[\w.]+\s*[,)]|\))")
"""The first argument is a name, or there is none."""
_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_WRITTEN = re.compile(rb"\s*=(?![=~>])")
_REMOVED = re.compile(r"\b(?:del|delete)\s+[\w.]*$")
_BLOCK = re.compile(rb"\s*(?:do\b|\{)")
METHODS = "methods"
_BEFORE = 200
"""Bytes before some words that are looked at."""
_NOT_CODE = ("string", "comment", "heredoc", "template", "regex")
"""Parts of the names grammars give to what is text rather than code."""


def read_literals(
    captures: Captures, root: Node, texts: list[str], rows: bytes, scopes: ScopeMap, lines: LineMap
) -> list[Literal]:
    """Calls whose names matter with their arguments, then expressions found by their words; `rows` are REFERENCEs."""
    source, world = captures.source, world_of(family_of(captures.spec.name))
    marked = _marked(world, texts, captures.imports)
    found: list[Literal] = []
    if marked:
        about = part.rows_about if (part := quick()) is not None else rows_about
        for kind, text, line, byte, scope in about(rows, marked, len(texts), _SHAPED, MAX_LITERALS):
            last, size, about_it = marked[text]
            after = byte + size
            rules = _possible(about_it, kind, source, after)
            if not rules and last not in world.beside:
                continue
            read = read_arguments(source, after, world.syntax, _needed(rules, world))
            end = _extent(root, byte, after) if last in world.nesting else byte
            block = world.syntax.bare_calls and _BLOCK.match(source, read.end) is not None
            arguments = [*read.arguments, *_trailing(source, read.end, world)]
            literal = Literal(texts[text], kind, line, scope, byte, end, block, arguments)
            if last in world.beside or any(may_apply(rule, literal) for rule in rules):
                found.append(literal)
    for words in world.words:
        found.extend(_expressions(source, root, words, world, scopes, lines))
    return found


def rows_about(
    rows: bytes, marked: dict[int, _Marked], texts: int, kinds: bytes, most: int
) -> list[tuple[int, int, int, int, int]]:
    """The first references of marked texts, of so many, and of kinds that are not 0 there."""
    found, named = np.frombuffer(rows, REFERENCE), np.zeros(texts, bool)
    named[list(marked)] = True
    wanted = found[named[found["text"]] & (np.frombuffer(kinds, np.uint8)[found["kind"]] > 0)]
    about: list[tuple[int, int, int, int, int]] = wanted[:most].tolist()
    return about


def _possible(rules: tuple[Rule, ...], kind: int, source: bytes, after: int) -> list[Rule]:
    """The rules about this sort of reference that its first string allows; a look at one letter spares most scans."""
    shape = _SHAPES[kind]
    first = _FIRST.match(source, after)
    letter = first.group(1) if first else b"" if _NO_STRING.match(source, after) else None
    return [
        rule
        for rule in rules
        if rule.shape is shape and (letter is None or (letters := first_letters(rule)) is None or letter in letters)
    ]


def _needed(rules: list[Rule], world: World) -> int:
    """How many arguments are worth reading: one, where nothing but the first string is asked for."""
    whole = world.syntax.trailing is not None or world.syntax.bare_calls
    one = not whole and all(first_letters(rule) is not None and not (rule.methods or rule.handler) for rule in rules)
    return 1 if one and all(rule.needs < 2 and len(rule.subject) == 1 for rule in rules) else MAX_ARGUMENTS


class _Marked(NamedTuple):
    """A text that rules are about."""

    last: str
    """Its last name, and how many bytes that has."""
    size: int
    rules: tuple[Rule, ...]


def _marked(world: World, texts: list[str], imports: list[tuple[str, str, str, int, bool]]) -> dict[int, _Marked]:
    """The texts some rule is about, with the rules; one that needs an import the file has not is left out."""
    modules: list[str] = []
    imported: dict[Rule, bool] = {}

    def allowed(rule: Rule, text: str) -> bool:
        if rule.callee and not compiled(rule.callee).search(text):
            return False
        if not rule.imported or rule.roots or rule.receivers or NAME in rule.imported[0]:
            return True
        known = imported.get(rule)
        if known is None:
            modules.extend([] if modules else [dotted(f"{module}.{name}") for module, name, *_ in imports])
            known = imported[rule] = any(below(module, rule.imported) for module in modules)
        return known

    marked: dict[int, _Marked] = {}
    named = part.named_texts if (part := quick()) is not None else named_texts
    for number, last in named(texts, world.exact, world.endings):
        rules = tuple(rule for rule in world.named(last) if allowed(rule, texts[number]))
        if rules or last in world.beside:
            marked[number] = _Marked(last, len(last.encode()), rules)
    return marked


def named_texts(
    texts: list[str], exact: dict[str, tuple[Rule, ...]], endings: tuple[str, ...]
) -> list[tuple[int, str]]:
    """The number and the last name of each text whose last name is one of these, or ends like one."""
    found = []
    for number, text in enumerate(texts):
        last = text.rpartition(".")[2].rpartition(":")[2]
        if last in exact or last.endswith(endings):
            found.append((number, last))
    return found


def _trailing(source: bytes, end: int, world: World) -> list[Argument]:
    """What a call on this call's result says of its methods."""
    called = world.syntax.trailing.match(source, end) if world.syntax.trailing else None
    if called is None:
        return []
    told = read_arguments(source, called.end(), world.syntax).arguments
    return [Argument(METHODS, ArgumentForm.LIST, [text for one in told for text in one.texts])]


def _extent(root: Node, start: int, after: int) -> int:
    """Where the call ends whose callee's last name stands here."""
    node: Node | None = root.descendant_for_byte_range(start, after)
    while node is not None and node.end_byte <= after:
        node = node.parent
    return node.end_byte if node is not None else after


def _expressions(
    source: bytes, root: Node, words: str, world: World, scopes: ScopeMap, lines: LineMap
) -> Iterator[Literal]:
    mark, rules = words.encode(), world.words[words]
    at = source.find(mark)
    while at >= 0:
        after = at + len(mark)
        node = root.descendant_for_byte_range(at, at + 1)
        if node is not None and _is_code(node) and _preceded(source, at, rules, node):
            text, end = _worded(source, after, mark, world)
            if text and not _WRITTEN.match(source, end):
                argument = Argument("", ArgumentForm.STRING, [text])
                yield Literal(words, NO_REFERENCE, lines.at([at])[0], scopes.at([at])[0], at, at, False, [argument])
            after = end
        at = source.find(mark, after)


def _is_code(node: Node) -> bool:
    """Whether this is code rather than text; what a grammar misread inside of a text is text."""
    if any(part in node.type for part in _NOT_CODE):
        return False
    above = node.parent
    while above is not None and not (above.has_error and any(part in above.type for part in _NOT_CODE)):
        above = above.parent
    return above is None


def _preceded(source: bytes, at: int, rules: tuple[Rule, ...], node: Node) -> bool:
    """Whether what must stand before the words does, for one of the rules."""
    before = source[max(0, at - _BEFORE) : at].decode("utf-8", "replace")
    if _REMOVED.search(before):
        return False
    holder = node.parent.type if node.parent is not None else ""
    return any(
        (not rule.node or rule.node == holder) and (not rule.before or compiled(rule.before).search(before))
        for rule in rules
    )


def _worded(source: bytes, after: int, mark: bytes, world: World) -> tuple[str, int]:
    """What follows the words: the identifier behind a dot, the string behind a bracket, the text up to a quote."""
    last = mark[-1:]
    if last == b".":
        name = _IDENTIFIER.match(source, after)
        return (name.group().decode(), name.end()) if name else ("", after)
    if last in b"[(":
        read = read_arguments(source, after - 1, world.syntax)
        first = read.arguments[0] if read.arguments else None
        known = first is not None and first.form is ArgumentForm.STRING and not first.key
        return (first.texts[0] if known and first else ""), read.end
    end = source.find(last, after)
    return (source[after:end].decode("utf-8", "replace"), end + 1) if end >= 0 else ("", after)
