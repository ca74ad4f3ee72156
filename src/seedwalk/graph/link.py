"""The edges of one file: every reference in it, resolved, becomes an edge of the kind its place tells.

A file's edges are a function of its own facts, the import rules of its language over the whole project, and what was
looked up in other files. `Linked.depends` holds the keys of the latter: a change tells which files to link anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from seedwalk.graph.answers import Trace, in_order
from seedwalk.graph.carrying import carried_out
from seedwalk.graph.chains import steps
from seedwalk.graph.compiling import is_plain
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.given import given
from seedwalk.graph.grouping import Grouped, grouped
from seedwalk.graph.hierarchy import inheritance
from seedwalk.graph.meaning import NO_LOCALS, UNKNOWN_OUTSIDE
from seedwalk.graph.mentions import Mentions
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import CALLABLE, TYPE, Thing
from seedwalk.graph.views import KEY_SHIFT, View
from seedwalk.graph.world import world_edges
from seedwalk.identity import placeless_id
from seedwalk.model import EdgeKind, Import, Kind, Provenance

_NAMED_TARGETS = 2
"""An imported name may be a name in one file or a file itself (a submodule): both are imported."""
_FIRST_NAMES = re.compile(r"(?<![\w.])([^\W\d]\w*)(?:\.([^\W\d]\w*))?")
_CACHED = 1 << 14
_ABSTRACT = frozenset({Kind.INTERFACE, Kind.TRAIT})


class Linked(Struct, frozen=True):
    """What linking one file gave."""

    edges: bytes
    """Packed: sorted, each once."""
    depends: np.ndarray
    """Sorted."""
    placeless: list[tuple[str, str]]
    """(kind, name) of the symbols its edges point to that stand in no file: what is external, routes and the like."""
    counts: tuple[int, int, int]
    """Calls that were resolved, that lead outside, and that stay open."""


def link(views: Sequence[View], resolver: Resolver) -> list[Linked]:
    """Everything each of these files points at. Names are resolved file by file; what mentions have in common is told
    for those of all files at once before, and edges are made of them after."""
    core = resolver.core()
    plain = [core is not None and is_plain(view) for view in views]
    others = iter(_linked_together([view for view, alone in zip(views, plain, strict=True) if not alone], resolver))
    return [
        _linked_by(core, view, resolver) if alone else next(others) for view, alone in zip(views, plain, strict=True)
    ]


def _linked_by(core: Any, view: View, resolver: Resolver) -> Linked:
    """One file, by the compiled half of the resolver."""
    file = _begun(view, resolver)
    file.members()
    file.rest()
    each = Mentions(view, resolver, file.trace)
    edges, counts = each.linked_by(core, file.rows)
    depends = np.frombuffer(core.depends(file.trace), "<i8")
    return Linked(edges, depends, sorted(file.placeless | each.placeless), counts)


def _linked_together(views: Sequence[View], resolver: Resolver) -> list[Linked]:
    if not views:
        return []
    mentions = grouped(views)
    read = [
        _linked(view, resolver, mentions, start, end)
        for view, (start, end) in zip(views, pairwise(mentions.plans), strict=True)
    ]
    out, back = [end for _, each in read for end in each.out], [end for _, each in read for end in each.back]
    edges = carried_out(mentions, out, back, [file.rows for file, _ in read])
    return [
        Linked(packed, _depends(file), sorted(file.placeless | each.placeless), each.counts(mentions.times))
        for packed, (file, each) in zip(edges, read, strict=True)
    ]


def _linked(view: View, resolver: Resolver, mentions: Grouped, start: int, end: int) -> tuple[_File, Mentions]:
    """What one file says, and its plans worked out."""
    file = _begun(view, resolver)
    file.imports()
    file.bases()
    file.members()
    each = Mentions(view, resolver, file.trace)
    each.read(mentions, start, end)
    file.rows |= inheritance(view, resolver, file.trace)
    file.rest()
    return file, each


def _begun(view: View, resolver: Resolver) -> _File:
    """A file that asks from now on."""
    file = _File(view, resolver)
    resolver.begin_file(view, file.trace)
    return file


def _depends(file: _File) -> np.ndarray:
    """The keys of what was looked up in other files."""
    keys = in_order(file.trace)
    found: np.ndarray = keys[keys >> KEY_SHIFT != file.view.file_id]
    return found


@lru_cache(_CACHED)
def _external_id(name: str) -> int:
    return placeless_id(Kind.EXTERNAL, name)


class _File:
    """One file being linked."""

    def __init__(self, view: View, resolver: Resolver) -> None:
        self.view, self.resolver = view, resolver
        self.trace: Trace = set()
        self.rows: set[EdgeRow] = set()
        self.placeless: set[tuple[str, str]] = set()

    # What is written at the top

    def imports(self) -> None:
        """From this module to each module it imports, once per pair, at the first line that does."""
        view = self.view
        lines: dict[str, int] = {}
        outside: dict[str, int] = {}
        for imported, targets in zip(view.imports, view.leads(), strict=True):
            for path in self._mentioned(imported, targets):
                if path != view.path:
                    lines.setdefault(path, imported.line)
            if not targets and imported.module and not imported.module.startswith((".", "/")):
                outside.setdefault(self._package(imported.module), imported.line)
        for path, line in lines.items():
            self._edge(0, self.resolver.view(path).identity(0), EdgeKind.IMPORTS, Provenance.IMPORT_RESOLVED, line)
        for package, line in outside.items():
            self._edge(0, self._external(package), EdgeKind.DEPENDS_ON, Provenance.IMPORT_RESOLVED, line)

    def _package(self, module: str) -> str:
        """The package outside that an import names: all of a path, of a dotted name the first part, unless that is none
        (Java's `com`); then without the types at its end."""
        package = module.replace("::", ".").strip(".")
        if "/" in package:
            return package
        if not self.view.spec.whole_packages:
            return package.partition(".")[0]
        parts = package.split(".")
        typed = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts))
        return ".".join(parts[:typed]) or package

    def _mentioned(self, imported: Import, targets: Sequence[str]) -> Sequence[str]:
        """Of the files an import names, those it is an import of: of a package, the files that define what is used."""
        if imported.name and imported.name != "*":
            return targets[:_NAMED_TARGETS]
        if len(targets) < 2 or not self.view.spec.imports_packages:
            return targets
        prefix = "" if imported.name == "*" else imported.local.rpartition("/")[2] + "."
        used = [name[len(prefix) :] for name in self._mentions() if name.startswith(prefix)]
        found: set[str] = set()
        for name in used:
            thing = self.resolver.defined(targets, name, self.trace) if "." not in name else None
            if thing is not None:
                found.add(thing.path)
        return [path for path in targets if path in found] or targets[:1]

    def _mentions(self) -> list[str]:
        """First names and pairs of names (`pkg`, `pkg.Name`) of all that the file mentions."""
        found: set[str] = set()
        for text in self.view.facts.texts:
            for first, second in _FIRST_NAMES.findall(text):
                found.add(first)
                if second:
                    found.add(f"{first}.{second}")
        return sorted(found)

    def bases(self) -> None:
        view = self.view
        for position, text, implements, line in view.outline.bases:
            base = self.resolver.type_told(view, view.parent(position), text, self.trace)
            self._base(view.identity(position), view.kind(position), base, implements, line)
        for owner, trait, line, scope in view.outline.impls:
            source = self.resolver.follow(view, scope, steps(owner), NO_LOCALS, self.trace)
            base = self.resolver.type_of(view, scope, trait, self.trace)
            if source is not None and source.form is TYPE:
                holder = self.resolver.view(source.path)
                self._base(holder.identity(source.position), holder.kind(source.position), base, True, line)

    def _base(self, source: int, kind: Kind, base: Thing | None, implements: bool, line: int) -> None:
        if base is None or base.form is CALLABLE or base.name.startswith(UNKNOWN_OUTSIDE.name):
            return
        if base.form is TYPE:
            view = self.resolver.view(base.path)
            above = view.kind(base.position)
            if above in _ABSTRACT:
                implements = kind not in _ABSTRACT
            target = view.identity(base.position)
        else:
            target = self._external(base.name)
        if target != source:
            said = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
            self.rows.add(row(source, target, said, Provenance.IMPORT_RESOLVED, line))

    def members(self) -> None:
        """Members whose type lies in another file visible from here."""
        view = self.view
        for position, owner in view.outline.owners:
            if owner in view.names:
                continue
            found = self.resolver.follow(view, 0, steps(owner), NO_LOCALS, self.trace)
            if found is not None and found.form is TYPE:
                symbol, line = view.identity(position), view.outline.lines[position][0]
                target = self.resolver.view(found.path).identity(found.position)
                self.rows.add(row(target, symbol, EdgeKind.CONTAINS, Provenance.IMPORT_RESOLVED, line))
                self.rows.add(row(symbol, target, EdgeKind.MEMBER_OF, Provenance.IMPORT_RESOLVED, line))

    def rest(self) -> None:
        """What else it tells than by its mentions and by what its types inherit."""
        self.rows |= given(self.view, self.resolver, self.trace)
        outside = world_edges(self.view, self.resolver, self.trace)
        self.rows |= outside.rows
        self.placeless |= outside.placeless

    def _external(self, name: str) -> int:
        self.placeless.add((Kind.EXTERNAL.value, name))
        return _external_id(name)

    def _edge(self, scope: int, target: int, kind: EdgeKind, provenance: Provenance, line: int) -> None:
        source = self.view.identity(scope)
        if source != target or kind is EdgeKind.CALLS:
            self.rows.add(row(source, target, kind, provenance, line))
