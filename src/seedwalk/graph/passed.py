"""What type has an argument, and may it be passed for a parameter of some type?"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from seedwalk.facts import RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import CALLED, INDEXED, erased, steps, types_of
from seedwalk.graph.meaning import ANYWHERE, MAX_OVERLOADS, Meanings
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, INSTANCE, TYPE, Thing
from seedwalk.graph.views import MEMBERS, View
from seedwalk.languages.passing import GIVES_NOTHING, LAMBDA, OF_ITSELF, TYPED, UNBOXED, UNTOLD
from seedwalk.model import Kind

_VARIABLE = re.compile(r"[A-Z][A-Z\d]?(?:\[\])*$")
"""How type parameters are called by custom: `T`, `K2`, `IN`."""
_NULL, _NOTHING = "null", "void"
_ASKED, _MADE = 2, 3
"""Steps of a chain that asks a type for something, and of one that calls that."""
_ANY_OBJECT = "Object"
_ARRAY = "[]"
_SAME, _ABOVE, _WIDER, _FUNCTION, _ANYTHING, _PERHAPS = 10.0, 8.0, 7.0, 5.0, 2.0, 1.0
"""How near a parameter's type is to an argument's: the same, one above it, a wider number, one for functions, one that
all have, or who knows."""
_BOXED = -100.0
"""What must be put into its box, or taken out of it, is passed only where nothing else can be."""
_STEP = 0.125
"""What each level above takes away."""
_ABSTRACT = frozenset({Kind.INTERFACE, Kind.TRAIT})



class Argument(NamedTuple):
    """An argument's type."""

    name: str
    """Erased; UNTOLD, or what its shape is,"""
    found: Thing | None = None
    """the type if it stands in the repository,"""
    written: str = ""
    """and all that is written of it, where somebody asks for that."""


_UNKNOWN = Argument(UNTOLD)


