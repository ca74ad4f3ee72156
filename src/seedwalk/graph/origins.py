"""Where does an expression come from outside of the repository? `app` of `app = Flask(__name__)` from `flask.Flask`.

The resolver gives up at what calling something external returns; here its beginning is enough: evidence that a receiver
belongs to a framework, not a type.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.facts import RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import CALLED, INDEXED, steps, type_parts
from seedwalk.graph.meaning import NO_LOCALS
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, INSTANCE, PARENT, TYPE, Thing
from seedwalk.graph.values import BEFORE
from seedwalk.graph.views import View

MAX_STEPS = 6
"""Names followed into names: an app made by a factory imported from a barrel takes four."""
_UNKNOWN = "?"


class Origins:
    """Dotted names outside the repository, for expressions of one file."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        self._view, self._resolver, self._trace = view, resolver, trace
        self._known: dict[tuple[int, str, float], str] = {}

    def of(self, scope: int, text: str, line: float) -> str:
        """The external name an expression begins with, calls left out; empty when there is none."""
        key = (scope, text, line)
        found = self._known.get(key)
        if found is None:
            ops = steps(text)
            own = self._is_own(scope, ops, line)
            found = self._known[key] = "" if own else self._of(self._view, scope, ops, line, MAX_STEPS)
        return found

    def _is_own(self, scope: int, ops: Sequence[str], line: float) -> bool:
        """Whether a callee is a function of the repository: what that returns says nothing of the call."""
        found = self._resolver.chain_told(self._view, scope, ops, line, self._trace) if ops else None
        return found is not None and found.form is CALLABLE and bool(found.path)

    def of_type(self, scope: int) -> str:
        """What the type around a scope extends outside the repository."""
        view = self._view
        while scope and not view.is_type(scope):
            scope = view.parent(scope)
        return self._base(Thing(TYPE, view.path, scope), MAX_STEPS) if scope else ""

    def _of(self, view: View, scope: int, ops: Sequence[str], line: float, left: int) -> str:
        if not ops or not left or ops[0] in (CALLED, INDEXED):
            return ""
        self._trace.add(view.key(ops[0]))
        bound = _nearest(view, scope, ops[0], line)
        if bound is not None and (origin := self._bound(view, bound, left - 1)):
            return origin
        marks = [place for place, op in enumerate(ops) if op in (CALLED, INDEXED)]
        named = ops[: marks[0]] if marks else ops
        found = self._told(self._resolver.chain_told(view, scope, named, line, self._trace))
        if found is None and len(named) > 1:
            found = self._told(self._resolver.chain_told(view, scope, named[:-1], line, self._trace))
        if found is None and bound is None and view.naming.paths_import and len(named) > 1:
            return ".".join(named)  # a path written out: `reqwest::get`
        return self._thing(found, left - 1) if found is not None else ""

    @staticmethod
    def _told(found: Thing | None) -> Thing | None:
        """What is found, unless all that is known of it is that it comes from outside."""
        unknown = found is not None and found.form is EXTERNAL and found.name.startswith(_UNKNOWN)
        return None if unknown else found

    def _bound(self, view: View, bound: Bound, left: int) -> str:
        if bound.type:
            name = type_parts(bound.type)[0]
            return self._of(view, bound.scope, steps(name), NO_LOCALS, left)
        return self._of(view, bound.scope, steps(bound.value), bound.line - BEFORE, left)

    def _thing(self, found: Thing, left: int) -> str:
        """What is external itself, what a field holds, what a function gives, what a type extends."""
        if found.form is EXTERNAL:
            return "" if found.name.startswith(_UNKNOWN) else found.name
        if not found.path or not left:
            return ""
        view = self._resolver.view(found.path)
        qualified = view.qualified(found.position)
        self._trace.add(view.key(qualified))  # also what is bound inside it
        if found.form in (TYPE, INSTANCE, PARENT):
            return self._base(found, left)
        bounds = view.field(qualified) if found.form is FIELD else view.bound(found.position, RETURN)
        for bound in bounds[:2]:
            origin = self._bound(view, bound, left)
            if origin:
                return origin
        return ""

    def _base(self, found: Thing, left: int) -> str:
        for base in self._resolver.bases(found.path, found.position, self._trace):
            if base.form is EXTERNAL:
                return base.name
            origin = self._thing(base, left - 1)
            if origin:
                return origin
        return ""


def _nearest(view: View, scope: int, name: str, line: float) -> Bound | None:
    """What the nearest scope around says of a local name, last before this line; fields are the resolver's."""
    if line == NO_LOCALS:
        return None
    while True:
        bounds = view.bound(scope, name) if not view.is_type(scope) or not scope else []
        if bounds:
            before = [bound for bound in bounds if bound.line <= line]
            return before[-1] if before else bounds[0]
        if not scope:
            return None
        scope = view.parent(scope)
