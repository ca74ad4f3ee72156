"""From what a mention means to the edges that tell it."""

from __future__ import annotations

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE
from seedwalk.graph.meaning import UNKNOWN_OUTSIDE
from seedwalk.graph.plans import End, Mention
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import EXTERNAL, Thing
from seedwalk.graph.views import View
from seedwalk.identity import placeless_id
from seedwalk.model import EdgeKind, Flags, Kind, Provenance

_TESTING = int(Flags.TEST | Flags.MOCK)
_TEST = int(Flags.TEST)
RUNS, _TESTS, _TESTED = (KIND_CODE[kind] for kind in (EdgeKind.CALLS, EdgeKind.TESTS, EdgeKind.TESTED_BY))
BY_TYPE, BY_IMPORT = PROVENANCE_CODE[Provenance.TYPE_RESOLVED], PROVENANCE_CODE[Provenance.IMPORT_RESOLVED]


class Pointing:
    """The edges of one file's mentions: those of the mention at hand go into its plan."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        self.view, self.resolver, self.trace = view, resolver, trace
        self.placeless: set[tuple[str, str]] = set()
        self.out: list[End] = []
        """Edges from the symbols around mentions,"""
        self.back: list[End] = []
        """and edges to these."""
        self._plan = 0
        """The number of the plan at hand."""

    def _provenance(self, found: Thing) -> int:
        """By the type of a receiver, or by scope and imports alone."""
        return BY_TYPE if found.of is not None else BY_IMPORT

    def _to(self, mention: Mention, found: Thing, kind: int, how: int, *, subject: bool = True) -> None:
        """An edge; from a test also what it tests, unless what it calls is known to be no `subject` of it: a bare name
        that nothing in sight explains was mixed into the test to help it."""
        target = self._identity(found)
        if target is None:
            return
        self.out.append((self._plan, target, kind, how))
        tested = subject and kind == RUNS and self.view.flags(mention.scope) & _TEST and found.path
        if tested and not self.resolver.view(found.path).flags(found.position) & _TESTING:
            self.out.append((self._plan, target, _TESTS, how))
            self.back.append((self._plan, target, _TESTED, how))

    def _identity(self, found: Thing) -> int | None:
        if found.form is EXTERNAL:
            return None if found.name.startswith(UNKNOWN_OUTSIDE.name) else self._external(found.name)
        if not found.path:
            return None
        view, position = self.resolver.view(found.path), found.position
        bodies = view.outline.bodies
        return view.identity(bodies.get(position, position) if bodies else position)

    def _external(self, name: str) -> int:
        self.placeless.add((Kind.EXTERNAL.value, name))
        return placeless_id(Kind.EXTERNAL, name)