class Passed(Meanings):
    """The types of arguments."""

    def argument(self, view: View, scope: int, line: float, shape: str, trace: Trace) -> Argument:
        """The type of an argument of this shape, where it stands."""
        if shape.startswith(LAMBDA) or shape == UNTOLD:
            return Argument(shape)
        if shape.startswith(TYPED):
            return self._of_type(view, scope, shape[len(TYPED) :], trace)
        return self._of_chain(view, scope, steps(shape), line, trace)

    def _of_type(self, view: View, scope: int, text: str, trace: Trace) -> Argument:
        name = erased(text)
        if _VARIABLE.match(name):
            found = self.typed(view, scope, text, trace)
            if found is not None and found.form is INSTANCE and found.path:
                return Argument(name, Thing(TYPE, found.path, found.position), text)
            of_itself = name.endswith(_ARRAY) or view.spec.becoming is not None
            return Argument(name if of_itself else _ANY_OBJECT, None, text)
        passing = view.spec.passing
        if passing is not None and (name in passing.wider or name in passing.own):
            return Argument(name)
        found = self.type_of(view, scope, text.rstrip(_ARRAY), trace)
        return Argument(name, found if found is not None and found.form is TYPE else None, text)

    def _of_chain(self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace) -> Argument:
        if not ops:
            return _UNKNOWN
        if len(ops) == 1 and ops[0] not in view.naming.instance:
            return self._of_name(view, scope, ops[0], line, trace)
        if ops[-1] == INDEXED:
            held = self._of_chain(view, scope, ops[:-1], line, trace)
            return Argument(held.name.removesuffix(_ARRAY), held.found) if held.name.endswith(_ARRAY) else _UNKNOWN
        if ops[-1] == CALLED:
            return self._of_call(view, scope, ops, line, trace)
        found = self.follow(view, scope, ops, line, trace)
        return self._of_found(found, trace) if found is not None else self._of_own(view, ops)

    def _of_own(self, view: View, ops: Sequence[str]) -> Argument:
        """What a method or constant of the language's own types gives: by its name alone, or one of its own type."""
        passing = view.spec.passing
        if passing is None:
            return self._own_constant(view, ops)
        names = [op for op in ops if op != CALLED]
        gives = passing.gives.get(names[-1], UNTOLD)
        if gives == OF_ITSELF:
            gives = names[-2] if len(names) > 1 and names[-2][:1].isupper() else UNTOLD
        elif gives == UNBOXED:
            gives = next((simple for simple, box in passing.boxes.items() if box in names[:-1]), UNTOLD)
        return Argument(gives)

    def _own_constant(self, view: View, ops: Sequence[str]) -> Argument:
        """What a type from outside is asked for is one of it, where types have such: `StringComparison.Ordinal`."""
        becoming = view.spec.becoming
        if becoming is None or not ops[0][:1].isupper() or ops[0] in becoming.apart:
            return _UNKNOWN
        made = ops[0] in becoming.values and len(ops) == _MADE and ops[1].startswith(becoming.makers)
        return Argument(ops[0]) if made or len(ops) == _ASKED else _UNKNOWN

    def _of_name(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Argument:
        """A bare name: what its nearest binding says, else the field it means."""
        at = scope
        while at:
            bounds = view.bound(at, name)
            if not view.is_type(at):
                bounds = [each for each in bounds if each.line <= line <= (each.until or ANYWHERE)]
            if bounds:
                return self._of_bound(view, bounds[-1], trace)
            at = view.parent(at)
        return self._of_found(self.follow(view, scope, (name,), line, trace), trace)

    def _of_bound(self, view: View, bound: Bound, trace: Trace) -> Argument:
        if bound.type:
            return self._of_type(view, bound.scope, bound.type, trace)
        if not bound.value or bound.value.startswith("*"):
            return _UNKNOWN
        return self._of_chain(view, bound.scope, steps(bound.value), bound.line, trace)

    def _of_call(self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace) -> Argument:
        found = self.follow(view, scope, ops[:-1], line, trace)
        if found is not None and found.form is TYPE:
            there = self.view(found.path)
            return Argument(there.qualified(found.position).rpartition(".")[2], found)
        if found is not None and found.form is CALLABLE:
            return self.of_call(view, scope, line, found, ops[:-1], trace)
        if len(ops) == _ASKED and view.spec.becoming is not None:
            return self.of_function(view, scope, self._of_name(view, scope, ops[0], line, trace), trace)
        return self._of_own(view, ops)

    @abstractmethod
    def of_function(self, view: View, scope: int, held: Argument, trace: Trace) -> Argument:
        """The type of what a function gives that a variable of some type holds."""

    @abstractmethod
    def of_call(self, view: View, scope: int, line: float, found: Thing, ops: Sequence[str], trace: Trace) -> Argument:
        """The type of what a call of these steps gives, which found a callable."""

    def returned_type(self, found: Thing, trace: Trace) -> Argument:
        """What a callable is written to give, if all of its name in its type give the same, or it was chosen."""
        there = self.view(found.path)
        qualified = there.qualified(found.position)
        trace.add(there.key(qualified))
        if there.spec.becoming is not None:
            given = [bound.type for bound in there.bound(found.position, RETURN)[:1]]
            return self._of_type(there, found.position, given[0], trace) if given else _UNKNOWN
        every = there.callables().get(qualified, [])[:MAX_OVERLOADS]
        told = {bound.type for at in every for bound in there.bound(at, RETURN)[:1]}
        return self._of_type(there, found.position, told.pop(), trace) if len(told) == 1 else _UNKNOWN

    def _of_named_function(self, found: Thing, trace: Trace) -> Argument:
        """A function by its name, as one without a name would be told; of several, how many they are is not told."""
        there = self.view(found.path)
        qualified = there.qualified(found.position)
        trace.add(there.key(qualified))
        for bound in there.bound(found.position, qualified.rpartition(".")[2]):
            return self._of_type(there, bound.scope, bound.type, trace) if bound.type else Argument(LAMBDA)
        if len(there.callables().get(qualified, ())) > 1 or found.position not in there.parameters:
            return Argument(LAMBDA)
        given = [bound.type for bound in there.bound(found.position, RETURN)]
        gives = "" if not given else GIVES_NOTHING if given[0] == _NOTHING else TYPED + given[0].partition("<")[0]
        count = len(types_of(there.parameters.get(found.position, "")))
        return Argument(f"{LAMBDA}{count}{gives}")

    def _of_found(self, found: Thing | None, trace: Trace) -> Argument:
        if found is None:
            return _UNKNOWN
        if found.form is EXTERNAL and found.name[1:].isidentifier() and found.name.startswith(UNTOLD):
            return Argument(found.name[1:])
        if found.form is FIELD:
            there = self.view(found.path)
            qualified = there.qualified(found.position)
            trace.add(there.key(qualified))
            bounds = there.field(qualified)
            if bounds and bounds[0].type:
                return self._of_type(there, bounds[0].scope, bounds[0].type, trace)
            holder = there.parent(found.position)
            if not bounds and there.kind(holder) is Kind.ENUM and there.naming.arities:
                return Argument(there.qualified(holder).rpartition(".")[2], Thing(TYPE, found.path, holder))
            found = self.contents(found, trace)
        elif found.form is CALLABLE and found.position in self.view(found.path).properties:
            return self.returned_type(found, trace)
        elif found.form is CALLABLE and self.view(found.path).spec.becoming is not None:
            return self._of_named_function(found, trace)
        if found is not None and found.form is INSTANCE and found.path:
            there = self.view(found.path)
            name = there.qualified(found.position).rpartition(".")[2]
            return Argument(name, Thing(TYPE, found.path, found.position))
        return _UNKNOWN


class Fitting(Meanings):
    """Whether arguments may be passed for parameters."""

    def fit(self, argument: Argument, wanted: str, path: str, position: int, trace: Trace) -> float | None:
        """How near a parameter's type is to an argument's; None when the one cannot be passed for the other."""
        name, found, _ = argument
        passing = self.view(path).spec.passing
        if name == UNTOLD or passing is None:
            return 0.0
        if name == wanted:
            return _SAME
        simple = name in passing.wider
        if name.startswith(LAMBDA):
            return self._of_function(name[len(LAMBDA) :], wanted, path, position, trace)
        if wanted in passing.wider:
            if simple:
                return self._step_up(passing.wider[name], wanted, _WIDER)
            return _BOXED if name in passing.boxes.values() and passing.boxes[wanted] == name else None
        if wanted in passing.anything or (_VARIABLE.match(wanted) and not wanted.endswith(_ARRAY)):
            return _BOXED - _STEP if simple else _ANYTHING
        if name == _NULL:
            return _PERHAPS
        if name.endswith(_ARRAY) or wanted.endswith(_ARRAY):
            if not (name.endswith(_ARRAY) and wanted.endswith(_ARRAY)):
                return None
            inner = name.removesuffix(_ARRAY), wanted.removesuffix(_ARRAY)
            if _VARIABLE.match(inner[0]) and found is None:
                return _ANYTHING if inner[1] in passing.anything or _VARIABLE.match(inner[1]) else None
            if inner[0] in passing.wider or inner[1] in passing.wider:
                return None
            fit = self.fit(Argument(inner[0], found), inner[1], path, position, trace)
            return fit + _PERHAPS if fit is not None else None  # nearer than what takes any object
        if simple:
            box = passing.boxes[name]
            return _BOXED if wanted == box else self._step_up(passing.above.get(box, ()), wanted, _BOXED)
        return self._of_object(argument, wanted, path, position, trace)

    @staticmethod
    def _step_up(above: Sequence[str], wanted: str, near: float) -> float | None:
        return near - _STEP * above.index(wanted) if wanted in above else None

    def _of_object(self, argument: Argument, wanted: str, path: str, position: int, trace: Trace) -> float | None:
        name, found, _ = argument
        passing = self.view(path).spec.passing
        assert passing is not None
        for_type = self._wanted(path, position, wanted, trace)
        if found is None:
            if for_type is not None:
                return None  # nothing from outside is below a type of the repository
            if name in passing.above:
                return self._step_up(passing.above[name], wanted, _ABOVE)
            return None if wanted in passing.own else _PERHAPS
        line, whole = self.ancestors(found.path, found.position, trace)
        if for_type is not None:
            at = (for_type.path, for_type.position)
            return _ABOVE - _STEP * min(line.index(at), len(line)) if at in line else None
        if whole or wanted in passing.own:
            return None
        bases = [base.name for at in line for base in self.bases(*at, trace) if base.form is EXTERNAL]
        outside = {erased(base) for base in bases}
        if wanted in outside or any(wanted in passing.above.get(base, ()) for base in outside):
            return _ABOVE - _STEP * len(line)
        return None if outside <= passing.above.keys() else _PERHAPS

    def _wanted(self, path: str, position: int, wanted: str, trace: Trace) -> Thing | None:
        """The type of the repository that a parameter is of."""
        view = self.view(path)
        passing = view.spec.passing
        if passing is not None and wanted in passing.own:
            return None
        found = self.type_of(view, position, wanted, trace)
        return found if found is not None and found.form is TYPE else None

    def _of_function(self, count: str, wanted: str, path: str, position: int, trace: Trace) -> float | None:
        """A function without a name, of so many parameters, or one named (then nobody counts them)."""
        passing = self.view(path).spec.passing
        assert passing is not None
        if wanted in passing.functions:
            return _FUNCTION if not count or int(count) == passing.functions[wanted] else None
        if wanted in passing.wider or wanted in passing.above or wanted.endswith(_ARRAY) or wanted in passing.anything:
            return None
        found = self._wanted(path, position, wanted, trace)
        if found is None:
            return _PERHAPS
        there = self.view(found.path)
        if there.kind(found.position) not in _ABSTRACT:
            return None
        trace.add(there.key(there.qualified(found.position) + MEMBERS))
        methods = [at for at in there.members().get(found.position, {}).values() if there.kind(at) is Kind.METHOD]
        if not count or len(methods) != 1:
            return _FUNCTION
        return _FUNCTION if len(types_of(there.parameters.get(methods[0], ""))) == int(count) else None
