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
from seedwalk.graph.things import CALLABLE, FIELD, Thing
from seedwalk.graph.views import View
from seedwalk.model import EdgeKind, Kind, RefKind

_ACCESSES, _REFERS = KIND_CODE[EdgeKind.ACCESSES_FIELD], KIND_CODE[EdgeKind.REFERENCES]
_CALL, _FIELD = RefKind.CALL, Kind.FIELD


class Following(Pointing):
    """The chains of one file's mentions."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        super().__init__(view, resolver, trace)
        self._named: dict[tuple[Place, str, float], Thing | None] = {}
        self._followed: dict[tuple[Place, bool, str, float], tuple[Thing | None, list[Thing]]] = {}

    def _follow(self, mention: Mention) -> Thing | None:
        """What a mention means; the fields it goes through become edges."""
        if not mention.ops:
            return None
        place, several, _, silent = mention.stands or standing(self.view, mention.scope, mention.ops[0])
        if silent:
            return None
        within = self.view.spec.becoming is not None and CALLED in mention.ops
        line = mention.line if several or within else ANYWHERE
        key = (place, mention.kind is _CALL, mention.text, line)
        known = self._followed.get(key)
        if known is None:
            passed: list[Thing] = []
            found, position = self._begin(mention, place, line)
            if several and self.view.narrowed(mention.scope):
                found, position = self.resolver.narrowed(
                    self.view, mention.scope, found, mention.ops, position, line, self.trace, passed
                )
            at = (mention.scope, mention.line)
            found = self.resolver.walk(self.view, found, mention.ops, position, self.trace, passed, at)
            if found is not None:
                called = mention.kind is _CALL or (self._runs_by_name(mention) and found.form is FIELD)
                found = self.resolver.meant(found, self.trace, called=called)
            known = self._followed[key] = (found, passed)
        for thing in known[1]:
            if thing.form is FIELD or thing.of is not None or not self._is_variable(mention):
                self._touch(mention, thing)
        return known[0]

    def _is_variable(self, mention: Mention) -> bool:
        """Whether a mention begins with a variable: whatever that holds is not named by it."""
        name = mention.ops[0]
        return name not in self.view.by_local and self.view.is_taken(mention.scope, name, mention.line)

    def _begin(self, mention: Mention, place: Place, line: float) -> tuple[Thing | None, int]:
        """What a mention begins with, and the steps that took; a lone name is worked out once for each place."""
        view, ops = self.view, mention.ops
        by_path = view.naming.paths_import or (view.naming.open_constants and is_constant_path(ops))
        if by_path or ops[0] in view.dotted or ops[0] in (CALLED, INDEXED) or self._is_of_types(ops[0]):
            return self.resolver.begin(view, mention.scope, ops, line, self.trace, called=mention.kind is _CALL)
        key = (place, ops[0], line)
        if key not in self._named:
            self._named[key] = self.resolver.named(view, mention.scope, ops[0], line, self.trace)
        return self._named[key], 1

    def _is_of_types(self, name: str) -> bool:
        """Whether every type has a function of this name, though nobody here wrote it."""
        naming = self.view.naming
        return name in naming.choosing or (naming.singletons and name in naming.instantiators)

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
