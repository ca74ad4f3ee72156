"""From what a mention means to the edges that tell it."""

from __future__ import annotations

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow
from seedwalk.graph.meaning import UNKNOWN_OUTSIDE
from seedwalk.graph.plans import Mention, Plan, end
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import EXTERNAL, Thing
from seedwalk.graph.views import View
from seedwalk.identity import placeless_id
from seedwalk.model import EdgeKind, Flags, Kind, Provenance

_TESTING = int(Flags.TEST | Flags.MOCK)
_TEST = int(Flags.TEST)
_RUNS, _TESTS, _TESTED = EdgeKind.CALLS, EdgeKind.TESTS, EdgeKind.TESTED_BY
_BY_TYPE, _BY_IMPORT = Provenance.TYPE_RESOLVED, Provenance.IMPORT_RESOLVED


class Pointing:
    """The edges of one file's mentions: those of the mention at hand go into its plan."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        self.view, self.resolver, self.trace = view, resolver, trace
        self.rows: set[EdgeRow] = set()
        self.placeless: set[tuple[str, str]] = set()
        self._plan = Plan()

    def _provenance(self, mention: Mention, found: Thing) -> Provenance:
        """By the type of a receiver, or by scope and imports alone."""
        return _BY_TYPE if found.of is not None else _BY_IMPORT

    def _to(
        self, mention: Mention, found: Thing, kind: EdgeKind, provenance: Provenance, *, subject: bool = True
    ) -> None:
        """An edge; from a test also what it tests, unless what it calls is known to be no `subject` of it: a bare name
        that nothing in sight explains was mixed into the test to help it."""
        target = self._identity(found)
        if target is None:
            return
        self._plan.out.append(end(target, kind, provenance))
        tested = subject and kind is _RUNS and self.view.flags(mention.scope) & _TEST and found.path
        if tested and not self.resolver.view(found.path).flags(found.position) & _TESTING:
            self._plan.out.append(end(target, _TESTS, provenance))
            self._plan.back.append(end(target, _TESTED, provenance))

    def _identity(self, found: Thing) -> int | None:
        if found.form is EXTERNAL:
            return None if found.name.startswith(UNKNOWN_OUTSIDE.name) else self._external(found.name)
        return self.resolver.view(found.path).identity(found.position) if found.path else None

    def _external(self, name: str) -> int:
        self.placeless.add((Kind.EXTERNAL.value, name))
        return placeless_id(Kind.EXTERNAL, name)
