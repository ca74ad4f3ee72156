"""The matches of a file's query, read in order.

Most say something plain: here is a reference, a comment, a doc, an import, a name, maybe with a value or a type.
`read_matches` is the definition of how those are read, and who reads the others; where a compiled part was built
(docs/decisions/0012) its function of the same name does it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from seedwalk.compiled import quick
from seedwalk.extract.definitions import RawDefinition
from seedwalk.extract.expressions import MAX_NESTED
from seedwalk.extract.lasting import Nested
from seedwalk.extract.references import CODES, NUMBER
from seedwalk.facts import EACH, RETURN, Nodes
from seedwalk.model import Kind

RawBinding = tuple[int, str, str, str, int, int]
"""(start byte, name, type, value, last byte it holds at or 0, byte where the value ends or 0)"""
RawImport = tuple[str, str, str, int, bool]
"""(module, name, alias, line, whether others may import it from here)"""
Match = tuple[int, Nodes]
Take = Callable[[int, Nodes], None]
KINDS = {f"def.{kind.value}": kind for kind in Kind}
"""The kind that each capture of a definition names."""
VALUES = {"bind.value": "", "bind.each": EACH, "bind.second": "2", "bind.third": "3"}
"""Captures of values, with what stands before the expression: one of what it holds, or a further one of its results."""
UNSEEN = "_"
"""Begins the names of captures that only predicates look at."""


class Into(NamedTuple):
    """Where goes what is read."""

    kept: dict[str, list[tuple[int, int]]]
    """First byte and the one behind the last of nodes, by what these are captured under."""
    bindings: list[RawBinding]
    imports: list[RawImport]
    blocks: list[Nested]
    arguments: dict[int, str]
    """What calls are called with, by the byte of the callee's last name."""


class Asked(NamedTuple):
    """What is asked of texts and nodes."""

    chain: Callable[[str], str]
    """The chain of an expression,"""
    typed: Callable[[str], str]
    """a written type on one line,"""
    shaped: Callable[[Any], str]
    """what the node of a call's arguments says."""
    unnamed: bool = False
    """Whether a type in braces has no name."""
    values: dict[str, str] = VALUES
    block: type[Nested] = Nested


class Sought(NamedTuple):
    """The matches that the compiled part's query found last, in the tree of this root: none is made yet."""

    patterns: Any
    root: Any


class Defining(NamedTuple):
    """Where definitions go, and what is asked of them."""

    kinds: dict[str, Kind]
    """The kind that each capture of a definition names."""
    known: dict[int, tuple[int, RawDefinition]]
    """By the byte where its name begins, the pattern that told of a definition, and the definition."""
    found: list[RawDefinition]
    start: Callable[[Any], int] | None = None
    """Where a definition begins, where that is not its node's first byte."""
    made: type[RawDefinition] = RawDefinition


def read_matches(
    matches: list[Match], source: bytes, codes: dict[str, int], into: Into, asked: Asked, take: Take, defining: Defining
) -> bytes:
    """The references that matches plainly say, packed as (start byte, byte behind the end, code).

    What else is plainly said goes `into` its lists, and a definition of which nothing was known to `defining`. What is
    too long to be taken apart, and every other match, is handed to `take`.
    """
    plain = _Plain(source, codes, into, asked, array(NUMBER))
    for pattern, nodes in matches:
        read = _reader(tuple(nodes))
        if not ((read is not None and read(plain, nodes)) or _define(pattern, nodes, source, defining)):
            take(pattern, nodes)
    return plain.references.tobytes()


class _Plain(NamedTuple):
    """Reads matches that say something plain: each way to, whether it did."""

    source: bytes
    codes: dict[str, int]
    into: Into
    asked: Asked
    references: array[int]

    def refer(self, nodes: Nodes) -> bool:
        capture = next(name for name in nodes if name in self.codes)
        end = nodes["end"][0].end_byte if "end" in nodes else None
        for node in nodes[capture]:
            self.references.extend((node.start_byte, node.end_byte if end is None else end, self.codes[capture]))
        if "args" in nodes:
            last = nodes[capture if end is None else "end"][0]
            place = last.start_byte + self.source[last.start_byte : last.end_byte].rfind(b".") + 1
            self.into.arguments[place] = self.asked.shaped(nodes["args"][0])
        return True

    def keep(self, nodes: Nodes) -> bool:
        for name, to in self.into.kept.items():
            to.extend((node.start_byte, node.end_byte) for node in nodes.get(name, ()))
        return True

    def bring(self, nodes: Nodes) -> bool:
        self.into.imports.append(import_of(nodes, self.source))
        return True

    def bind(self, nodes: Nodes) -> bool:
        name, within = nodes["bind.name"][0], nodes.get("bind.within")
        capture = next((name for name in nodes if name in VALUES), "")
        value = nodes[capture][0] if capture else None
        written = text_of(nodes, "bind.type", self.source)
        if not _is_short(name) or not (value is None or _is_short(value)) or not self._is_named(written):
            return False
        told = (VALUES[capture] + self._chain(value), value.end_byte) if value is not None else ("", 0)
        bounds = (within[0].start_byte, within[0].end_byte - 1) if within is not None else (name.start_byte, 0)
        declared = self.asked.typed(written) if "bind.type" in nodes else ""
        self.into.bindings.append((bounds[0], self._chain(name), declared, told[0], bounds[1], told[1]))
        return True

    def give_back(self, nodes: Nodes) -> bool:
        node = nodes["bind.returned"][0]
        if _is_short(node):
            self.into.bindings.append((node.start_byte, RETURN, "", self._chain(node), 0, 0))
        return _is_short(node)

    def give(self, nodes: Nodes) -> bool:
        node, written = nodes["bind.return"][0], text_of(nodes, "bind.return", self.source)
        if self._is_named(written):
            self.into.bindings.append((node.start_byte, RETURN, self.asked.typed(written), "", 0, 0))
        return self._is_named(written)

    def part(self, nodes: Nodes) -> bool:
        node, body = nodes["block"][0], nodes.get("block.body")
        within = body[0].start_byte if body is not None else 0
        self.into.blocks.append(self.asked.block(node.start_byte, node.end_byte, within))
        return True

    def _chain(self, node: Any) -> str:
        return self.asked.chain(self.source[node.start_byte : node.end_byte].decode("utf-8", "replace"))

    def _is_named(self, written: str) -> bool:
        return not (self.asked.unnamed and "{" in written)


