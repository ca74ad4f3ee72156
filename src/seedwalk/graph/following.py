"""What does one mention mean? Its chain is followed once for all places where it must mean the same; the fields it goes
through are used there, and become edges."""

from __future__ import annotations

from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import CALLED, INDEXED, MARKS
from seedwalk.graph.edges import KIND_CODE
from seedwalk.graph.meaning import ANYWHERE
from seedwalk.graph.plans import Mention
from seedwalk.graph.pointing import RUNS, Pointing
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.scopes import is_constant_path
from seedwalk.graph.standing import Place, standing
from seedwalk.graph.things import CALLABLE, FIELD, TWINNED, Thing
from seedwalk.graph.views import View
from seedwalk.model import EdgeKind, Kind, RefKind

_ACCESSES, _REFERS = KIND_CODE[EdgeKind.ACCESSES_FIELD], KIND_CODE[EdgeKind.REFERENCES]
_CALL, _FIELD = RefKind.CALL, Kind.FIELD


class Following(Pointing):
    """The chains of one file's mentions."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        super().__init__(view, resolver, trace)
        naming = view.naming
        self._by_path, self._by_constants = naming.paths_import, naming.open_constants
        self._within = view.spec.becoming is not None
        of_types = naming.choosing | naming.instantiators if naming.singletons else naming.choosing
        self._odd = of_types.union(view.dotted, (CALLED, INDEXED))
        """First names that more than their scopes explain: of modules written out, or of functions that every type has
        though nobody here wrote them."""
        self._named: dict[tuple[Place, str, float], Thing | None] = {}
        self._followed: dict[tuple[Place, bool, str, float], tuple[Thing | None, list[Thing]]] = {}

    def _follow(self, mention: Mention) -> Thing | None:
        """What a mention means; the fields it goes through become edges."""
        kind, text, ops, line, _, scope, stands, _ = mention
        if not ops:
            return None
        place, several, _, silent = stands or standing(self.view, scope, ops[0])
        if silent:
            return None
        seen_from = line if several or (self._within and CALLED in ops) else ANYWHERE
        if len(ops) == 1:  # a name by itself goes through no fields
            found, _ = self._begin(mention, place, seen_from)
            return self._as_used(mention, found) if found is not None else None
        key = (place, kind is _CALL, text, seen_from)
        known = self._followed.get(key)
        if known is None:
            passed: list[Thing] = []
            found, position = self._begin(mention, place, seen_from)
            if several and self.view.narrowed(scope):
                found, position = self.resolver.narrowed(
                    self.view, scope, found, ops, position, seen_from, self.trace, passed
                )
            if found is not None and position < len(ops):
                found = self.resolver.walk(self.view, found, ops, position, self.trace, passed, (scope, line))
            known = self._followed[key] = (self._as_used(mention, found) if found is not None else None, passed)
        for thing in known[1]:
            if thing.form is FIELD or thing.of is not None or not self._is_variable(mention):
                self._touch(mention, thing)
        return known[0]

    def _as_used(self, mention: Mention, found: Thing) -> Thing:
        """Of a field and a method of one name, the one that a mention means."""
        if found.form not in TWINNED:
            return found
        called = mention.kind is _CALL or (self._runs_by_name(mention) and found.form is FIELD)
        return self.resolver.meant(found, self.trace, called=called)

    def _is_variable(self, mention: Mention) -> bool:
        """Whether a mention begins with a variable: whatever that holds is not named by it."""
        name = mention.ops[0]
        return name not in self.view.by_local and self.view.is_taken(mention.scope, name, mention.line)

    def _begin(self, mention: Mention, place: Place, line: float) -> tuple[Thing | None, int]:
        """What a mention begins with, and the steps that took; a lone name is worked out once for each place."""
        ops = mention.ops
        first = ops[0]
        if self._by_path or first in self._odd or (self._by_constants and is_constant_path(ops)):
            called = mention.kind is _CALL
            return self.resolver.begin(self.view, mention.scope, ops, line, self.trace, called=called)
        key = (place, first, line)
        if key not in self._named:
            self._named[key] = self.resolver.named(self.view, mention.scope, first, line, self.trace)
        return self._named[key], 1

    def _touch(self, mention: Mention, thing: Thing) -> None:
        """A field or constant that is used, or a method that is named without brackets."""
        view = self.resolver.view(thing.path)
        if thing.form is CALLABLE:
            self._to(mention, thing, self._naming_kind(mention), self._provenance(thing))
            return
        parent = view.parent(thing.position)
        in_type = parent and view.is_type(parent)
        kind = _ACCESSES if in_type and view.kind(thing.position) is _FIELD else _REFERS
        self._to(mention, thing, kind, self._provenance(thing))

    def _naming_kind(self, mention: Mention) -> int:
        """What naming a callable is: running it, where the language says so; a variable of its name runs nothing."""
        return RUNS if self._runs_by_name(mention) else _REFERS

    def _runs_by_name(self, mention: Mention) -> bool:
        return self.view.naming.names_call and mention.text[:1] not in MARKS
