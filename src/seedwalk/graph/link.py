"""Structure between files: imports, bases and far members become edges where names resolve through imports.

A file's edges are a function of its own outline, the import rules of its language over the whole project, and the
outlines it looked into. `Linked.depends` names the latter, so that a change tells exactly which files to link anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from seedwalk.graph.outline import Outline
from seedwalk.languages import family_of, specs
from seedwalk.languages.spec import Modules, Project
from seedwalk.model import Edge, EdgeKind, Import, Provenance, SymbolId

IMPORT_CONFIDENCE = 0.9
_MAX_REEXPORTS = 64
"""Files looked into for one name; a search that needs more goes round in circles or through a thousand barrels."""
_FEW = 4
"""Up to so many files of a package are looked into, re-exports and all; for more, one table of names serves."""
_NAMED_TARGETS = 2
"""An imported name may be a name in one file or a file itself (a submodule): both are imported."""
_NAME = re.compile(r"[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Linked:
    """The edges of one file that lead out of its own syntax, and the paths they depend on."""

    edges: list[Edge]
    depends: frozenset[str]


class Linker:
    """Links files one by one, by the rules of their families. `outline` fetches the outline of an indexed path."""

    def __init__(
        self, namespaces: Mapping[str, Mapping[str, Sequence[str]]], manifests: Mapping[str, Mapping[str, str]],
        outline: Callable[[str], Outline],
    ) -> None:  # fmt: skip
        self._outline = outline
        self._views: dict[str, _View] = {}
        self._tables: dict[int, tuple[Sequence[str], dict[str, tuple[int, str]]]] = {}
        self._found: dict[tuple[str, str], tuple[int | None, frozenset[str]]] = {}
        self._rules: dict[str, Modules] = {}
        for family, files in namespaces.items():
            rules = specs()[family].modules
            if rules is not None:
                self._rules[family] = rules(Project(files, manifests.get(family, {})))

    def link(self, path: str) -> Linked:
        look = _Look(self, self.view(path))
        edges = [*look.imports(), *look.bases(), *look.members()]
        return Linked(edges, frozenset(look.depends))

    def view(self, path: str) -> _View:
        found = self._views.get(path)
        if found is None:
            outline = self._outline(path)
            found = self._views[path] = _View(outline, self._rules.get(family_of(outline.language)))
        return found

    def table(self, paths: Sequence[str]) -> dict[str, tuple[int, str]]:
        """Every name some files define, with its symbol and file; the first file wins. Made once per list of files."""
        known = self._tables.get(id(paths))
        if known is None:
            merged: dict[str, tuple[int, str]] = {}
            for path in reversed(paths):
                merged.update((name, (symbol, path)) for name, symbol in self.view(path).outline.names.items())
            known = self._tables[id(paths)] = (paths, merged)  # holding `paths` keeps its id from being reused
        return known[1]

    def defined(self, path: str, name: str) -> tuple[int | None, frozenset[str]]:
        """The symbol a qualified name means in a file, by definition or re-export, and the files that decided it."""
        key = (path, name)
        found = self._found.get(key)
        if found is None:
            seen: set[tuple[str, str]] = set()
            symbol = self._search(path, name, seen)
            found = self._found[key] = (symbol, frozenset(place for place, _ in seen))
        return found

    def _search(self, path: str, name: str, seen: set[tuple[str, str]]) -> int | None:
        if (path, name) in seen or len(seen) > _MAX_REEXPORTS:
            return None
        seen.add((path, name))
        view = self.view(path)
        found = view.outline.names.get(name)
        if found is not None:
            return found
        first, _, rest = name.partition(".")
        for imported in (*view.by_local.get(first, ()), *view.wildcards):
            if imported.name in ("*", ""):
                original = name
            else:
                original = f"{imported.name}.{rest}" if rest else imported.name
            for target in view.targets(imported):
                if target != path:
                    found = self._search(target, original, seen)
                    if found is not None:
                        return found
        return None


class _View:
    """A file's outline with its imports by the name they are used under, and where each leads."""

    __slots__ = ("_rules", "_targets", "by_local", "imports", "outline", "wildcards")

    def __init__(self, outline: Outline, rules: Modules | None) -> None:
        self.outline = outline
        self._rules = rules
        self._targets: dict[Import, Sequence[str]] = {}
        self.imports = outline.each_import()
        self.by_local: dict[str, list[Import]] = {}
        self.wildcards: list[Import] = []
        brings_all = specs()[outline.language].imports_everything
        for imported in self.imports:
            if imported.name == "*" or (brings_all and not imported.name):
                self.wildcards.append(imported)
            else:
                for name in dict.fromkeys(_used_names(imported)):
                    self.by_local.setdefault(name, []).append(imported)

    def targets(self, imported: Import) -> Sequence[str]:
        found = self._targets.get(imported)
        if found is None:
            rules = self._rules
            found = rules.targets(self.outline.path, imported) if rules is not None else ()
            self._targets[imported] = found
        return found

    def visible(self) -> Sequence[str]:
        """Files whose names need no import; the rules give one list to all files that see the same."""
        return self._rules.visible(self.outline.path)if self._rules is not None else ()


