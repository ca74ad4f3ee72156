"""Read the matches of a file's query into raw definitions, references, imports, bindings and comments, in one pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seedwalk.extract.definitions import RawDefinition
from seedwalk.extract.expressions import chain, type_text
from seedwalk.extract.grammar import Grammar, Meaning, Role
from seedwalk.extract.model import Nodes, Texts, ref_code
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import Kind, RefKind

RawReference = tuple[int, int, RefKind, int]
"""(start byte, end byte, kind, line of the last byte)"""
RawBinding = tuple[int, str, str, str, int]
"""(start byte, name, type, value, line)"""

_ONE_PER_PLACE = frozenset({RefKind.ATTRIBUTE, RefKind.TYPE, RefKind.VALUE, RefKind.ARGUMENT})
"""Kinds that add nothing inside another reference that begins where they do."""
_WHOLE_TYPE = frozenset({RefKind.TYPE, RefKind.EXTENDS, RefKind.IMPLEMENTS})
"""Kinds whose type arguments count; they stand where their text starts."""


class Captures:
    """Everything the query found in one file, by role."""

    __slots__ = (
        "_by_name", "bindings", "comments", "definitions", "docs", "imports", "namespaces", "references", "source",
        "spec", "test_spans",
    )  # fmt: skip

    def __init__(self, grammar: Grammar, source: bytes, matches: list[tuple[int, Nodes]]) -> None:
        self.source = source
        self.spec: LanguageSpec = grammar.spec
        self.definitions: list[RawDefinition] = []
        self.references: list[RawReference] = []
        self.imports: list[tuple[str, str, str, int, bool]] = []
        self.bindings: list[RawBinding] = []
        self.namespaces: list[tuple[str, int, int]] = []
        self.comments: list[Any] = []
        self.docs: list[Any] = []
        self.test_spans: list[tuple[int, int]] = []
        self._by_name: dict[int, tuple[int, RawDefinition]] = {}
        self._read(grammar, matches)

    def _read(self, grammar: Grammar, matches: list[tuple[int, Nodes]]) -> None:
        take: dict[Role, Callable[[Meaning, Nodes, int], None]] = {
            Role.DEFINITION: self._definition,
            Role.REFERENCE: self._reference,
            Role.IMPORT: self._import,
            Role.BINDING: self._binding,
            Role.SCOPE: self._scope,
            Role.NAMESPACE: self._namespace,
            Role.COMMENT: lambda _, nodes, __: self.comments.extend(nodes["comment"]),
            Role.DOC: lambda _, nodes, __: self.docs.extend(nodes["doc"]),
            Role.FLAG: self._flag,
        }
        known: dict[tuple[int, int], tuple[Callable[[Meaning, Nodes, int], None], Meaning]] = {}
        for pattern, nodes in matches:
            key = (pattern, len(nodes))  # an optional capture changes a pattern's names, never its role
            found = known.get(key)
            if found is None:
                meaning = grammar.meaning(frozenset(nodes))
                found = known[key] = (take[meaning.role], meaning)
            found[0](found[1], nodes, pattern)
        self.definitions.sort(key=lambda raw: (raw.start, -raw.end))
        self.references.sort(key=lambda ref: (ref[0], -ref[1]))

    def text(self, node: Any) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _definition(self, meaning: Meaning, nodes: Nodes, pattern: int) -> None:
        node, name = nodes[meaning.capture][0], nodes["name"][0]
        start = self._start_with_prefix(node)
        earlier = self._by_name.get(name.start_byte)
        if earlier is not None:
            first_pattern, raw = earlier
            if pattern < first_pattern:
                raw.kind = meaning.kind if isinstance(meaning.kind, Kind) else raw.kind
                self._by_name[name.start_byte] = (pattern, raw)
            if start < raw.start or node.end_byte > raw.end:
                raw.start, raw.end = min(start, raw.start), max(node.end_byte, raw.end)
                raw.node = node
            raw.in_type = raw.in_type and "in_type" in nodes
            return
        body = nodes["body"][0] if "body" in nodes else node.child_by_field_name("body")
        assert isinstance(meaning.kind, Kind)
        raw = RawDefinition(
            meaning.kind, node, name, start, node.end_byte, body.start_byte if body is not None else node.end_byte,
            owner=self.spec.name_of(self.text(nodes["owner"][0])) if "owner" in nodes else "",
            in_type="in_type" in nodes,
            params=self.text(nodes["params"][0]) if "params" in nodes else "",
        )  # fmt: skip
        self._by_name[name.start_byte] = (pattern, raw)
        self.definitions.append(raw)

    def _start_with_prefix(self, node: Any) -> int:
        start: int = node.start_byte
        if self.spec.prefix_nodes:
            before = node.prev_sibling
            while before is not None and before.type in self.spec.prefix_nodes:
                start = before.start_byte
                before = before.prev_sibling
        return start

    def _reference(self, meaning: Meaning, nodes: Nodes, _: int) -> None:
        assert isinstance(meaning.kind, RefKind)
        for node in nodes[meaning.capture]:
            self.references.append((node.start_byte, node.end_byte, meaning.kind, node.end_point[0] + 1))

    def _import(self, meaning: Meaning, nodes: Nodes, _: int) -> None:
        if "import.statement" in nodes and self.spec.parse_import is not None:
            node = nodes["import.statement"][0]
            for found in self.spec.parse_import(self.text(node), node.start_point[0] + 1):
                self.imports.append((found.module, found.name, found.alias, found.line, found.reexported))
            return
        module = nodes.get("import.module")
        name = "*" if "import.wildcard" in nodes else self._first(nodes, "import.name")
        anchor = nodes[meaning.capture][0]
        self.imports.append(
            (
                self.text(module[0]).strip("\"'`<>") if module else "",
                name,
                self._first(nodes, "import.alias"),
                anchor.start_point[0] + 1,
                "import.reexport" in nodes,
            )
        )

    def _binding(self, _: Meaning, nodes: Nodes, __: int) -> None:
        if "bind.return" in nodes or "bind.returned" in nodes:
            declared = self._first(nodes, "bind.return")
            node = nodes["bind.return" if declared else "bind.returned"][0]
            value = "" if declared else chain(self.text(node))
            self.bindings.append((node.start_byte, "return", declared, value, node.start_point[0] + 1))
            return
        node = nodes["bind.name"][0]
        value = chain(self._first(nodes, "bind.value"))
        if "bind.each" in nodes:
            value = "*" + chain(self._first(nodes, "bind.each"))
        declared = self._first(nodes, "bind.type")
        self.bindings.append((node.start_byte, chain(self.text(node)), declared, value, node.start_point[0] + 1))

    def _scope(self, _: Meaning, nodes: Nodes, __: int) -> None:
        node, name = nodes["scope"][0], nodes["scope.name"][0]
        trait = self._first(nodes, "scope.trait")
        self.definitions.append(
            RawDefinition(
                Kind.MODULE, node, name, node.start_byte, node.end_byte, node.end_byte,
                scope_name=self.spec.name_of(self.text(name)), scope_trait=trait,
            )  # fmt: skip
        )

    def _namespace(self, _: Meaning, nodes: Nodes, __: int) -> None:
        node = nodes["namespace"][0]
        end = node.end_byte if node.child_by_field_name("body") is not None else len(self.source)
        self.namespaces.append((self.text(nodes["namespace.name"][0]), node.start_byte, end))

    def _flag(self, meaning: Meaning, nodes: Nodes, _: int) -> None:
        self.test_spans.extend((node.start_byte, node.end_byte) for node in nodes[meaning.capture])

    def _first(self, nodes: Nodes, capture: str) -> str:
        found = nodes.get(capture)
        return self.text(found[0]) if found else ""


def pack_references(captures: Captures, scope_of: list[int], texts: Texts) -> list[tuple[int, int, int, int, int]]:
    """References as rows of numbers, each standing at its last name; `scope_of` gives the enclosing symbol of each.

    An attribute, type or value that begins where a reference before it begins, and lies inside it, is dropped: the
    longer text says the same.
    """
    packed: list[tuple[int, int, int, int, int]] = []
    source = captures.source
    covered: dict[RefKind, int] = {}
    last_start = last_end = -1
    for (start, end, kind, line), scope in zip(captures.references, scope_of, strict=True):
        if kind in _ONE_PER_PLACE:
            if start == last_start and end <= last_end:
                continue
            if kind is RefKind.TYPE:
                if start < covered.get(kind, -1):
                    continue
                covered[kind] = end
        if start != last_start or end > last_end:
            last_start, last_end = start, end
        raw = source[start:end].decode("utf-8", "replace")
        if kind in _WHOLE_TYPE:
            packed.append((ref_code(kind), texts.number(type_text(raw)), line, start, scope))
            continue
        text = chain(raw)
        tail = len(text) if "." not in text and ":" not in text else len(text) - max(text.rfind("."), text.rfind(":")) - 1
        packed.append((ref_code(kind), texts.number(text), line, max(start, end - tail), scope))
    return packed