_Read = Callable[[_Plain, Nodes], bool]
_IMPORTING = frozenset({"import.alias", "import.module", "import.name", "import.reexport", "import.wildcard"})
_NOTHING: frozenset[str] = frozenset()
_READERS: tuple[tuple[_Read, frozenset[str], frozenset[str]], ...] = (
    (_Plain.refer, frozenset(CODES), frozenset({"end", "args"})),
    (_Plain.keep, frozenset({"comment", "doc"}), _NOTHING),
    (_Plain.bind, frozenset({"bind.name"}), frozenset({*VALUES, "bind.type", "bind.within"})),
    (_Plain.give_back, frozenset({"bind.returned"}), _NOTHING),
    (_Plain.give, frozenset({"bind.return"}), _NOTHING),
    (_Plain.part, frozenset({"block"}), frozenset({"block.body"})),
)
"""Who reads what is captured under one of these names, with what may stand beside it."""


@cache
def _reader(names: tuple[str, ...]) -> _Read | None:
    """Who reads a match that captures under these names, if it is plain."""
    said = {name for name in names if not name.startswith(UNSEEN)}
    if said and said <= _IMPORTING:
        return _Plain.bring
    if len(said & VALUES.keys()) > 1:
        return None
    return next((read for read, one, beside in _READERS if len(said & one) == 1 and said <= one | beside), None)


def import_of(nodes: Nodes, source: bytes) -> RawImport:
    """What an import names, on the line where the first capture of it by name stands."""
    anchor = nodes[min(name for name in nodes if name in _IMPORTING)][0]
    name = "*" if "import.wildcard" in nodes else text_of(nodes, "import.name", source)
    return (
        text_of(nodes, "import.module", source).strip("\"'`<>"), name, text_of(nodes, "import.alias", source),
        source.count(b"\n", 0, anchor.start_byte) + 1, "import.reexport" in nodes,
    )  # fmt: skip


def text_of(nodes: Nodes, capture: str, source: bytes) -> str:
    """What stands first under a capture; nothing where that is not there."""
    found = nodes.get(capture)
    return source[found[0].start_byte : found[0].end_byte].decode("utf-8", "replace") if found else ""


def _define(pattern: int, nodes: Nodes, source: bytes, defining: Defining) -> bool:
    """Whether a match tells of one definition whose name nothing was known of; then it is."""
    captures = [name for name in nodes if name in defining.kinds]
    if len(captures) != 1 or "name" not in nodes or "owner" in nodes:
        return False
    node, name = nodes[captures[0]][0], nodes["name"][0]
    if name.start_byte in defining.known:
        return False
    body = nodes["body"][0] if "body" in nodes else node.child_by_field_name("body")
    params = nodes["params"][0] if "params" in nodes else None
    raw = defining.made(
        defining.kinds[captures[0]], name.start_byte, name.end_byte,
        node.start_byte if defining.start is None else defining.start(node), node.end_byte,
        body.start_byte if body is not None else node.end_byte, "", "in_type" in nodes,
        source[params.start_byte : params.end_byte].decode("utf-8", "replace") if params is not None else "",
    )  # fmt: skip
    defining.known[name.start_byte] = pattern, raw
    defining.found.append(raw)
    return True


def _is_short(node: Any) -> bool:
    short: bool = node.end_byte - node.start_byte <= MAX_NESTED
    return short


def read_plainly(
    matches: list[Match] | Sought, source: bytes, into: Into, asked: Asked, take: Take, defining: Defining
) -> bytes:
    """What `read_matches` says, by whoever says it sooner."""
    references: bytes
    if isinstance(matches, Sought):
        patterns, root = matches
        references = patterns.read(root, source, CODES, into, asked, take, defining)
        return references
    compiled = quick()
    reader = compiled.read_matches if compiled is not None else read_matches
    references = reader(matches, source, CODES, into, asked, take, defining)
    return references