class _Look:
    """One file's view of the project."""

    def __init__(self, linker: Linker, view: _View) -> None:
        self.linker = linker
        self.view = view
        self.here = view.outline
        self.depends: set[str] = set()

    def imports(self) -> list[Edge]:
        """From this module to each module it imports, once per pair, at the first line that does."""
        lines: dict[int, int] = {}
        for imported in self.view.imports:
            targets = self.view.targets(imported)
            self.depends.update(targets)
            for path in self._mentioned(imported, targets):
                module = self.linker.view(path).outline.module
                if module != self.here.module:
                    lines.setdefault(module, imported.line)
        return [self._edge(self.here.module, module, EdgeKind.IMPORTS, line) for module, line in lines.items()]

    def _mentioned(self, imported: Import, targets: Sequence[str]) -> Sequence[str]:
        """Of the files an import names, those it is an import of: of a package, the files that define what is used."""
        if imported.name and imported.name != "*":
            return targets[:_NAMED_TARGETS]
        if len(targets) < 2 or not self.here.mentions:
            return targets
        prefix = "" if imported.name == "*" else imported.local.rpartition("/")[2] + "."
        used = [name[len(prefix) :] for name in self.here.mentions if name.startswith(prefix)]
        table = self.linker.table(targets)
        paths = {table[name][1] for name in used if name in table}
        return [path for path in targets if path in paths] or targets[:1]

    def bases(self) -> list[Edge]:
        edges = []
        for symbol, qualified, text, implements, line in self.here.bases:
            target = self._named(text, qualified)
            if target is not None and target != symbol:
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
                edges.append(self._edge(symbol, target, kind, line))
        for owner, trait, line in self.here.impls:
            source, target = self.resolve(owner, ""), self._named(trait, "")
            if source is not None and target is not None and source != target:
                edges.append(self._edge(source, target, EdgeKind.IMPLEMENTS, line))
        return edges

    def _named(self, text: str, inside: str) -> int | None:
        """The type a written base means: `*pkg.Base[T]` is `pkg.Base`."""
        name = _NAME.match(text.lstrip("*&!?( "))
        return self.resolve(name.group().replace("::", "."), inside) if name else None

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
        candidates = [f"{scope}.{name}" if scope else name for scope in _outward(inside)]
        for candidate in candidates:
            if candidate in self.here.names and candidate != inside:
                return self.here.names[candidate]
        first, _, rest = name.partition(".")
        for imported in self.view.by_local.get(first, ()):
            found = self._through(imported, name, rest)
            if found is not None:
                return found
        for candidate in candidates:
            for imported in self.view.wildcards:
                found = self._defined(self.view.targets(imported), candidate)
                if found is not None:
                    return found
            found = self._defined(self.view.visible(), candidate)
            if found is not None:
                return found
        return None

    def _through(self, imported: Import, name: str, rest: str) -> int | None:
        """What `name` means when its first part comes from this import."""
        targets = self.view.targets(imported)
        if imported.name:
            found = self._defined(targets, f"{imported.name}.{rest}" if rest else imported.name)
            return found if found is not None or not rest else self._defined(targets, rest)
        if not rest:
            return None
        dotted = imported.local.replace("::", ".").replace("/", ".")
        if not imported.alias and name.startswith(f"{dotted}."):
            return self._defined(targets, name[len(dotted) + 1 :])
        return self._defined(targets, rest)

    def _defined(self, paths: Sequence[str], name: str) -> int | None:
        if len(paths) > _FEW:
            self.depends.update(paths)
            row = self.linker.table(paths).get(name)
            return row[0] if row else None
        for path in paths:
            found, looked_into = self.linker.defined(path, name)
            self.depends |= looked_into
            if found is not None:
                return found
        return None

    @staticmethod
    def _edge(source: int, target: int, kind: EdgeKind, line: int) -> Edge:
        return Edge(SymbolId(source), SymbolId(target), kind, IMPORT_CONFIDENCE, Provenance.IMPORT_RESOLVED, line)


def _outward(scope: str) -> list[str]:
    """The scopes around a symbol, innermost first: `a.b.c` stands in `a.b`, in `a` and in the file, called ``."""
    outward = []
    while scope:
        scope = scope.rpartition(".")[0]
        outward.append(scope)
    return outward or [""]


def _used_names(imported: Import) -> tuple[str, ...]:
    """First parts of the names by which a file may use an import: `a.b` is used as `a.b.c` (Python) or `b.c` (Go)."""
    if imported.alias or imported.name:
        return (imported.local,)
    dotted = imported.module.replace("::", ".").replace("/", ".").strip(".")
    return (dotted.partition(".")[0], dotted.rpartition(".")[2])

