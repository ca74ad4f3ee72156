"""Which of several callables of one name is meant? The one that takes as many arguments, of such types.

The choice is the language's own (Java's 15.12.2, C#'s 12.6.4), as far as what is written tells: callables that cannot
take the arguments are left out, of the others the one whose parameters' types stand nearest is meant. What nobody can
tell excludes nothing. Where a language says nothing of types, numbers alone choose.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.graph.answers import Trace
from seedwalk.graph.candidates import Candidate
from seedwalk.graph.chains import parameters_of, types_of
from seedwalk.graph.choosing import Choosing
from seedwalk.graph.meaning import MAX_OVERLOADS, UNKNOWN_OUTSIDE, Meanings
from seedwalk.graph.passed import Argument, Fitting
from seedwalk.graph.things import CALLABLE, EXTERNAL, HOLDERS, PARENT, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.passing import GENERIC, LAMBDA, MANY, UNTOLD
from seedwalk.model import Kind

_CONSTRUCTOR = Kind.CONSTRUCTOR
_ITSELF = 2.0**-10
"""Of equals, a callable means another one, for overloads hand on to each other; and one of a fixed number of parameters
comes before one of any number."""
_LAST_RESORT = 10_000.0
"""Callables with any number of parameters come after all others."""


class Overloads(Choosing, Fitting, Meanings):
    """Callables of one name, told apart by arguments."""

    def overload(self, view: View, scope: int, line: float, found: Thing, passed: str, trace: Trace) -> Thing:
        """The callable meant by a call that found one of its name: itself, another of the name, or one from outside."""
        candidates, whole = self._candidates(found, trace)
        if view.naming.extensions and len(candidates) <= MAX_OVERLOADS and self.is_extension(found):
            return self._extension(view, scope, line, found, passed, trace) or self._outside(found)
        only = len(candidates) < 2 and whole and not (view.naming.extensions and _may_be_other(candidates, passed))
        if only or len(candidates) > MAX_OVERLOADS:
            return found
        candidates = [each for each in candidates if not self._is_hidden(each, view)] or candidates
        if view.spec.passing is None:
            return self._nearest_or_extension(view, scope, line, found, candidates, passed, trace, whole=whole)
        shapes = passed.split(",") if passed else []
        able = [each for each in candidates if each.takes(len(shapes))]
        if not able:
            return found if whole else Thing(EXTERNAL, name=f"?.{self.view(found.path).qualified(found.position)}")
        best = able[0] if len(able) == 1 else self._nearest(view, scope, line, able, shapes, trace)
        return Thing(CALLABLE, best.path, best.position, found.of)

    def able(self, view: View, scope: int, line: float, found: Thing, passed: str, trace: Trace) -> Thing | None:
        """The callable of a name that takes these arguments, asked of something unknown; None where none does."""
        candidates, _ = self._candidates(found, trace)
        if view.spec.passing is not None or len(candidates) > MAX_OVERLOADS:
            return found
        ranked = self.ranked(view, scope, line, candidates, passed, trace, asked=UNKNOWN_OUTSIDE)
        possible = [each for rank, each in ranked if not rank.impossible]
        return Thing(CALLABLE, possible[0].path, possible[0].position) if possible else None

    def _nearest_or_extension(
        self, view: View, scope: int, line: float, found: Thing, candidates: Sequence[Candidate], passed: str,
        trace: Trace, *, whole: bool,
    ) -> Thing:  # fmt: skip
        """The member that takes these arguments; where none does, a method written for what is asked that does."""
        ranked = self.ranked(view, scope, line, candidates, passed, trace, asked=None)
        if ranked and not ranked[0][0].nevers:
            return Thing(CALLABLE, ranked[0][1].path, ranked[0][1].position, found.of)
        other = self._extension(view, scope, line, found, passed, trace)
        if other is not None:
            return other
        if ranked:
            return Thing(CALLABLE, ranked[0][1].path, ranked[0][1].position, found.of)
        return found if whole else self._outside(found)

    def _outside(self, found: Thing) -> Thing:
        """What nobody here wrote, by the name of what was found."""
        return Thing(EXTERNAL, name=f"?.{self.view(found.path).qualified(found.position).rpartition('.')[2]}")

    def _extension(
        self, view: View, scope: int, line: float, found: Thing, passed: str, trace: Trace
    ) -> Thing | None:
        """Of all methods in sight that are written for what is asked, the one that takes these arguments."""
        name, asked = self.view(found.path).qualified(found.position).rpartition(".")[2], found.of
        own = self.is_extension(found)
        if not view.naming.extensions or asked is None or asked.form is TYPE:
            return None
        places = self.extensions(view, asked, name, trace) if name not in view.naming.everyday or own else []
        candidates = [self._as_candidate(*place) for place in places[:MAX_OVERLOADS]]
        if own and not candidates:
            candidates = [each for each in self._candidates(found, trace)[0] if each.is_extension]
        ranked = self.ranked(view, scope, line, candidates, passed, trace, asked=asked)
        possible = [each for rank, each in ranked if not rank.impossible and (own or not rank.nevers)]
        return Thing(CALLABLE, possible[0].path, possible[0].position, found.of) if possible else None

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
        named = [(own, own.parent(found.position), own.qualified(found.position), 0)]
        if own.naming.arities and len(levels) > 1:
            levels = self._of_classes(levels, own.kind(own.parent(found.position)))
            named = []
        for level, (path, position) in enumerate(levels):
            view = self.view(path)
            named.append((view, position, f"{view.qualified(position)}.{name}", level))
            parts = self.parts(view, position, trace) if own.naming.arities else ()
            named += [(view, at, f"{view.qualified(at)}.{name}", level) for view, at in parts]
        for view, holds, qualified, level in named:
            trace.add(view.key(qualified))
            for at in view.callables().get(qualified, ()):
                if makes and view.kind(at) is not _CONSTRUCTOR:
                    continue
                if view.arities.get(view.parent(at)) != view.arities.get(holds) and view.naming.arities:
                    continue  # a type of the same name that takes more types, or fewer
                candidate = self._as_candidate(view.path, at)
                key = (candidate.written, candidate.generic)
                first = candidates.setdefault(key, candidate)
                if own.naming.arities:  # what is overridden is the type's above
                    candidates[key] = first._replace(level=level)
        return tuple(candidates.values()), whole

    def _of_classes(self, levels: Sequence[tuple[str, int]], kind: Kind) -> Sequence[tuple[str, int]]:
        """Of a class and what is above it the classes: what only an interface has is not asked of a class."""
        if kind is Kind.INTERFACE:
            return levels
        return [(path, at) for path, at in levels if self.view(path).kind(at) is not Kind.INTERFACE]

    def _as_candidate(self, path: str, at: int) -> Candidate:
        view = self.view(path)
        written, generic = view.parameters.get(at, ""), view.arities.get(at, 0)
        types = types_of(written)
        whole = parameters_of(written) if view.naming.arities else types
        return Candidate(path, at, types, generic, at in view.outline.untold, written=whole)

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

    def _fit(self, candidate: Candidate, arguments: Sequence[Argument], trace: Trace) -> float | None:
        """How near a callable's parameters are to arguments; None when it cannot take them."""
        types = candidate.types
        if not candidate.is_open:
            return self._sum(candidate, types, arguments, trace)
        element = types[-1].removesuffix(MANY)
        fixed = None
        if len(types) == len(arguments) and arguments[-1].name.endswith(("[]", UNTOLD, "null")):
            fixed = self._sum(candidate, (*types[:-1], f"{element}[]"), arguments, trace)
        if fixed is not None:
            return fixed - _ITSELF
        spread = (*types[:-1], *(element for _ in range(len(arguments) - len(types) + 1)))
        total = self._sum(candidate, spread, arguments, trace)
        return None if total is None else total - _LAST_RESORT

    def _sum(
        self, candidate: Candidate, types: Sequence[str], arguments: Sequence[Argument], trace: Trace
    ) -> float | None:
        total = 0.0
        for argument, wanted in zip(arguments, types, strict=True):
            fit = self.fit(argument, wanted, candidate.path, candidate.position, trace)
            if fit is None:
                return None
            total += fit
        return total


def _may_be_other(candidates: Sequence[Candidate], passed: str) -> bool:
    """Whether the only member of a name is perhaps not what is called: it takes another number, or a function."""
    shapes = passed.partition(GENERIC)[2] if passed[:1].isdigit() else passed
    count = shapes.count(",") + 1 if shapes else 0
    return LAMBDA in passed or not all(each.takes(count) for each in candidates)
