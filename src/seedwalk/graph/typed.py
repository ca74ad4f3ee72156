"""Which type is written here, and which types does it inherit from?"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.facts import UNNAMED as UNNAMED_NAME
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import alternatives, steps, type_parts
from seedwalk.graph.extensions import is_variable
from seedwalk.graph.meaning import FEW, NO_LOCALS, OWN_TYPE, UNKNOWN_OUTSIDE, Meanings
from seedwalk.graph.things import (
    CALLABLE,
    EXTERNAL,
    FIELD,
    HOLDERS,
    INSTANCE,
    LIST,
    MODULE,
    TYPE,
    UNNAMED,
    Thing,
    at_once,
    taken_as,
)
from seedwalk.graph.views import View
from seedwalk.model import TYPE_KINDS, Kind

MAX_ANCESTORS = 64
_OWN_PATHS = frozenset({"crate", "$crate", "self", "super"})
"""How paths inside a package begin (Rust)."""


class Types(Meanings):
    """Written types, and the types above a type."""

    def typed(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """An instance of a written type, a list of them, or the type itself behind `Type[…]`."""
        for alternative in alternatives(text):
            name, arguments, is_list = type_parts(alternative)
            if is_list:
                inner = self.typed(view, scope, name, trace)
                return Thing(LIST, of=inner) if inner is not None else None
            if not name:
                continue
            if arguments and (name in view.naming.wrappers or _last(name) in view.naming.wrappers):
                inner = self.typed(view, scope, arguments[0], trace)
                if inner is not None and inner.form is INSTANCE and name.lower() == "type":
                    return taken_as(TYPE, inner)
            elif name.startswith(UNNAMED_NAME):
                inner = Thing(UNNAMED, view.path, scope, name=name)
            elif name in OWN_TYPE:
                inner = self.around(view, scope, trace)
            elif not arguments and (parameter := self.parameter(view, scope, name, trace)) is not None:
                inner = parameter
            else:
                named = self.of_arity(view, self._type_named(view, scope, name, trace), len(arguments), trace)
                inner = self.aliased(named, trace) or self.instance_of(named)
                if inner is None or inner.name.startswith(UNKNOWN_OUTSIDE.name):
                    inner = self.variable(view, scope, name, trace) or inner
                if inner is None and view.naming.written_types:
                    inner = UNKNOWN_OUTSIDE
                if arguments and (inner is None or inner.form is EXTERNAL):
                    element = self.typed(view, scope, arguments[-1], trace)
                    inner = Thing(LIST, of=element) if element is not None and element != UNKNOWN_OUTSIDE else inner
            if inner is not None:
                return inner
        return _of_outside(view, text)

    def aliased(self, found: Thing | None, trace: Trace) -> Thing | None:
        """What an instance of a type is that is another one's name: `type Log = (about: string) => Logger`."""
        if found is None or found.form is not TYPE:
            return None
        view = self.view(found.path)
        if view.kind(found.position) is not Kind.TYPE_ALIAS:
            return None
        qualified = view.qualified(found.position)
        trace.add(view.key(qualified))
        bounds = view.bound(found.position, qualified.rpartition(".")[2])
        if not view.naming.traits_in_scope:
            return self.evaluate(view, bounds[0], trace) if bounds else None
        trace.add(view.saying(found.position, qualified.rpartition(".")[2]))
        told = self._at_once(view, bounds, trace)  # an associated type may have several bounds
        return at_once(told, Thing(INSTANCE, found.path, found.position)) if told is not None else None

    def unaliased(self, found: Thing, trace: Trace) -> Thing:
        """The type that another one's name means; any other type itself."""
        named = self.aliased(found, trace)
        return taken_as(TYPE, named) if named is not None and named.form is INSTANCE else found

    def instance_of(self, found: Thing | None) -> Thing | None:
        if found is None or found.form in (INSTANCE, EXTERNAL):
            return found
        if found.form is CALLABLE and self.view(found.path).naming.functions_construct:
            return Thing(INSTANCE, found.path, found.position)
        return taken_as(INSTANCE, found) if found.form in HOLDERS else None

    def variable(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a type parameter is bound to be: of `<T: Load>`, a `Load`; of several bounds one that is known here."""
        holder = view.enclosing_type(scope) if view.naming.traits_in_scope else ""
        bounds: list[Bound] = []
        while scope:
            bounds += view.bound(scope, name)
            if holder:
                trace.add(view.saying(scope, name))
            scope = view.parent(scope)
        bounds += view.said_of(holder, name) if holder else ()
        return self._at_once(view, [bound for bound in bounds if bound.type and bound.type != name], trace)

    def parameter(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a type parameter of a function or type around is bound to be, whatever else is called so (Rust)."""
        if not view.naming.traits_in_scope:
            return None
        holder = view.enclosing_type(scope)
        told = view.is_local(name) or (holder and view.said_of(holder, name))
        return self.variable(view, scope, name, trace) if told else None

    def _at_once(self, view: View, bounds: Sequence[Bound], trace: Trace) -> Thing | None:
        """What is bound to be several things at once, as far as they are known here."""
        outside, known = None, []
        for bound in bounds:
            found = self.evaluate(view, bound, trace)
            if found is not None and found.form is not EXTERNAL:
                known.append(found)
                if not view.naming.traits_in_scope:
                    break
            outside = outside or found
        return at_once(*known) if known else outside

    def _type_named(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a name means where a type is written; a constant that holds a type is that type."""
        found = self.follow(view, scope, steps(name), NO_LOCALS, trace)
        if found is None:
            return _of_elsewhere(view, name)
        if found.form is MODULE:
            found = self.module_value(found, trace)
        held = self.contents(found, trace) if found is not None and found.form is FIELD else found
        return held if held is not None and held.form is not INSTANCE else None

    def of_arity(self, view: View, found: Thing | None, taken: int, trace: Trace) -> Thing | None:
        """Of the types of one name, the one that takes so many types; what was found, if there is none."""
        if found is None or found.form is not TYPE or not view.naming.arities:
            return found
        there = self.view(found.path)
        if there.arities.get(found.position, 0) == taken:
            return found
        qualified = there.qualified(found.position)
        name = qualified.rpartition(".")[2]
        trace.add(self._names.key(name))
        for path, at in self._names.of_kinds(view.spec.name, name, TYPE_KINDS):
            other = self.view(path)
            if other.qualified(at) == qualified and other.arities.get(at, 0) == taken and view.sees(path):
                return self.thing(other, at, None)
        return found

    def type_of(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """The type a written base, trait or annotation names: `*pkg.Base[T]` is `pkg.Base`."""
        name, arguments, _ = type_parts(text)
        if not name:
            return None
        found = self.of_arity(view, self._type_named(view, scope, name, trace), len(arguments), trace)
        return found if found is not None and found.form in (TYPE, EXTERNAL, CALLABLE) else None

    def ancestors(self, path: str, position: int, trace: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
        """A type and those it inherits from, nearest first, and whether all of them are in the repository."""
        at = (path, position)
        found = self._ancestors.get(at)
        if found is not None:  # 39,000 of 49,300 times for Django
            trace.add(found)
            told: tuple[tuple[tuple[str, int], ...], bool] | None = found.value
        else:
            told = self._answers.ask(self._ancestors, at, lambda own: self._line(at, own), trace)
        return told if told is not None else ((at,), False)

    def _line(self, at: tuple[str, int], trace: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
        order: list[tuple[str, int]] = []
        whole = self._climb(at, order, set(), trace)
        last_wins = dict.fromkeys(reversed(order))  # of a diamond, the shared base comes after both its children
        return tuple(reversed(last_wins)), whole

    def _climb(
        self, at: tuple[str, int], order: list[tuple[str, int]], above: set[tuple[str, int]], trace: Trace
    ) -> bool:
        if at in above or len(order) >= MAX_ANCESTORS:
            return True
        order.append(at)
        whole = True
        for base in self.bases(at[0], at[1], trace):
            if base.form is TYPE:
                whole = self._climb((base.path, base.position), order, above | {at}, trace) and whole
            else:
                whole = False
        return whole

    def held(self, holder: Thing, trace: Trace) -> Thing | None:
        """What a type holds that is written to extend a generic one: of `Shops extends ArrayList<Shop>`, a `Shop`."""
        line, whole = self.ancestors(holder.path, holder.position, trace)
        for path, position in () if whole else line:
            view = self.view(path)
            trace.add(view.key(view.qualified(position)))
            for at, text, _, _ in view.outline.bases:
                arguments = type_parts(text)[1] if at == position else ()
                if arguments:
                    found = self.typed(view, position, arguments[-1], trace)
                    return found if found is not None and found.form is INSTANCE else None
        return None

    def bases(self, path: str, position: int, trace: Trace) -> list[Thing]:
        """The types a type is written to extend or implement; what cannot be found is left out."""
        known: list[Thing] | None = self._answers.ask(
            self._bases, (path, position), lambda own: self._compute_bases(path, position, own), trace
        )
        return known or []

    def _compute_bases(self, path: str, position: int, trace: Trace) -> list[Thing]:
        view = self.view(path)
        trace.add(view.key(view.qualified(position)))
        found: list[Thing] = []
        for there, place in ((view, position), *self.parts(view, position, trace)[:FEW]):
            for at, text, _, _ in there.outline.bases:
                if at == place:
                    base = self.type_of(there, there.parent(place), text, trace)
                    found.append(base if base is not None else Thing(EXTERNAL, name=text))
        for owner, trait, _, scope in view.outline.impls:
            inside = f"{view.qualified(scope)}.{owner}" if scope else owner
            if view.qualified(position) in (owner, inside):
                base = self.type_of(view, scope, trait, trace)
                if base is not None:
                    found.append(base)
        return [base for base in found if (base.path, base.position) != (path, position)]

    def parts(self, view: View, position: int, trace: Trace) -> list[tuple[View, int]]:
        """The other parts of a type that may be written in several files of a namespace (C#'s `partial`) or anywhere
        (Ruby): what one of them extends, all do."""
        if not view.naming.arities and not view.naming.singletons:
            return []
        qualified, taken = view.qualified(position), view.arities.get(position)
        trace.add(self._names.key(qualified.rpartition(".")[2]))
        found: list[tuple[View, int]] = []
        for path, at in self._names.each(view.spec.name, qualified):
            there = self.view(path)
            if path == view.path or not there.is_type(at) or there.arities.get(at) != taken:
                continue
            if there.outline.namespaces == view.outline.namespaces:
                trace.add(there.key(qualified))
                found.append((there, at))
        return found


def _last(name: str) -> str:
    """The last part of a path: `Arc` of `std::sync::Arc`."""
    return name[max(name.rfind("."), name.rfind(":")) + 1 :]


def _of_outside(view: View, text: str) -> Thing | None:
    """An instance of a type that nothing in sight defines, in a language where that says it is none of ours."""
    name = type_parts(text)[0]
    if not view.naming.extensions or not name or is_variable(name):
        return None
    return Thing(EXTERNAL, name=UNKNOWN_OUTSIDE.name + name)


def _of_elsewhere(view: View, name: str) -> Thing | None:
    """A type written with the package it comes from, where paths need no import and nothing here explains this one."""
    separator, naming = view.spec.path_separator, view.naming
    package, _, rest = name.partition(separator)
    if not (naming.paths_import and rest and package[:1].islower()) or package in _OWN_PATHS:
        return None
    return Thing(EXTERNAL, name=name.replace(separator, "."))
