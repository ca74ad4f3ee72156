"""What types pass on: which methods override others, which members a type inherits, through every level."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from typing import NamedTuple

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import KINDS, MEMBERS, View
from seedwalk.model import TYPE_KINDS, EdgeKind, Flags, Kind, Provenance

MAX_INHERITED = 200
"""Members one type may inherit by edges: a god class must not outweigh the rest of the graph."""
MOST_LINES = 1024
"""Lines of types whose members are kept together."""
Line = tuple[tuple[str, int], ...]
"""Types by path and position, nearest first."""
_CONSTRUCTOR = Kind.CONSTRUCTOR
_TYPES = frozenset(KINDS.index(kind) for kind in TYPE_KINDS - {Kind.MODULE})
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
    for position, (_, _, code, _, _) in enumerate(view.outline.symbols):
        if code not in _TYPES or not position:
            continue
        line, _ = resolver.line_told(view, position, trace)
        if len(line) > 1:
            rows.update(_of_type(view, position, line[1:], several.keys(), resolver, trace))
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
    view: View, position: int, above: Line, several: Collection[str], resolver: Resolver, trace: Trace
) -> list[EdgeRow]:
    own, lines, identity = members(view, position), view.outline.lines, view.identity(position)
    passed = _passed_on(above, resolver)
    trace.update(passed.keys)
    rows: list[EdgeRow] = []
    for name in own.keys() & passed.overridden.keys():
        member = own[name]
        if view.kind(member) in _METHODS and view.qualified(member) not in several:
            rows.append((view.identity(member), passed.overridden[name], lines[member][0], *_OVERRIDES))
    if not view.flags(position) & _TEST:
        has = own.keys() | _of_parts(view, position, resolver, trace)
        inherited = [to for name, to in passed.inherited if name not in has and to != identity]
        rows += [(identity, to, lines[position][0], *_INHERITS) for to in inherited[:MAX_INHERITED]]
    return rows


def _of_parts(view: View, position: int, resolver: Resolver, trace: Trace) -> set[str]:
    """Names of the members that other parts of a type define: what one part overrides, no other inherits."""
    found: set[str] = set()
    for there, at in resolver.parts(view, position, trace):
        trace.add(there.key(there.qualified(at) + MEMBERS))
        found.update(members(there, at))
    return found


class _PassedOn(NamedTuple):
    """What a line of types passes on to whoever stands below it."""

    keys: Trace
    """Of what tells this."""
    overridden: dict[str, int]
    """By name, the nearest method that one of this name overrides."""
    inherited: list[tuple[str, int]]
    """Name and id of each member that is inherited, the nearest of each name."""


def _passed_on(line: Line, resolver: Resolver) -> _PassedOn:
    """Worked out once for all types below the same ones: in Django a third of the types are one of a dozen lines'."""
    kept: dict[Line, _PassedOn] = resolver.passed_on
    found = kept.get(line)
    if found is None:
        if len(kept) >= MOST_LINES:
            kept.clear()
        found = kept[line] = _PassedOn(set(), {}, [])
        settled: set[str] = set()
        for path, position in line:
            keys, passing = _of_one(path, position, resolver)
            found.keys.update(keys)
            for name, identity, kind in passing:
                if kind in _METHODS:
                    found.overridden.setdefault(name, identity)
                if name not in settled and kind is not _CONSTRUCTOR:
                    found.inherited.append((name, identity))
                settled.add(name)
    return found


def _of_one(path: str, position: int, resolver: Resolver) -> tuple[Trace, list[tuple[str, int, Kind]]]:
    """What one type passes on to whoever stands below it, its other parts too: name, id and kind of each member that it
    does not keep to itself; and the keys of what tells this. Put together once for all lines it is in."""
    kept: dict[tuple[str, int], tuple[Trace, list[tuple[str, int, Kind]]]] = resolver.passing_on
    found = kept.get((path, position))
    if found is None:
        found = kept[path, position] = set(), []
        own = resolver.view(path)
        for view, at in ((own, position), *resolver.parts(own, position, found[0])):
            found[0].add(view.key(view.qualified(at) + MEMBERS))
            private = view.private
            found[1].extend(
                (name, view.identity(member), view.kind(member))
                for name, member in members(view, at).items()
                if member not in private
            )
    return found


def members(view: View, position: int) -> dict[str, int]:
    """Direct members of a type that stand in its file, by name; the first of each name, or what does its work."""
    found, bodies = view.members().get(position, {}), view.outline.bodies
    return {name: bodies.get(member, member) for name, member in found.items()} if bodies else found
