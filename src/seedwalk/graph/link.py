"""Structure between files: imports, bases and far members become edges where names resolve through imports.

A file's edges are a function of its own outline, the import rules of its language over the whole project, and the
outlines it looked into. `Linked.depends` names the latter, so that a change tells exactly which files to link anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from seedwalk.graph.outline import Outline
from seedwalk.languages import specs
from seedwalk.languages.spec import Modules, Project
from seedwalk.model import Edge, EdgeKind, Import, Provenance, SymbolId

IMPORT_CONFIDENCE = 0.9
SYNTAX_CONFIDENCE = 1.0
_MAX_REEXPORTS = 8
"""Hops followed through re-exporting files; longer chains are cycles in practice."""
_MAX_VISIBLE = 2_000
"""Files of one package looked into for a name; a package with more is generated."""
_NAME = re.compile(r"[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Linked:
    """The edges of one file that lead out of its own syntax, and the paths they depend on."""

    edges: list[Edge]
    depends: frozenset[str]


class Linker:
    """Links files one by one. `outline` fetches the outline of an indexed path."""

    def __init__(
        self, namespaces: Mapping[str, Mapping[str, Sequence[str]]], manifests: Mapping[str, Mapping[str, str]],
        outline: Callable[[str], Outline],
    ) -> None:  # fmt: skip
        self._outline = outline
        self._rules: dict[str, Modules] = {}
        for language, files in namespaces.items():
            rules = specs()[language].modules
            if rules is not None:
                self._rules[language] = rules(Project(files, manifests.get(language, {})))

    def link(self, path: str) -> Linked:
        outline = self._outline(path)
        look = _Look(outline, self._rules.get(outline.language), self._outline)
        edges = [*look.imports(), *look.bases(), *look.members()]
        return Linked(edges, frozenset(look.depends))


class _Look:
    """One file's view of the project."""

    def __init__(self, outline: Outline, rules: Modules | None, fetch: Callable[[str], Outline]) -> None:
        self.here = outline
        self.rules = rules
        self.fetch = fetch
        self.depends: set[str] = set()
        self._imports = [(imported, self._targets(outline.path, imported)) for imported in outline.each_import()]

    def imports(self) -> list[Edge]:
        """From this module to each module it imports, once per pair, at the first line that does."""
        lines: dict[int, int] = {}
        for imported, targets in self._imports:
            for path in targets[: _targets_that_count(imported)]:
                module = self._fetch(path).module
                if module != self.here.module:
                    lines.setdefault(module, imported.line)
        return [self._edge(self.here.module, module, EdgeKind.IMPORTS, line) for module, line in lines.items()]

    def bases(self) -> list[Edge]:
        edges = []
        for symbol, qualified, text, implements, line in self.here.bases:
            name = _NAME.match(text.lstrip("*&( "))
            if name is None:
                continue
            target = self.resolve(name.group().replace("::", "."), qualified)
            if target is not None and target != symbol:
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
                edges.append(self._edge(symbol, target, kind, line))
        return edges

    def members(self) -> list[Edge]:
        """Members whose type lies in another file visible from here."""
        edges = []
        for symbol, owner, line in self.here.owners:
            target = self.resolve(owner, "")
            if target is not None:
                edges.append(self._edge(target, symbol, EdgeKind.CONTAINS, line))
                edges.append(self._edge(symbol, target, EdgeKind.MEMBER_OF, line))
        return edges

    def resolve(self, name: str, inside: str) -> int | None:
        """The type a dotted name means, seen from the scope `inside`: scopes outward, imports, the same package."""
        scope = inside
        while True:
            scope = scope.rpartition(".")[0]
            candidate = f"{scope}.{name}" if scope else name
            if candidate in self.here.names and candidate != inside:
                return self.here.names[candidate]
            if not scope:
                break
        first, _, rest = name.partition(".")
        for imported, targets in self._imports:
            found = self._through(imported, targets, name, first, rest)
            if found is not None:
                return found
        if self.rules is not None:
            for path in self.rules.visible(self.here.path)[:_MAX_VISIBLE]:
                found = self._fetch(path).names.get(name)
                if found is not None:
                    return found
        return None

    def _through(self, imported: Import, targets: Sequence[str], name: str, first: str, rest: str) -> int | None:
        if imported.name == "*":
            return self._defined(targets, name)
        local = imported.local
        if imported.name and local == first:
            wanted = f"{imported.name}.{rest}" if rest else imported.name
            found = self._defined(targets, wanted)
            return found if found is not None or not rest else self._defined(targets, rest)
        if not imported.name and rest:
            plain = local.replace("::", ".").replace("/", ".")
            if first == local.rpartition("/")[2] or first == plain.rpartition(".")[2]:
                return self._defined(targets, rest)
            if f"{name}.".startswith(f"{plain}."):
                return self._defined(targets, name[len(plain) + 1 :])
        return None

    def _defined(self, paths: Sequence[str], name: str, hops: int = 0) -> int | None:
        """The symbol of a qualified name in some of these files, or in what they re-export."""
        for path in paths:
            found = self._fetch(path).names.get(name)
            if found is not None:
                return found
        if hops < _MAX_REEXPORTS:
            first, _, rest = name.partition(".")
            for path in paths:
                for imported in self._fetch(path).each_import():
                    if imported.name != "*" and imported.local != first:
                        continue
                    targets = [target for target in self._targets(path, imported) if target != path]
                    original = name if imported.name in ("*", "") else f"{imported.name}.{rest}" if rest else imported.name
                    found = self._defined(targets, original, hops + 1) if targets else None
                    if found is not None:
                        return found
        return None

    def _targets(self, path: str, imported: Import) -> Sequence[str]:
        return self.rules.targets(path, imported) if self.rules is not None else ()

    def _fetch(self, path: str) -> Outline:
        self.depends.add(path)
        return self.fetch(path)

    @staticmethod
    def _edge(source: int, target: int, kind: EdgeKind, line: int) -> Edge:
        return Edge(SymbolId(source), SymbolId(target), kind, IMPORT_CONFIDENCE, Provenance.IMPORT_RESOLVED, line)


def _targets_that_count(imported: Import) -> int:
    """How many of an import's files it is an import of: a name one or two (package, submodule), a module all."""
    return 2 if imported.name and imported.name != "*" else 64
