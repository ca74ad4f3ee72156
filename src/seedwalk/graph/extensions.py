"""Which method that stands outside of a type is called on it as if it were a member? (C#'s extension methods.)

Such a method writes the type it is for where others write their first parameter, and is a member of every object of
that type wherever its namespace is in sight. A type variable stands for any type, or for those its constraint allows.
"""

from __future__ import annotations

import re
from posixpath import commonpath, dirname

from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import erased, type_parts
from seedwalk.graph.meaning import Meanings
from seedwalk.graph.things import EXTERNAL, INSTANCE, LIST, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.passing import WRITTEN
from seedwalk.model import Kind

RECEIVER = "this"
"""The name under which such a method says which type it is for."""
_METHODS = frozenset({Kind.METHOD})
_MACROS = frozenset({Kind.MACRO})
_FIELDS = frozenset({Kind.FIELD})
_VARIABLE = re.compile(r"T(?:[A-Z0-9]\w*)?\??$")
"""How type variables are called."""
_ANYTHING = frozenset({"object", "dynamic", "Object", "object?"})
Place = tuple[str, int]


class Extensions(Meanings):
    """Methods called on types that do not define them."""

    def of_extension(self, view: View, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """The first method in sight that is written for the type of `holder`."""
        fitting = self.extensions(view, holder, name, trace)
        if not fitting:
            return None
        named = holder.name.lstrip("?") if holder.form is EXTERNAL else ""
        path, at = next((place for place in fitting if self._written(*place) == named), fitting[0])
        return self.thing(self.view(path), at, holder)

    def extensions(self, view: View, holder: Thing, name: str, trace: Trace) -> list[Place]:
        """Every method in sight that is written for the type of `holder`."""
        return [place for place in self._in_sight(view, name, trace) if self._is_for(*place, holder, trace)]

    def is_extension(self, found: Thing) -> bool:
        """Whether a callable was reached through something whose type it is written for, and not by its name alone
        inside of the type that holds it."""
        of, there = found.of, self.view(found.path)
        if of is None or of.form is TYPE or not self._is_extension(found.path, found.position):
            return False
        holder = there.qualified(there.parent(found.position))
        return of.form is not INSTANCE or self.view(of.path).qualified(of.position) != holder

    def lone(self, view: View, name: str, kinds: frozenset[Kind], trace: Trace) -> Place | None:
        """Where the one symbol stands that a name must mean on something unknown: nothing else is called so.

        Extension methods of one name in one type are one, and those out of sight are none. Where naming a field of
        another object calls what reads it (Ruby), fields of the name are something else.
        """
        trace.add(self._names.key(name))
        if not view.naming.extensions:
            only = self._names.only(view.spec.name, name, kinds)
            if only is None and view.naming.traits_in_scope:
                return self._of_one_trait(view, name, kinds, trace)
            read = only is not None and view.naming.names_call and self._may_be_field(view, name, only, trace)
            return None if read else only
        found = self._names.of_kinds(view.spec.name, name, kinds)
        owners = {self.view(path).qualified(at) for path, at in found}
        if len(owners) != 1:
            return None
        written = self._in_sight(view, name, trace)
        return written[0] if written else found[0] if len(found) == 1 and not self._is_extension(*found[0]) else None

    def _of_one_trait(self, view: View, name: str, kinds: frozenset[Kind], trace: Trace) -> Place | None:
        """The method of a trait, where all others of its name are what types have that implement the trait."""
        found = self._names.of_kinds(view.spec.name, name, kinds)
        of_traits = [(path, at) for path, at in found if self.view(path).kind(self.view(path).parent(at)) is Kind.TRAIT]
        if len(of_traits) != 1:
            return None
        there = self.view(of_traits[0][0])
        trait = there.qualified(there.parent(of_traits[0][1])).rpartition(".")[2]
        every = all(self._implements(path, at, trait, trace) for path, at in found if (path, at) != of_traits[0])
        return of_traits[0] if every else None

    def _implements(self, path: str, at: int, trait: str, trace: Trace) -> bool:
        """Whether the file that a method stands in says of its type that it has the trait."""
        view = self.view(path)
        owner = view.qualified(at).rpartition(".")[0]
        trace.add(view.key(owner))
        name = owner.rpartition(".")[2]
        return any(name == of.rpartition(".")[2] and type_parts(said)[0].rpartition("::")[2] == trait
                   for of, said, _, _ in view.outline.impls)  # fmt: skip

    def _may_be_field(self, view: View, name: str, only: Place, trace: Trace) -> bool:
        """Whether a field of a name may be asked for from outside, and not only of the type that has the method."""
        own = self.view(only[0]).qualified(only[1])
        field = name.removesuffix(WRITTEN)
        trace.add(self._names.key(field))
        for path, at in self._names.of_kinds(view.spec.name, field, _FIELDS):
            there = self.view(path)
            if at not in there.marked and there.qualified(at) != own:
                return True
        return False

    def nearest(self, view: View, path: str, name: str, trace: Trace) -> Place | None:
        """Where the macro of a name stands whose file shares most folders with `path`: no import says where it is."""
        trace.add(self._names.key(name))
        found = self._names.of_kinds(view.spec.name, name, _MACROS)
        return max(found, key=lambda place: len(commonpath((dirname(place[0]), dirname(path)))), default=None)

    def _is_extension(self, path: str, at: int) -> bool:
        """Whether a method is written for another type."""
        return bool(self.view(path).bound(at, RECEIVER))

    def _in_sight(self, view: View, name: str, trace: Trace) -> list[Place]:
        """Every extension method of a name whose namespace a file is in or imports."""
        if trace is not self._asking:
            return self._search_sight(view, name, trace)
        key = (view.path, name)  # one file asks for the same again and again, and its trace has it all already
        if key not in self._sighted:
            self._sighted[key] = self._search_sight(view, name, trace)
        return self._sighted[key]

    def _search_sight(self, view: View, name: str, trace: Trace) -> list[Place]:
        trace.add(self._names.key(name))
        found: list[Place] = []
        for path, at in self._names.of_kinds(view.spec.name, name, _METHODS):
            there = self.view(path)
            trace.add(there.key(there.qualified(at)))
            if view.sees(path) and self._is_extension(path, at):
                found.append((path, at))
        return found

    def _written(self, path: str, at: int) -> str:
        """The type an extension method is written for."""
        return self.view(path).bound(at, RECEIVER)[0].type

    def _is_for(self, path: str, at: int, holder: Thing, trace: Trace) -> bool:
        """Whether an extension method is written for what an object is, as far as that is known."""
        there, written = self.view(path), self._written(path, at)
        known = self._receivers.get((path, at))
        if known is not None:
            trace.add(known)
            wanted: Thing | None = known.value
        else:
            wanted = self._answers.ask(
                self._receivers, (path, at), lambda own: self.typed(there, at, written, own), trace
            )
        if wanted is None or wanted.form is EXTERNAL:
            open_ended = written in _ANYTHING or _VARIABLE.match(written) is not None
            if holder.form is LIST and not open_ended and not self._may_hold(there, written):
                return False
            if holder.form is not INSTANCE:
                own = holder.form is LIST or open_ended
                everyday = there.qualified(at).rpartition(".")[2] in there.naming.everyday
                return not (own and everyday) and (own or _may_be(holder.name, written))
            return open_ended or not self.ancestors(holder.path, holder.position, trace)[1]
        if wanted.form is LIST:
            inner, other = wanted.of, holder.of
            if holder.form is not LIST or inner is None or other is None:
                return False
            if there.qualified(at).rpartition(".")[2] in there.naming.everyday:  # lists have one of their own
                return other.form is inner.form is INSTANCE and self._is_a(other, inner, trace)
            return other.form is not INSTANCE or inner.form is not INSTANCE or self._is_a(other, inner, trace)
        return holder.form is INSTANCE and wanted.form is INSTANCE and self._is_a(holder, wanted, trace)

    @staticmethod
    def _may_hold(there: View, written: str) -> bool:
        """Whether a written type from outside may be one of those that hold others."""
        becoming, name = there.spec.becoming, erased(written).rstrip("?")
        return "<" in written or name.endswith("[]") or becoming is None or name in becoming.of_arrays

    def _is_a(self, holder: Thing, wanted: Thing, trace: Trace) -> bool:
        """Whether a type is another or inherits from it; parts of one type are the same type."""
        line, _ = self.ancestors(holder.path, holder.position, trace)
        there = self.view(wanted.path)
        name, taken = there.qualified(wanted.position), there.arities.get(wanted.position)
        for path, position in line:
            view = self.view(path)
            if view.qualified(position) == name and view.arities.get(position) == taken:
                return True
        return False


def is_variable(written: str) -> bool:
    """Whether a written type is called as type variables are."""
    return _VARIABLE.match(written) is not None


def _may_be(outside: str, written: str) -> bool:
    """Whether something from outside may be of a written type: one of the language's own types is that and no other."""
    known = outside.lstrip("?")
    if not known or "." in known:
        return True
    return known == written.rstrip("?") or not (known.islower() or written.rstrip("?").islower())
