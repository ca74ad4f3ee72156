"""Which of several callables of one name is meant? The one that takes as many arguments, of such types.

The choice is the language's own (Java's 15.12.2, C#'s 12.6.4), as far as what is written tells: callables that cannot
take the arguments are left out, of the others the one whose parameters' types stand nearest is meant. What nobody can
tell excludes nothing. Where a language says nothing of types, numbers alone choose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import types_of
from seedwalk.graph.meaning import MAX_OVERLOADS, Meanings
from seedwalk.graph.passed import Fitting, Passed
from seedwalk.graph.things import CALLABLE, EXTERNAL, HOLDERS, PARENT, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.spec import GENERIC, LAMBDA, MANY, OMITTED, RECEIVER, TYPED, UNTOLD, Naming
from seedwalk.model import Kind

_CONSTRUCTOR = Kind.CONSTRUCTOR
_VARIABLE = re.compile(r"\bT(?:[A-Z]\w*)?\b")
"""How type parameters are called by custom where they have words for names: `T`, `TResult`."""
_ANY, _APART = frozenset({"object", "dynamic"}), frozenset({"string", "bool"})
"""Types that anything may be passed for, and those that nothing else becomes."""
_NULLABLE = "?"
_WIDER = ("byte", "short", "int", "long", "float", "double", "decimal")
"""Numbers, each of which becomes those behind it, the next first (the C# specification, 10.2.3)."""
_PLAIN = frozenset({*_WIDER, *_APART, "char"})
"""Types that become another object only where somebody wrote how."""
_POSSIBLE, _PERHAPS, _ANYTHING, _UNLIKELY, _NEVER = 2, 10, 20, 30, 50
"""How far a parameter is whose type an argument becomes, of which nobody can tell, which takes all, and so on."""
_ITSELF = 2.0**-10
"""Of equals, a callable means another one, for overloads hand on to each other; and one of a fixed number of parameters
comes before one of any number."""
_LAST_RESORT = 10_000.0
"""Callables with any number of parameters come after all others."""


class Seen(NamedTuple):
    """An argument as far as its type is told."""

    shape: str
    above: frozenset[str] | None = None
    """The names of its type and of those above it, where its type stands in the repository."""
    is_above: Callable[[str], bool] | None = None
    """Whether a type that is none of these may be above it all the same."""

    def far(self, wanted: str, *, of_call: bool) -> int:
        """How many steps a parameter's type is from it: the same, but for null, above it or wider, perhaps, anything,
        never. A type parameter `of_call` is what is passed for it; one of a type is what that was made with."""
        if not self.shape.startswith(TYPED) or self.shape == TYPED + wanted:
            return 0
        own, other = self.shape[len(TYPED) :].rstrip(_NULLABLE), wanted.rstrip(_NULLABLE)
        if own == other:
            return 1
        if own in _WIDER and other in _WIDER:
            wider = _WIDER.index(other) - _WIDER.index(own)
            return _POSSIBLE - 1 + wider if wider > 0 else _NEVER
        if other in _ANY:
            return _ANYTHING
        if _VARIABLE.fullmatch(other):
            return _PERHAPS if of_call else _ANYTHING
        if own in _PLAIN or other in _PLAIN:
            return _UNLIKELY
        if self.above is None or self.is_above is None:
            return _PERHAPS
        return _POSSIBLE if other in self.above else _PERHAPS if self.is_above(other) else _NEVER


class Candidate(NamedTuple):
    """A callable and the types of its parameters."""

    path: str
    position: int
    types: tuple[str, ...]
    generic: int = 0
    """How many types it takes."""
    untold: bool = False
    """Whether no argument can tell these types: a call must give them."""

    def takes(self, count: int) -> bool:
        needed = sum(not each.endswith((OMITTED, MANY)) for each in self.types)
        return count >= needed and (count <= len(self.types) or self.is_open)

    def spared(self, count: int) -> tuple[bool, int, int]:
        """How far a call with so many arguments is from giving one for each parameter; of equals it gives no types."""
        return self.is_open, abs(len(self.types) - count), self.generic

    def suits(self, arguments: Sequence[Seen], start: int, naming: Naming) -> tuple[bool, int]:
        """Whether an argument is by sight what its parameter cannot be, and how far all are from what theirs is; the
        first is for the parameter at `start`."""
        wanted = [each.rstrip(OMITTED + MANY) for each in self.types[start : start + len(arguments)]]
        given = list(zip(arguments, wanted, strict=False))
        far = sum(one.far(each, of_call=self.generic > 0) for one, each in given)
        return any(_is_other(one.shape, each, naming) for one, each in given), far

    @property
    def is_extension(self) -> bool:
        """Whether its first parameter stands for what it is asked of."""
        return bool(self.types) and self.types[0].endswith(RECEIVER)

    @property
    def is_open(self) -> bool:
        """Whether its last parameter stands for any number of arguments."""
        return bool(self.types) and self.types[-1].endswith(MANY)


def _by_number(
    candidates: Sequence[Candidate],
    passed: str,
    naming: Naming,
    *,
    asked_of: bool,
    by_sight: bool = False,
    see: Callable[[str], Seen] = Seen,
) -> Candidate | None:
    """The callable that takes as many types and arguments, with the fewest left out; of an extension, what it is asked
    of is one of these. `by_sight` leaves out one that cannot take what its arguments plainly are; where several are
    left, `see` tells what the arguments are."""
    given, _, rest = passed.rpartition(GENERIC)
    of_types = [each for each in candidates if (each.generic == int(given) if given else not each.untold)]
    shapes = rest.split(",") if rest else []
    able = [
        (each, start)
        for each in of_types or candidates
        if each.takes(len(shapes) + (start := int(asked_of and each.is_extension)))
    ]
    apart = [len({each.types[start + at : start + at + 1] for each, start in able}) > 1 for at in range(len(shapes))]
    arguments = [see(shape) if differs else Seen(shape) for shape, differs in zip(shapes, apart, strict=True)]
    ranked = [
        ((*each.suits(arguments, start, naming), *each.spared(len(shapes) + start)), each) for each, start in able
    ]
    best = min(ranked, key=lambda one: one[0], default=None)
    return None if best is None or (by_sight and best[0][0]) else best[1]


def _is_other(shape: str, wanted: str, naming: Naming) -> bool:
    """Whether an argument of this shape cannot be of a type: both are the language's own, or a function stands where
    arguments tell what the type is, which it does not."""
    told = shape.removeprefix(TYPED)
    if shape.startswith(LAMBDA) and _VARIABLE.fullmatch(wanted):
        return True
    if wanted not in naming.own_types or wanted in _ANY:
        return told not in (shape, wanted) and wanted in naming.functions
    if told == shape:
        return shape.startswith(LAMBDA)
    return told != wanted and not _APART.isdisjoint((told, wanted))


class Overloads(Passed, Fitting, Meanings):
    """Callables of one name, told apart by arguments."""

    def overload(self, view: View, scope: int, line: float, found: Thing, passed: str, trace: Trace) -> Thing:
        """The callable meant by a call that found one of its name: itself, another of the name, or one from outside."""
        candidates, whole = self._candidates(found, trace)
        if view.naming.extensions and len(candidates) <= MAX_OVERLOADS and self.is_extension(found):
            written = [each for each in candidates if each.is_extension]
            return self._extension(view, scope, line, found, written, passed, trace)
        if len(candidates) > MAX_OVERLOADS or (len(candidates) < 2 and whole):
            return found
        candidates = [each for each in candidates if not self._is_hidden(each, view)] or candidates
        if view.spec.passing is None:
            asked_of = found.of is not None and found.of.form is not TYPE
            see = self._telling(view, scope, line, trace)
            best = _by_number(candidates, passed, view.naming, asked_of=asked_of, see=see)
            if best is None:
                other = self._extension(view, scope, line, found, (), passed, trace)
                return found if whole and other.form is EXTERNAL else other
            return Thing(CALLABLE, best.path, best.position, found.of)
        shapes = passed.split(",") if passed else []
        able = [each for each in candidates if each.takes(len(shapes))]
        if not able:
            return found if whole else Thing(EXTERNAL, name=f"?.{self.view(found.path).qualified(found.position)}")
        best = able[0] if len(able) == 1 else self._nearest(view, scope, line, able, shapes, trace)
        return Thing(CALLABLE, best.path, best.position, found.of)

    def able(self, view: View, found: Thing, passed: str, trace: Trace) -> Thing | None:
        """The callable of a name that takes these arguments, asked of something unknown; None where none does."""
        candidates, _ = self._candidates(found, trace)
        if view.spec.passing is not None or len(candidates) > MAX_OVERLOADS:
            return found
        best = _by_number(candidates, passed, view.naming, asked_of=True, by_sight=True)
        return Thing(CALLABLE, best.path, best.position) if best is not None else None

    def _telling(self, view: View, scope: int, line: float, trace: Trace) -> Callable[[str], Seen]:
        """What tells an argument's type from its shape at a place."""

        def is_here(name: str) -> bool:
            trace.add(self._names.key(name))
            return bool(self._names.rows(name))

        def see(shape: str) -> Seen:
            if not shape or shape.startswith((UNTOLD, LAMBDA)):
                return Seen(shape)
            first, _, constant = shape.partition(".")
            if first in view.naming.own_types and constant.isidentifier():
                return Seen(TYPED + first)  # `double.NaN`, `string.Empty`
            name, found = self.argument(view, scope, line, shape, trace)
            if name.startswith((UNTOLD, LAMBDA)):
                return Seen(shape if shape.startswith(TYPED) else UNTOLD)
            bare = name.rstrip(_NULLABLE)
            if found is None and (bare in _PLAIN or is_here(bare)):
                return Seen(TYPED + name)
            if found is None:  # nothing outside is below what stands here
                return Seen(TYPED + name, frozenset(), lambda other: not is_here(other))
            above, whole = self.ancestors(found.path, found.position, trace)
            names = frozenset(self.view(path).qualified(at).rpartition(".")[2] for path, at in above)
            return Seen(TYPED + name, names, lambda other: not whole and not is_here(other))

        return see

    def _extension(
        self, view: View, scope: int, line: float, found: Thing, candidates: Sequence[Candidate], passed: str,
        trace: Trace,
    ) -> Thing:  # fmt: skip
        """Of the methods written for what is asked the one that takes these arguments; where none does, what is asked
        has a method of that name from outside."""
        name = self.view(found.path).qualified(found.position).rpartition(".")[2]
        see = self._telling(view, scope, line, trace)
        best = _by_number(candidates, passed, view.naming, asked_of=True, by_sight=True, see=see)
        asked = found.of if view.naming.extensions and name not in view.naming.everyday else None
        if best is None and asked is not None and asked.form is not TYPE:
            others = [self._as_candidate(*place) for place in self.extensions(view, asked, name, trace)]
            best = _by_number(others, passed, view.naming, asked_of=True, by_sight=True, see=see)
        if best is None:
            return Thing(EXTERNAL, name=f"?.{name}")
        return Thing(CALLABLE, best.path, best.position, found.of)

    def overloads(self, found: Thing, trace: Trace) -> list[Thing]:
        """A callable, and all others of its name that its type has."""
        view = self.view(found.path)
        qualified = view.qualified(found.position)
        trace.add(view.key(qualified))
        positions = dict.fromkeys((found.position, *view.callables().get(qualified, ())[:MAX_OVERLOADS]))
        return [Thing(CALLABLE, found.path, position, found.of) for position in positions]

    def method_above(self, field: Thing, trace: Trace) -> Thing | None:
        """The method of a field's name that a type above the field's has."""
        of_name = Thing(CALLABLE, field.path, field.position, field.of)
        candidates, _ = self._candidates(of_name, trace)
        return Thing(CALLABLE, candidates[0].path, candidates[0].position, field.of) if candidates else None

    def _is_hidden(self, candidate: Candidate, view: View) -> bool:
        """Whether a callable is kept from other files than its own."""
        apart = candidate.path != view.path and not view.naming.arities  # parts of a type share what is private
        return apart and candidate.position in self.view(candidate.path).private

    def _candidates(self, found: Thing, trace: Trace) -> tuple[Sequence[Candidate], bool]:
        """All callables of the name, those of the nearest type first, without what they override; and whether all
        types that may have one are in the repository."""
        if trace is not self._asking:
            return self._search_candidates(found, trace)
        known = self._overloads.get(found)
        if known is None:
            known = self._overloads[found] = self._search_candidates(found, trace)
        return known

    def _search_candidates(self, found: Thing, trace: Trace) -> tuple[Sequence[Candidate], bool]:
        own = self.view(found.path)
        name = own.qualified(found.position).rpartition(".")[2]
        holder, whole, makes = found.of, True, own.kind(found.position) is _CONSTRUCTOR
        levels: Sequence[tuple[str, int]] = ((found.path, own.parent(found.position)),)
        if holder is not None and holder.form in HOLDERS and not makes:
            levels, whole = self.ancestors(holder.path, holder.position, trace)
            levels = levels[1:] if holder.form is PARENT else levels
        candidates: dict[tuple[tuple[str, ...], int], Candidate] = {}
        named = [(found.path, own.qualified(found.position))]
        named += [(path, f"{self.view(path).qualified(position)}.{name}") for path, position in levels]
        for path, position in levels if own.naming.arities else ():
            parts = self.parts(self.view(path), position, trace)
            named += [(view.path, f"{view.qualified(at)}.{name}") for view, at in parts]
        for path, qualified in named:
            view = self.view(path)
            trace.add(view.key(qualified))
            for at in view.callables().get(qualified, ()):
                if makes and view.kind(at) is not _CONSTRUCTOR:
                    continue
                candidate = self._as_candidate(path, at)
                candidates.setdefault((candidate.types, candidate.generic), candidate)
        return tuple(candidates.values()), whole

    def _as_candidate(self, path: str, at: int) -> Candidate:
        view = self.view(path)
        written, generic = view.parameters.get(at, ""), view.arities.get(at, 0)
        return Candidate(path, at, types_of(written), generic, generic > 0 and _VARIABLE.search(written) is None)

    def _nearest(
        self, view: View, scope: int, line: float, able: Sequence[Candidate], shapes: Sequence[str], trace: Trace
    ) -> Candidate:
        """Of callables that take so many arguments the one whose parameters are nearest; the first of equals."""
        arguments = [self.argument(view, scope, line, shape, trace) for shape in shapes]
        best, nearness = able[0], float("-inf")
        for each in able:
            fit = self._fit(each, arguments, trace)
            if fit is not None and (each.path, each.position) == (view.path, scope):
                fit -= _ITSELF
            if fit is not None and fit > nearness:
                best, nearness = each, fit
        return best

    def _fit(self, candidate: Candidate, arguments: Sequence[tuple[str, Thing | None]], trace: Trace) -> float | None:
        """How near a callable's parameters are to arguments; None when it cannot take them."""
        types = candidate.types
        if not candidate.is_open:
            return self._sum(candidate, types, arguments, trace)
        element = types[-1].removesuffix(MANY)
        fixed = None
        if len(types) == len(arguments) and arguments[-1][0].endswith(("[]", UNTOLD, "null")):
            fixed = self._sum(candidate, (*types[:-1], f"{element}[]"), arguments, trace)
        if fixed is not None:
            return fixed - _ITSELF
        spread = (*types[:-1], *(element for _ in range(len(arguments) - len(types) + 1)))
        total = self._sum(candidate, spread, arguments, trace)
        return None if total is None else total - _LAST_RESORT

    def _sum(
        self, candidate: Candidate, types: Sequence[str], arguments: Sequence[tuple[str, Thing | None]], trace: Trace
    ) -> float | None:
        total = 0.0
        for argument, wanted in zip(arguments, types, strict=True):
            fit = self.fit(argument, wanted, candidate.path, candidate.position, trace)
            if fit is None:
                return None
            total += fit
        return total
