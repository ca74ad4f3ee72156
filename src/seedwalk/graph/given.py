"""What is a test handed by the names of its parameters? pytest looks for a fixture of that name: in the class and file
of the test, then in the files every test of a folder sees (https://docs.pytest.org/en/stable/reference/fixtures.html)."""

from __future__ import annotations

from collections.abc import Iterator

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.names import file_key
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import CALLABLE, Thing
from seedwalk.graph.views import GIVEN, KINDS, View
from seedwalk.model import EdgeKind, Flags, Import, Kind, Provenance

_TEST = int(Flags.TEST)
_RUNNING = frozenset(KINDS.index(kind) for kind in (Kind.FUNCTION, Kind.METHOD))
_QUOTES = "\"'"


def given(view: View, resolver: Resolver, trace: Trace) -> set[EdgeRow]:
    """A call from each test, and from each fixture, to the fixtures it is handed."""
    naming = view.naming
    rows: set[EdgeRow] = set()
    if not naming.given_marks:
        return rows
    symbols, fixtures = view.outline.symbols, frozenset(view.outline.given)
    shared: list[str] | None = None
    for position in _taking(view):
        qualified, identity, kind, flags, _ = symbols[position]
        tests = flags & _TEST and kind in _RUNNING and qualified.startswith("test", qualified.rfind(".") + 1)
        if not tests and position not in fixtures:
            continue
        for name in _parameters(view, position):
            shared = shared if shared is not None else list(_shared(view, trace))
            found = _fixture(view, resolver, position, name, shared, trace)
            if found is not None:
                target = resolver.view(found.path).identity(found.position)
                line = view.outline.lines[position][0]
                rows.add(row(identity, target, EdgeKind.CALLS, Provenance.IMPORT_RESOLVED, line))
    return rows


def _taking(view: View) -> list[int]:
    """Positions of the symbols that may take a name which nothing in it gives: few tests do."""
    texts, rows = view.facts.texts, view.facts.bindings
    nothing = texts.index("") if "" in texts else None
    own = [texts.index(name) for name in view.naming.instance if name in texts]
    found = {scope for name, _, value, _, scope, until in rows if value == nothing and not until and name not in own}
    return sorted(position for position in found if position < len(view.outline.symbols))


def _parameters(view: View, position: int) -> Iterator[str]:
    """Names a function takes, and nothing in it gives: what it is itself called on is none of them."""
    for name, bounds in view.bindings().get(position, {}).items():
        if not bounds[0].value and not bounds[0].until and name.isidentifier() and name not in view.naming.instance:
            yield name


def _shared(view: View, trace: Trace) -> Iterator[str]:
    """The files whose fixtures every file at or below their folder sees, the nearest first."""
    trace.add(file_key(view.naming.given_file))
    for depth in range(1, view.path.count("/") + 2):
        for path in view.targets(Import("." * depth + view.naming.given_file, "", "", 0)):
            if path != view.path:
                yield path


def _fixture(
    view: View, resolver: Resolver, position: int, name: str, shared: list[str], trace: Trace
) -> Thing | None:
    """The nearest fixture of a name; one that takes its own name is handed the one above it."""
    beside = view.names.get(f"{view.enclosing_type(position)}.{name}")
    if beside in view.outline.given and beside != position:
        return Thing(CALLABLE, view.path, beside)
    for path in (view.path, *shared):
        there = resolver.view(path)
        trace.add(there.key(GIVEN))
        renamed = renamed_by(there).get(name)
        found = Thing(CALLABLE, path, renamed) if renamed is not None else resolver.export_told(path, name, trace)
        if found is None or found.form is not CALLABLE or (found.path, found.position) == (view.path, position):
            continue
        defining = resolver.view(found.path)
        trace.add(defining.key(GIVEN))
        if found.position in defining.outline.given:
            return found
    return None


def renamed_by(view: View) -> dict[str, int]:
    """The fixtures of a file that say another name than their own, by that name."""
    found: dict[str, int] = {}
    for position in view.outline.given:
        own = view.qualified(position).rpartition(".")[2]
        for name, bounds in view.bindings().get(position, {}).items():
            if name[:1] in _QUOTES and any(bound.value == own for bound in bounds):
                found[name.strip(_QUOTES)] = position
    return found
