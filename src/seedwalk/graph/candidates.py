"""How far is an argument from what a parameter takes? Of callables of one name, the one whose parameters stand nearest.

Distances are steps of a ladder: the same type, one above it or a wider number, who knows, anything, hardly, never. A
callable that cannot take an argument comes after all that can; of equals the one that leaves least to defaults, repeats
nothing and takes no types (the C# specification, 12.6.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from seedwalk.graph.chains import erased, type_parts
from seedwalk.languages.passing import BY_REFERENCE, LAMBDA, MANY, OMITTED, RECEIVER, TYPED, UNTOLD, Becoming
from seedwalk.languages.spec import Naming

VARIABLE = re.compile(r"\bT(?:[A-Z0-9]\w*)?\b")
"""How type parameters are called by custom where they have words for names: `T`, `TResult`."""
ANY, _APART = frozenset({"object", "dynamic", "Object"}), frozenset({"string", "bool"})
"""Types that anything may be passed for, and those that nothing else becomes."""
NULLABLE, _ARRAY = "?", "[]"
NULL, NOTHING = "null", "void"
SAME, NEAR, POSSIBLE, PERHAPS, ANYTHING, UNLIKELY, NEVER = 0, 1, 2, 10, 20, 30, 1000
"""How far a parameter is whose type an argument has, has but for what it is made of, becomes, of which nobody can tell,
which takes all, which only what somebody wrote makes of it, and so on."""
_MARKS = OMITTED + MANY + RECEIVER + BY_REFERENCE
_WAITED_FOR = frozenset({"Task", "ValueTask"})


class Function(NamedTuple):
    """A function that is passed, or that a parameter takes."""

    takes: int | None = None
    """How many parameters it has, if that is known."""
    gives: str = ""
    """The type of what it gives, as written; `void` for nothing, UNTOLD for something, and empty where nobody knows."""
    waits: bool = False
    """Whether what it gives is waited for (`async`)."""
    name: str = ""
    """The name of its type, where it has one."""
    drops: bool = False
    """Whether what it gives may be dropped: its body is a call."""

    def far(self, wanted: Function) -> int:
        """How far a parameter for functions is from this one."""
        if None not in (self.takes, wanted.takes) and self.takes != wanted.takes:
            return NEVER
        if self.name and wanted.name and self.name != wanted.name:
            return NEVER
        if not wanted.gives or not self.gives:
            return NEAR if self.waits is False else self._awaited(wanted.gives)
        if self.waits:
            return self._awaited(wanted.gives)
        if wanted.gives == NOTHING or self.gives == NOTHING:
            return SAME if wanted.gives == self.gives else POSSIBLE if self.drops and self.gives != NOTHING else NEVER
        return self._given(wanted.gives)

    def _given(self, wanted: str) -> int:
        if VARIABLE.fullmatch(wanted.rstrip(NULLABLE)) or self.gives == UNTOLD:
            return NEAR
        if wanted == self.gives:
            return SAME
        own, other = erased(self.gives), erased(wanted)
        if own == other:
            return NEAR if bool(type_parts(wanted)[1]) == bool(type_parts(self.gives)[1]) else NEVER
        apart = _WAITED_FOR | _APART | ANY
        return NEVER if (own in apart or other in apart) and other not in ANY else POSSIBLE

    def _awaited(self, wanted: str) -> int:
        """The same of one that waits: what it gives is a task, of what its body gives."""
        name, made_of, _ = type_parts(wanted)
        if not wanted or VARIABLE.fullmatch(name):
            return POSSIBLE + NEAR
        if wanted == NOTHING:
            return POSSIBLE if self.drops or self.gives in ("", NOTHING) else NEVER
        if name.rpartition(".")[2] not in _WAITED_FOR:
            return NEVER
        if self.gives and bool(made_of) == (self.gives == NOTHING):
            return POSSIBLE if self.drops and not made_of else NEVER
        return NEAR if not self.gives or not made_of else self._given(made_of[0])


class Seen(NamedTuple):
    """An argument as far as its type is told."""

    shape: str
    above: frozenset[str] | None = None
    """The names of its type and of those above it, where its type stands in the repository."""
    is_above: Callable[[str], bool] | None = None
    """Whether a type that is none of these may be above it all the same."""
    written: str = ""
    """Its type with all that it is made of, if that is told."""
    function: Function | None = None
    handed: bool = False
    """Whether it is a variable that is handed over itself (`ref`, `out`)."""
    named: str = ""
    """The parameter it says it is for."""

    @property
    def name(self) -> str:
        """The name of its type; empty where it is not told."""
        return self.shape[len(TYPED) :] if self.shape.startswith(TYPED) else ""

    def far(self, wanted: Wanted, becoming: Becoming, *, of_call: bool) -> int:
        """How many steps a parameter is from it. A type parameter `of_call` is what is passed for it; one of a type is
        what that was made with."""
        if self.handed != wanted.handed:
            return NEVER
        other = wanted.name.rstrip(NULLABLE)
        variable = VARIABLE.fullmatch(other) is not None
        if self.function is not None:
            return self._of_function(wanted, other, variable=variable)
        own = self.name.rstrip(NULLABLE)
        if not own:
            return NEAR if other in ANY else SAME if wanted.function() is None else UNLIKELY
        if own == NULL:
            return self._of_null(wanted, other, becoming, variable=variable, of_call=of_call)
        if own == other:
            return self._of_same(wanted)
        if other in ANY:
            return ANYTHING
        if variable:
            return PERHAPS if of_call else UNLIKELY
        if own.endswith(_ARRAY) or other.endswith(_ARRAY):
            return self._of_array(own, other, becoming)
        return self._of_other(own, other, wanted, becoming)

    def _of_same(self, wanted: Wanted) -> int:
        """A parameter of the same type, but for null and for what the type is made of."""
        if self.name != wanted.name:
            return SAME if wanted.name.rstrip(NULLABLE) in ANY else NEAR
        if not self.written or self.written == wanted.written:
            return SAME
        own, other = type_parts(self.written)[1], type_parts(wanted.written)[1]
        return UNLIKELY if len(own) != len(other) else NEAR

    def _of_function(self, wanted: Wanted, other: str, *, variable: bool) -> int:
        assert self.function is not None
        function = wanted.function()
        if function is not None:
            return self.function.far(function)
        if self.function.name:  # held by something of a type
            return ANYTHING if other in ANY else PERHAPS if variable else NEVER
        return NEVER

    def _of_null(self, wanted: Wanted, other: str, becoming: Becoming, *, variable: bool, of_call: bool) -> int:
        if wanted.name.endswith(NULLABLE):
            return SAME
        if variable and of_call:
            return PERHAPS  # where something else tells what it is
        if other in becoming.values:
            return NEVER
        return POSSIBLE if other in ANY else SAME

    @staticmethod
    def _of_array(own: str, other: str, becoming: Becoming) -> int:
        if not own.endswith(_ARRAY):
            return NEVER
        if not other.endswith(_ARRAY):
            return POSSIBLE + NEAR if other in becoming.of_arrays else NEVER
        inner, wanted = (each.removesuffix(_ARRAY).rstrip(NULLABLE) for each in (own, other))
        if not inner or inner == wanted or VARIABLE.fullmatch(wanted):
            return NEAR
        return NEVER if inner in becoming.values or wanted in becoming.values else POSSIBLE

    def _of_other(self, own: str, other: str, wanted: Wanted, becoming: Becoming) -> int:
        if own in becoming.wider and other in becoming.wider:
            wider = becoming.wider.index(other) - becoming.wider.index(own)
            return POSSIBLE - 1 + wider if wider > 0 else NEVER
        if other in becoming.above.get(own, ()):
            return POSSIBLE
        if own in _APART and other in _APART | becoming.values:
            return NEVER
        if wanted.function() is not None or (self.above and other in becoming.alone):
            return NEVER
        if own in becoming.values or other in becoming.values or own in _APART or other in _APART:
            return UNLIKELY
        if self.above is None or self.is_above is None:
            return PERHAPS
        return POSSIBLE if other in self.above else PERHAPS if self.is_above(other) else NEVER


class Wanted(NamedTuple):
    """What a parameter takes."""

    name: str
    """Its type without what that is made of,"""
    written: str
    """and with it."""
    function: Callable[[], Function | None]
    """The functions it takes, if it takes any."""
    handed: bool = False


class Candidate(NamedTuple):
    """A callable and the types of its parameters."""

    path: str
    position: int
    types: tuple[str, ...]
    generic: int = 0
    """How many types it takes."""
    untold: bool = False
    """Whether no argument can tell these types: a call must give them."""
    level: int = 0
    """How many types below its own inherit it: what a type itself has goes before what it inherits."""
    written: tuple[str, ...] = ()
    """The types of its parameters with all that they are made of, where that tells overloads apart."""

    def takes(self, count: int) -> bool:
        needed = sum(not each.endswith((OMITTED, MANY)) for each in self.types)
        return count >= needed and (count <= len(self.types) or self.is_open)

    @property
    def is_extension(self) -> bool:
        """Whether its first parameter stands for what it is asked of."""
        return bool(self.types) and self.types[0].endswith(RECEIVER)

    @property
    def is_open(self) -> bool:
        """Whether its last parameter stands for any number of arguments."""
        return bool(self.types) and self.types[-1].endswith(MANY)

    def place(self, at: int) -> int:
        """Which parameter the argument at a place is for."""
        return min(at, len(self.types) - 1)


def inferred(arguments: Sequence[Seen], becoming: Becoming) -> int | None:
    """How far arguments are from one type parameter that all of them are passed for: what one of them is must be what
    all become. None where each may be measured by itself."""
    if all(one.name == NULL for one in arguments):
        return NEVER
    names = {one.name.rstrip(NULLABLE) for one in arguments if one.name and one.name != NULL}
    if len(arguments) == 1:
        return None
    if names & ANY:
        return sum(ANYTHING for one in arguments if one.name and one.name.rstrip(NULLABLE) not in ANY)
    known = [one for one in arguments if one.name and one.above]
    if len(names) < 2 or known or names <= set(becoming.wider):
        return None
    return NEVER


def bare(written: str) -> str:
    """A parameter's type without what is marked of the parameter."""
    return written.rstrip(_MARKS)


def is_other(shape: str, wanted: str, naming: Naming) -> bool:
    """Whether an argument of this shape cannot be of a type: both are the language's own, or a function stands where
    arguments tell what the type is, which it does not."""
    told = shape.removeprefix(TYPED)
    if shape.startswith(LAMBDA) and VARIABLE.fullmatch(wanted):
        return True
    if wanted not in naming.own_types or wanted in ANY:
        return told not in (shape, wanted, NULL) and wanted in naming.functions
    if told == shape:
        return shape.startswith(LAMBDA)
    return told not in (wanted, NULL) and not _APART.isdisjoint((told, wanted))
