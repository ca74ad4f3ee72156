"""What types pass on: which methods override others, which members a type inherits, through every level."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import MEMBERS, View
from seedwalk.model import EdgeKind, Flags, Kind, Provenance

MAX_INHERITED = 200
"""Members one type may inherit by edges: a god class must not outweigh the rest of the graph."""
_CONSTRUCTOR, _MODULE = Kind.CONSTRUCTOR, Kind.MODULE
_METHODS = frozenset({Kind.METHOD, Kind.FUNCTION})
_TEST = int(Flags.TEST)
_OVERRIDES, _INHERITS = (row(0, 0, kind, Provenance.DERIVED, 0)[3:] for kind in (EdgeKind.OVERRIDES, EdgeKind.INHERITS))
"""How sure, of which kind and how known: the end of such an edge's row."""


def inheritance(view: View, resolver: Resolver, trace: Trace) -> set[EdgeRow]:
    """Edges of every type of a file: child's method to the one it overrides, child to each member it inherits.

    Test classes inherit by `extends` alone: thousands of them, each with all of a test framework's members, would make
    the framework the centre of the graph.
    """
    rows: set[EdgeRow] = set()
    several = view.repeated() if view.outline.impls else {}
    for position in range(1, len(view.outline.symbols)):
        if not view.is_type(position) or view.kind(position) is _MODULE:
            continue
        line, _ = resolver.ancestors(view.path, position, trace)
        if len(line) > 1:
            rows |= _of_type(view, position, line[1:], several.keys(), resolver, trace)
    return rows | _of_impls(view, several, resolver, trace)


def _of_impls(view: View, several: dict[str, list[int]], resolver: Resolver, trace: Trace) -> set[EdgeRow]:
    """Where several traits give one type methods of one name, each method overrides that of the trait it stands below.

    An `impl` begins at the line of its trait and ends where the next one begins; one without a trait is not listed, so
    the trait must have the method.
    """
    rows: set[EdgeRow] = set()
    begins: dict[str, list[tuple[int, str, int]]] = {}
    for owner, trait, line, scope in view.outline.impls if several else ():
        begins.setdefault(owner.rpartition(".")[2], []).append((line, trait, scope))
    for qualified, positions in several.items():
        holder, _, name = qualified.rpartition(".")
        impls = sorted(begins.get(holder.rpartition(".")[2], ()))
        for position in positions:
            line = view.outline.lines[position][0]
            before = bisect(impls, line, key=lambda impl: impl[0])
            above = resolver.type_of(view, impls[before - 1][2], impls[before - 1][1], trace) if before else None
            declared = resolver.member(above, name, trace) if above is not None else None
            if declared is not None and declared.path:
                target = resolver.view(declared.path).identity(declared.position)
                rows.add((view.identity(position), target, line, *_OVERRIDES))
    return rows


def _of_type(
    view: View, position: int, above: tuple[tuple[str, int], ...], several: Collection[str], resolver: Resolver,
    trace: Trace,
) -> set[EdgeRow]:  # fmt: skip
    rows: set[EdgeRow] = set()
    own = members(view, position)
    settled = set(own)
    inherits = not view.flags(position) & _TEST
    at = view.outline.lines[position][0]
    overriding = {
        name for name, member in own.items()
        if view.kind(member) in _METHODS and view.qualified(member) not in several
    }  # fmt: skip
    inherited = 0
    for path, base in above:
        parent = resolver.view(path)
        trace.add(parent.key(parent.qualified(base) + MEMBERS))
        theirs = members(parent, base)
        for name in overriding & theirs.keys():
            if parent.kind(theirs[name]) in _METHODS and theirs[name] not in parent.private:
                overriding.remove(name)
                line = view.outline.lines[own[name]][0]
                rows.add((view.identity(own[name]), parent.identity(theirs[name]), line, *_OVERRIDES))
        if inherits:
            for name, member in theirs.items():
                if member in parent.private:
                    continue
                itself = parent.kind(member) is _CONSTRUCTOR or parent.identity(member) == view.identity(position)
                if name not in settled and inherited < MAX_INHERITED and not itself:
                    inherited += 1
                    rows.add((view.identity(position), parent.identity(member), at, *_INHERITS))
                settled.add(name)
    return rows


def members(view: View, position: int) -> dict[str, int]:
    """Direct members of a type that stand in its file, by name; the first of each name."""
    return view.members().get(position, {})
