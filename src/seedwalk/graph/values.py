"""What does a name hold? What callables give, fields contain and bindings say, by written types or by expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seedwalk.facts import EACH, GIVES, HANDED, OBJECT, RETURN, TAKEN
from seedwalk.graph.answers import Table, Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import CALLED, steps
from seedwalk.graph.extensions import RECEIVER, is_variable
from seedwalk.graph.meaning import OWN_TYPE, Meanings
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, HOLDERS, INSTANCE, LIST, TYPE, UNNAMED, Thing, taken_as
from seedwalk.graph.views import View
from seedwalk.languages.spec import Naming
from seedwalk.model import Kind

MAX_VALUES = 4
"""Values of one name tried before its type is called unknown."""
_CONSTRUCTOR = Kind.CONSTRUCTOR
_ENUM = Kind.ENUM
_TYPE_ALIAS = Kind.TYPE_ALIAS
BEFORE = 0.5
"""A name's own binding does not count in the expression it is bound to."""


class Values(Meanings):
    """Values of callables, fields and bindings, worked out once each."""

    def returned(self, found: Thing, trace: Trace) -> Thing | None:
        """What a callable gives, by its declared type or the expressions it returns."""
        view = self.view(found.path)
        own = found.of if found.of is not None and found.of.form in HOLDERS else None
        for bound in view.bound(found.position, RETURN):
            if bound.type.strip("\"'") in OWN_TYPE or _is_own(bound.value, view.naming):
                trace.add(view.key(view.qualified(found.position)))
                return self.instance_of(own) if own is not None else self.around(view, found.position, trace)
            if found.of is not None and is_variable(bound.type) and _gives_receiver(view, found.position, bound.type):
                return found.of  # `T With<T>(this T builder)` hands on what it is called on
        given = self._kept(self._returned, found, self._compute_returned, trace)
        if own is not None and given is not None and given.form is TYPE and view.naming.choosing:
            declaring = (view.path, view.parent(found.position))
            return taken_as(TYPE, own) if (given.path, given.position) == declaring else given  # not what is mixed in
        if own is None or given is None or given.form is not INSTANCE or not view.naming.written_types:
            return given
        return self._of_own_kind(view, found.position, own, given, trace)

    def _of_own_kind(self, view: View, position: int, own: Thing, given: Thing, trace: Trace) -> Thing | None:
        """What is given as a type parameter that stands for the type below: of `B extends Builder<B>`, that type."""
        holder = view.parent(position)
        told = [bound.type for bound in view.bound(position, RETURN) if view.bound(holder, bound.type)]
        line = self.ancestors(own.path, own.position, trace)[0] if told else ()
        return self.instance_of(own) if (given.path, given.position) in line else given

    def _compute_returned(self, view: View, position: int, trace: Trace) -> Thing | None:
        if view.kind(position) is _CONSTRUCTOR and view.naming.constructs_by_call:
            return None
        return self.first_told(view, view.bound(position, RETURN), trace)

    def field_contents(self, found: Thing, trace: Trace) -> Thing | None:
        return self._kept(self._contents, found, self._compute_contents, trace)

    def variable_contents(self, found: Thing, trace: Trace) -> Thing | None:
        """What a variable is that holds a function without a name, and is known by that: of its written type."""
        view = self.view(found.path)
        qualified = view.qualified(found.position)
        trace.add(view.key(qualified))
        return self.first_told(view, view.bound(found.position, qualified.rpartition(".")[2]), trace)

    def _compute_contents(self, view: View, position: int, trace: Trace) -> Thing | None:
        if (value := self.first_told(view, view.field(view.qualified(position)), trace)) is not None:
            return value
        parent = view.parent(position)
        if parent and view.kind(parent) is _ENUM:
            return Thing(INSTANCE, view.path, parent)
        constructor = view.constructors.get(parent) if not view.naming.literal_construction else None
        if constructor is not None:  # a field declared by a constructor's parameter
            return self.first_told(view, view.bound(constructor, view.qualified(position).rpartition(".")[2]), trace)
        declared = [each for each in view.bound(parent, view.qualified(position).rpartition(".")[2]) if each.type]
        return self.first_told(view, declared, trace) or self.object_at(view, position, trace)

    def is_variant(self, found: Thing) -> bool:
        """Whether a constant is one of the shapes that an enumeration's objects have, each with parts of its own."""
        view = self.view(found.path)
        return bool(view.naming.item) and view.kind(view.parent(found.position)) is _ENUM

    def part_of_variant(self, found: Thing, name: str, trace: Trace) -> Thing | None:
        """What a part of a variant is, by its name or number."""
        if not self.is_variant(found):
            return None
        view = self.view(found.path)
        around, said = view.parent(found.position), f"{view.qualified(found.position).rpartition('.')[2]}.{name}"
        trace.add(view.saying(around, said))
        return self.first_told(view, view.bound(around, said), trace)

    def _kept(
        self, kept: Table, found: Thing, compute: Callable[[View, int, Trace], Thing | None], trace: Trace
    ) -> Thing | None:
        """The answer for a symbol, worked out once."""
        known = kept.get((found.path, found.position))
        if known is not None:
            trace.add(known)
            value: Thing | None = known.value
            return value

        def ask(own: Trace) -> Thing | None:
            view = self.view(found.path)
            own.add(view.key(view.qualified(found.position)))
            return compute(view, found.position, own)

        told: Thing | None = self._answers.ask(kept, (found.path, found.position), ask, trace)
        return told

    def first_told(self, view: View, bounds: Sequence[Bound], trace: Trace) -> Thing | None:
        """The first of several bindings whose type can be told."""
        left = MAX_VALUES
        for bound in bounds:
            if bound.type or bound.value:
                found = self.evaluate(view, bound, trace)
                left -= 1
                if found is not None or not left:
                    return found
        return None

    def evaluate(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a binding says its name is."""
        known = self._told.get(id(bound))
        if known is None:
            key = (view.path, alike(view, bound))
            known = self._values.get(key)
            if known is None:
                told: Thing | None = self._answers.ask(
                    self._values, key, lambda own: self._evaluate(view, bound, own), trace
                )
                return told
            self._told[id(bound)] = known
        trace.add(known)
        value: Thing | None = known.value
        return value

    def _evaluate(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        if bound.type:
            return self.typed(view, bound.scope, bound.type, trace)
        if bound.value == OBJECT:
            return Thing(UNNAMED, view.path, bound.scope, name=RETURN)
        if bound.value[:1].isdigit():
            return self._further(view, bound, trace)
        if HANDED in bound.value:
            return self.handed(view, bound, trace)
        if TAKEN in bound.value:
            return self._given_back(view, bound, trace)
        found = self.follow(view, bound.scope, steps(bound.value), bound.line - BEFORE, trace)
        if bound.value.startswith(EACH):
            several = self.contents(found, trace) if found is not None else None
            if several is not None and several.form is INSTANCE and view.naming.written_types:
                return self.held(several, trace)
            return self.element(several, trace)
        held = self.contents(found, trace) if found is not None and self._is_read(view, found) else found
        at_top = held is not None and held.form is UNNAMED and not held.position
        return found if at_top else held  # an object of the file is used where what it holds is

    def _given_back(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a generic function gives that gives back what it takes: of `func Load[T any](bean T) T`, that bean."""
        call, _, written = bound.value.partition(TAKEN)
        called = self.follow(view, bound.scope, steps(call)[:-1], bound.line - BEFORE, trace)
        if called is None or called.form is not CALLABLE:
            return None
        there = self.view(called.path)
        trace.add(there.saying(called.position, RETURN))
        given = [each.type for each in there.bound(called.position, RETURN)][:1]
        taken = given and any(each.type != given[0] for each in there.bound(called.position, given[0]))
        return self.typed(view, bound.scope, written, trace) if taken else None

    def _further(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """The second or third result of a call."""
        number, ops = bound.value[0], steps(bound.value[1:])
        called = self.follow(view, bound.scope, ops[:-1], bound.line - BEFORE, trace) if ops[-1:] == (CALLED,) else None
        if called is None or called.form is EXTERNAL:
            return called
        if called.form is not CALLABLE:
            return None
        there = self.view(called.path)
        trace.add(there.saying(called.position, RETURN + number))
        return self.first_told(there, there.bound(called.position, RETURN + number), trace)

    def element(self, found: Thing | None, trace: Trace) -> Thing | None:
        """What a list holds, or a type made of one; None for what is no list."""
        if found is not None and found.form is INSTANCE:
            if found.path and (item := self.view(found.path).naming.item):
                named = self.member(found, item, trace)
                return self.aliased(named, trace) if named is not None else None
            found = self.made_of(found, trace)
        if found is not None and found.form is TYPE and self.view(found.path).naming.choosing:
            return taken_as(INSTANCE, found)  # what is chosen among the instances of a type holds these
        return found.of if found is not None and found.form is LIST else None

    def made_of(self, found: Thing, trace: Trace) -> Thing | None:
        """What an instance is made of, where its type is a list or a function with methods of its own."""
        if not found.path:
            return None
        view = self.view(found.path)
        if view.kind(found.position) is not _TYPE_ALIAS:
            return None
        trace.add(view.saying(found.position, GIVES))
        return self.first_told(view, view.bound(found.position, GIVES), trace)

    def _is_read(self, view: View, found: Thing) -> bool:
        """Whether naming this gives its value: a field, a property, where naming is calling any method."""
        if found.form is CALLABLE:
            return view.naming.names_call or found.position in self.view(found.path).properties
        return found.form is FIELD


def alike(view: View, bound: Bound) -> Bound | tuple[str, str]:
    """What stands for all bindings that must say the same, wherever they stand: those to one expression that begins
    with the object around them, or with a name of which no scope of the file says anything."""
    naming, value = view.naming, bound.value
    if bound.type or naming.implicit or naming.open_constants or naming.traits_in_scope or not value.isprintable():
        return bound
    ops = steps(value[1:] if value[:1].isdigit() else value)
    if not ops or ops[0] in naming.choosing or view.narrowed(bound.scope):
        return bound
    if ops[0] in naming.instance or ops[0] in naming.itself or ops[0] in naming.parent:
        return value, view.enclosing_type(bound.scope)
    return bound if view.is_local(ops[0]) else (value, "")


def _gives_receiver(view: View, position: int, written: str) -> bool:
    """Whether an extension method gives the very type it is called on."""
    return any(bound.type == written for bound in view.bound(position, RECEIVER))


def _is_own(value: str, naming: Naming) -> bool:
    """Whether an expression gives an object of the type it stands in: `self`, `cls()`."""
    return value in naming.instance or (value.endswith(CALLED) and value.removesuffix(CALLED) in naming.itself)
