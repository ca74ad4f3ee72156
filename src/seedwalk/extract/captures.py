"""Read the matches of a file's query into raw definitions, references, imports, bindings and comments, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from seedwalk.extract.definitions import RawDefinition
from seedwalk.extract.expressions import LONG, MAX_EXPRESSION, MAX_NESTED, chain, type_text
from seedwalk.extract.grammar import Grammar, Meaning, Role, meaning_of
from seedwalk.extract.lasting import Nested
from seedwalk.extract.matches import (
    KINDS,
    VALUES,
    Asked,
    Defining,
    Into,
    Match,
    RawBinding,
    RawImport,
    Sought,
    import_of,
    read_plainly,
    text_of,
)
from seedwalk.extract.references import CODES, packed
from seedwalk.facts import GIVES, HANDED, OBJECT, RETURN, TAKEN, UNNAMED, Nodes
from seedwalk.languages.passing import GENERIC, WRITTEN
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import Kind

FIRST = "0"
_START, _END = attrgetter("start"), attrgetter("end")
_GIVEN = (
    ("bind.return", RETURN), ("bind.return2", f"{RETURN}2"), ("bind.return3", f"{RETURN}3"), ("bind.gives", GIVES),
    ("bind.first", FIRST),
)  # fmt: skip
"""Captures of types that something gives, and the name that stands for that."""


class Captures:
    """Everything the query found in one file, by role."""

    __slots__ = (
        "_by_name", "_numbers", "_passed", "_referred", "arguments", "bindings", "blocks", "comments",
        "definitions", "docs", "imports", "namespaces", "references", "source", "spec", "test_spans",
    )  # fmt: skip

    def __init__(self, grammar: Grammar, source: bytes, matches: list[Match] | Sought) -> None:
        self.source = source
        self.spec: LanguageSpec = grammar.spec
        self.definitions: list[RawDefinition] = []
        self.references = b""
        """Raw references, as `extract/references.py` packs them."""
        self._referred: list[tuple[int, int, int]] = []
        self.imports: list[RawImport] = []
        self.bindings: list[RawBinding] = []
        self.namespaces: list[tuple[str, int, int]] = []
        self.blocks: list[Nested] = []
        self.comments: list[tuple[int, int]] = []
        self.docs: list[tuple[int, int]] = []
        """First byte of each, and the one behind its last."""
        self.test_spans: list[tuple[int, int]] = []
        self._by_name: dict[int, tuple[int, RawDefinition]] = {}
        self._numbers: dict[int, int] = {}
        self._passed: dict[bytes, str] = {}
        self.arguments: dict[int, str] = {}
        """What calls are called with, by the byte of the callee's last name."""
        self._read(matches)

    def _read(self, matches: list[Match] | Sought) -> None:
        kept = {Role.COMMENT.value: self.comments, Role.DOC.value: self.docs}
        into = Into(kept, self.bindings, self.imports, self.blocks, self.arguments)
        asked = Asked(chain, type_text, self._arguments, bool(self.spec.unnamed))
        start = self._start_with_prefix if self.spec.prefix_nodes else None
        defining = Defining(KINDS, self._by_name, self.definitions, start)
        plain = read_plainly(matches, self.source, into, asked, self._take, defining)
        self.references = plain + packed(self._referred)
        for found in (self.definitions, self.blocks):  # by start, the widest first
            found.sort(key=_END, reverse=True)
            found.sort(key=_START)

    def _take(self, pattern: int, nodes: Nodes) -> None:
        """Read a match that says more than one plain thing."""
        meaning, take = _taken(tuple(nodes))
        take(self, meaning, nodes, pattern)

    def text(self, node: Any) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _chain(self, node: Any) -> str:
        """The chain of an expression, or of its end behind a mark when it is too long to be taken apart."""
        start, end = node.start_byte, node.end_byte
        long = end - start > MAX_NESTED
        if long and (callee := node.child_by_field_name("function")) is not None:
            return f"{self._chain(callee)}()"  # of a call only what is called counts, however long its arguments
        raw = LONG + self.source[end - MAX_EXPRESSION : end] if long else self.source[start:end]
        return chain(raw.decode("utf-8", "replace"))

    def _definition(self, meaning: Meaning, nodes: Nodes, pattern: int) -> None:
        node, name = nodes[meaning.capture][0], nodes["name"][0]
        start, name_start = self._start_with_prefix(node), name.start_byte
        earlier = self._by_name.get(name_start)
        if earlier is not None:
            first_pattern, raw = earlier
            if pattern < first_pattern:
                raw.kind = meaning.kind if isinstance(meaning.kind, Kind) else raw.kind
                self._by_name[name_start] = (pattern, raw)
            if raw.start == name_start and raw.end == raw.signature_end == name.end_byte:
                raw.signature_end = node.end_byte  # the name alone was all that was known of it
            if start < raw.start or node.end_byte > raw.end:
                raw.start, raw.end = min(start, raw.start), max(node.end_byte, raw.end)
            if "body" in nodes:
                raw.signature_end = min(raw.signature_end, nodes["body"][0].start_byte)
            raw.in_type = raw.in_type and "in_type" in nodes
            return
        body = nodes["body"][0] if "body" in nodes else node.child_by_field_name("body")
        assert isinstance(meaning.kind, Kind)
        raw = RawDefinition(
            meaning.kind, name_start, name.end_byte, start, node.end_byte,
            body.start_byte if body is not None else node.end_byte,
            owner=self.spec.name_of(self.text(nodes["owner"][0])) if "owner" in nodes else "",
            in_type="in_type" in nodes,
            params=self.text(nodes["params"][0]) if "params" in nodes else "",
        )  # fmt: skip
        self._by_name[name_start] = (pattern, raw)
        self.definitions.append(raw)

    def _start_with_prefix(self, node: Any) -> int:
        start: int = node.start_byte
        before = node.prev_sibling if self.spec.prefix_nodes else None
        while before is not None and before.type in self.spec.prefix_nodes:
            start = before.start_byte
            before = before.prev_sibling
        return start

    def _reference(self, meaning: Meaning, nodes: Nodes, _: int) -> None:
        if "written" in nodes:  # the call itself is told by another pattern
            self.arguments[self._last_name(nodes["written"][0])] = WRITTEN
            return
        code = CODES[meaning.capture]
        end = nodes["end"][0].end_byte if "end" in nodes else None
        for node in nodes[meaning.capture]:
            self._referred.append((node.start_byte, node.end_byte if end is None else end, code))
        if (passed := nodes.get("args")) is not None:
            last = nodes["end"][0] if end is not None else nodes[meaning.capture][0]
            types = nodes.get("types")
            given = f"{types[0].named_child_count}{GENERIC}" if types is not None else ""
            self.arguments[self._last_name(last)] = given + self._arguments(passed[0])

    def _last_name(self, node: Any) -> int:
        """Where the last name of a callee begins."""
        start: int = node.start_byte
        return start + self.source[start : node.end_byte].rfind(b".") + 1

    def _arguments(self, node: Any) -> str:
        """What a call is called with, for `graph/overloads.py`: each argument's type or chain, with commas between."""
        long = node.end_byte - node.start_byte > MAX_NESTED
        raw = b"" if long else self.source[node.start_byte : node.end_byte]
        found = self._passed.get(raw)
        if found is None:
            shape = self.spec.argument_shape
            assert shape is not None
            shapes = [shape(argument, self._chain) for argument in node.named_children]
            found = ",".join(each for each in shapes if each)
            if not long:
                self._passed[raw] = found
        return found

    def _import(self, _: Meaning, nodes: Nodes, __: int) -> None:
        if "import.statement" in nodes and self.spec.parse_import is not None:
            node = nodes["import.statement"][0]
            inside = self._inside(node) if self.spec.inner_module else 0
            for found in self.spec.parse_import(self.text(node), node.start_point[0] + 1):
                named = self.spec.outward(found.module, inside) if inside else found.module
                self.imports.append((named, found.name, found.alias, found.line, found.reexported))
            return
        self.imports.append(import_of(nodes, self.source))

    def _inside(self, node: Any) -> int:
        """How many modules that are written in the file a statement stands in."""
        found = 0
        while (node := node.parent) is not None:
            found += node.type == self.spec.inner_module
        return found

    def _binding(self, _: Meaning, nodes: Nodes, __: int) -> None:
        named = nodes.get("bind.name")
        if named is None and (named := nodes.get("bind.symbol")) is None:
            self._given(nodes)
            return
        node = named[0]
        name = self._chain(node) if "bind.name" in nodes else self.spec.name_of(self.text(node))
        declared, value, told = "", "", 0
        for capture, mark in VALUES.items():
            if (found := nodes.get(capture)) is not None:
                value, told = mark + self._chain(found[0]), found[0].end_byte
                break
        if (found := nodes.get("bind.part") or nodes.get("bind.field")) is not None:
            part = self._first(nodes, "bind.key") or name if "bind.field" in nodes else FIRST
            value = f"{self._chain(found[0])}.{part}"
        if (found := nodes.get("bind.passed")) is not None:
            value = self._handed(found[0], nodes["bind.within"][0], node, nodes.get("bind.callee"))
        if (found := nodes.get("bind.taken")) is not None:
            value += f"{TAKEN}{self._declared(found[0])}"
        if (found := nodes.get("bind.type")) is not None:
            declared = self._declared(found[0]) + ("[]" if "bind.many" in nodes else "")
        if (found := nodes.get("bind.macro")) is not None and self.spec.macro_type is not None:
            declared = self.spec.macro_type(self.text(found[0].parent))
        if (found := nodes.get("bind.sight")) is not None and self.spec.value_type is not None:
            declared = self.spec.value_type(found[0], self._chain)
            if not declared:
                return
        if (found := nodes.get("bind.told")) is not None:
            told = found[0].end_byte
        if (found := nodes.get("bind.of")) is not None:
            of = self._unnamed(found[0]) if self.spec.unnamed else self.spec.name_of(self.text(found[0]))
            name = f"{of}.{name}"
        if "bind.given" in nodes:
            name = f"{RETURN}.{name}"
        if (found := nodes.get("bind.within")) is not None:
            self.bindings.append((found[0].start_byte, name, declared, value, found[0].end_byte - 1, told))
        else:
            self.bindings.append((node.start_byte, name, declared, value, 0, told))

    def _given(self, nodes: Nodes) -> None:
        """What the thing around gives, where that is a callable or a type made of a list: it has no name of its own."""
        if (found := nodes.get("bind.described")) is not None:
            within = nodes["bind.within"][0]
            bounds = within.start_byte, within.end_byte - 1
            self.bindings.append((bounds[0], self.spec.described, "", self._chain(found[0]), bounds[1], 0))
            return
        for capture, name in _GIVEN:
            if (found := nodes.get(capture)) is not None:
                of = f"{self._first(nodes, 'bind.of')}." if "bind.of" in nodes else ""
                self.bindings.append((found[0].start_byte, of + name, self._declared(found[0]), "", 0, 0))
                return
        node = nodes["bind.returned"][0]
        value = OBJECT if self.source.startswith(OBJECT[:1].encode(), node.start_byte) else self._chain(node)
        self.bindings.append((node.start_byte, RETURN, "", value, 0, 0))

    def _declared(self, node: Any) -> str:
        """A written type; one without a name in it is called by the place where it stands."""
        text = self.text(node)
        if not self.spec.unnamed or "{" not in text:
            return type_text(text)
        inner = node
        while inner is not None and inner.type != self.spec.unnamed:
            inner = inner.child_by_field_name("element") or inner.child_by_field_name("value")
        if inner is None:
            return type_text(text)
        before = self.source[node.start_byte : inner.start_byte].decode("utf-8", "replace")
        return type_text(f"{before}{self._unnamed(inner)}")

    def _unnamed(self, node: Any) -> str:
        """What a type without a name is called: its number, so that what stands above it may grow."""
        return f"{UNNAMED}{self._numbers.setdefault(node.start_byte, len(self._numbers))}"

    def _handed(self, arguments: Any, function: Any, parameter: Any, told: Sequence[Any] | None) -> str:
        """What a function is passed to, which function among the arguments it is, which of its parameters, and of how
        many."""
        call = arguments.parent
        callee = self._chain(told[0]) if told else self._callee(call)
        if not callee:
            return ""
        given = [one for one in arguments.named_children if one.named_child_count]
        bare = [one if one.type == function.type else one.named_children[-1] for one in given]
        functions = [one for one in bare if one.type == function.type]
        while function.type not in (parameter.parent.type, parameter.parent.parent.type):
            parameter = parameter.parent
        siblings = parameter.parent.named_children if parameter.parent.type != function.type else []
        place = next((at for at, one in enumerate(siblings) if one == parameter), 0)
        number = functions.index(function) if function in functions else 0
        return f"{callee}{HANDED}{number}.{place}.{max(1, len(siblings))}"

    def _callee(self, call: Any) -> str:
        """The chain of what is called or made; of a call that has no node for it, from its object to its name."""
        node = call.child_by_field_name("function") or call.child_by_field_name("type")
        if node is not None:
            return self._chain(node)
        last = call.child_by_field_name("name")
        first = call.child_by_field_name("object") or last
        if last is None or last.end_byte - first.start_byte > MAX_NESTED:
            return ""
        return chain(self.source[first.start_byte : last.end_byte].decode("utf-8", "replace"))

    def _scope(self, _: Meaning, nodes: Nodes, __: int) -> None:
        node, name = nodes["scope"][0], nodes["scope.name"][0]
        trait = self._first(nodes, "scope.trait")
        self.definitions.append(
            RawDefinition(
                Kind.MODULE, name.start_byte, name.end_byte, node.start_byte, node.end_byte, node.end_byte,
                scope_name=self.spec.name_of(self.text(name)), scope_trait=trait,
            )  # fmt: skip
        )

    def _namespace(self, _: Meaning, nodes: Nodes, __: int) -> None:
        node = nodes["namespace"][0]
        end = node.end_byte if node.child_by_field_name("body") is not None else len(self.source)
        name = " ".join(map(self.text, nodes["namespace.name"]))
        self.namespaces.append((name, node.start_byte, end))

    def _comment(self, _: Meaning, nodes: Nodes, __: int) -> None:
        self.comments.extend((node.start_byte, node.end_byte) for node in nodes["comment"])

    def _doc(self, _: Meaning, nodes: Nodes, __: int) -> None:
        self.docs.extend((node.start_byte, node.end_byte) for node in nodes["doc"])

    def _block(self, _: Meaning, nodes: Nodes, __: int) -> None:
        node, body = nodes["block"][0], nodes.get("block.body")
        self.blocks.append(Nested(node.start_byte, node.end_byte, body[0].start_byte if body is not None else 0))

    def _flag(self, meaning: Meaning, nodes: Nodes, _: int) -> None:
        self.test_spans.extend((node.start_byte, node.end_byte) for node in nodes[meaning.capture])

    def _first(self, nodes: Nodes, capture: str) -> str:
        return text_of(nodes, capture, self.source)


_TAKES: dict[Role, Callable[[Captures, Meaning, Nodes, int], None]] = {
    Role.DEFINITION: Captures._definition,
    Role.REFERENCE: Captures._reference,
    Role.IMPORT: Captures._import,
    Role.BINDING: Captures._binding,
    Role.SCOPE: Captures._scope,
    Role.NAMESPACE: Captures._namespace,
    Role.COMMENT: Captures._comment,
    Role.DOC: Captures._doc,
    Role.FLAG: Captures._flag,
    Role.BLOCK: Captures._block,
}


@cache
def _taken(names: tuple[str, ...]) -> tuple[Meaning, Callable[[Captures, Meaning, Nodes, int], None]]:
    """What a match of these captures means, and who reads it: to hash a member of an enumeration takes a call."""
    meaning = meaning_of(names)
    return meaning, _TAKES[meaning.role]
