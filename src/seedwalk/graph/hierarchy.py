"""What types pass on: which methods override others, which members a type inherits, through every level."""

from __future__ import annotations

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import MEMBERS, View
from seedwalk.model import EdgeKind, Flags, Kind, Provenance

MAX_INHERITED = 200
"""Members one type may inherit by edges: a god class must not outweigh the rest of the graph."""
_METHODS = frozenset({Kind.METHOD, Kind.FUNCTION})
_TEST = int(Flags.TEST)


def inheritance(view: View, resolver: Resolver, trace: Trace) -> set[EdgeRow]:
    """Edges of every type of a file: child's method to the one it overrides, child to each member it inherits.

    Test classes inherit by `extends` alone: thousands of them, each with all of a test framework's members, would make
    the framework the centre of the graph.
    """
    rows: set[EdgeRow] = set()
    for position in range(1, len(view.outline.symbols)):
        if not view.is_type(position) or view.kind(position) is Kind.MODULE:
            continue
        line, _ = resolver.ancestors(view.path, position, trace)
        if len(line) > 1:
            rows |= _of_type(view, position, line[1:], resolver, trace)
    return rows


def _of_type(
    view: View, position: int, above: tuple[tuple[str, int], ...], resolver: Resolver, trace: Trace
) -> set[EdgeRow]:
    rows: set[EdgeRow] = set()
    own = members(view, position)
    settled = set(own)
    inherits = not view.flags(position) & _TEST
    at = view.outline.lines[position][0]
    overridden: set[str] = set()
    inherited = 0
    for path, base in above:
        parent = resolver.view(path)
        trace.add(parent.key(parent.qualified(base) + MEMBERS))
        for name, member in members(parent, base).items():
            kind = parent.kind(member)
            if name in own:
                if name not in overridden and kind in _METHODS and view.kind(own[name]) in _METHODS:
                    overridden.add(name)
                    line = view.outline.lines[own[name]][0]
                    target = parent.identity(member)
                    rows.add(row(view.identity(own[name]), target, EdgeKind.OVERRIDES, Provenance.DERIVED, line))
            elif name not in settled and inherits and inherited < MAX_INHERITED and kind is not Kind.CONSTRUCTOR:
                inherited += 1
                target = parent.identity(member)
                rows.add(row(view.identity(position), target, EdgeKind.INHERITS, Provenance.DERIVED, at))
            settled.add(name)
    return rows


def members(view: View, position: int) -> dict[str, int]:
    """Direct members of a type that stand in its file, by name; the first of each name."""
    return view.members().get(position, {})
