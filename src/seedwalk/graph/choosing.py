"""What are the arguments of a call, and what do the parameters of callables take? (`candidates.py` measures how far the
ones are from the others.)"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from seedwalk.facts import GIVES
from seedwalk.graph.answers import Trace
from seedwalk.graph.candidates import (
    ANY,
    NEVER,
    NOTHING,
    NULL,
    NULLABLE,
    PERHAPS,
    SAME,
    UNLIKELY,
    VARIABLE,
    Candidate,
    Function,
    Seen,
    Wanted,
    bare,
    inferred,
    is_other,
)
from seedwalk.graph.chains import CALLED, erased, type_parts, types_of
from seedwalk.graph.passed import Argument, Passed
from seedwalk.graph.things import EXTERNAL, INSTANCE, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.passing import (
    ASYNC,
    BY_REFERENCE,
    GENERIC,
    GIVES_NOTHING,
    INNER_COMMA,
    LAMBDA,
    NAMED,
    TYPED,
    UNTOLD,
)
from seedwalk.model import Kind

_SHAPE = re.compile(rf"(?:{NAMED}(?P<named>[^{NAMED}]*){NAMED})?(?P<handed>{BY_REFERENCE}?)(?P<rest>.*)", re.DOTALL)
_FUNCTION = re.compile(rf"{LAMBDA}(?P<takes>\d*)(?P<waits>{ASYNC}?)(?P<gives>.*)", re.DOTALL)
_ARRAY = "[]"
_QUOTED = -1
"""In place of a count of results: the function is inside."""
_TRUTH = {"Predicate": "bool"}
"""What types of functions give that name only what they take."""
_UNKNOWN_FUNCTION = Function()
_TYPE_ALIAS = Kind.TYPE_ALIAS


class Ranked(NamedTuple):
    """A callable, and how far it is from a call: the smaller, the nearer."""

    impossible: int
    """How many arguments are by sight what their parameters cannot be,"""
    nevers: int
    """how many cannot be passed as far as types tell,"""
    doubtful: int
    """how many hardly can,"""
    level: int
    """how many types below its own inherit it,"""
    far: int
    """how far all others are from what their parameters take,"""
    repeats: bool
    """whether one parameter stands for any number of arguments,"""
    left_out: int
    """how many parameters are given none,"""
    generic: int
    """how many types it takes,"""
    itself: bool
    """whether it is the callable that the call stands in, for overloads hand on to each other,"""
    order: int
    """and its place among those of its name."""


class Choosing(Passed):
    """Arguments and parameters of C#'s overloads."""

    def ranked(
        self, view: View, scope: int, line: float, candidates: Sequence[Candidate], passed: str, trace: Trace, *,
        asked: Thing | None,
    ) -> list[tuple[Ranked, Candidate]]:  # fmt: skip
        """The callables that take as many types and arguments, the nearest first; of an extension, what it is asked of
        is one of these."""
        given, _, rest = passed.partition(GENERIC) if passed[:1].isdigit() else ("", "", passed)
        of_types = [each for each in candidates if (each.generic == int(given) if given else not each.untold)]
        shapes = rest.split(",") if rest else []
        able = [
            (each, start)
            for each in of_types or candidates
            if each.takes(len(shapes) + (start := int(asked is not None and each.is_extension)))
        ]
        arguments = [_SHAPE.match(shape) for shape in shapes]
        seen: list[Seen] = []
        for at, told in enumerate(arguments):
            assert told is not None
            wanted = {each.written[each.place(start + at)] for each, start in able if each.types}
            differs = len(wanted) > 1 or bool(told["named"]) or told["rest"].startswith(LAMBDA)
            shape = told["rest"].replace(INNER_COMMA, ",")
            one = self._seen(view, scope, line, shape, trace) if differs else Seen(shape)
            seen.append(one._replace(handed=bool(told["handed"]), named=told["named"] or ""))
        receiver = self._receiver(asked, trace) if asked is not None and len(able) > 1 else None
        found = [
            (self._rank(view, scope, each, start, seen, receiver, order, trace), each)
            for order, (each, start) in enumerate(able)
        ]
        return sorted(found, key=lambda one: one[0])

    def _rank(
        self, view: View, scope: int, each: Candidate, start: int, arguments: Sequence[Seen], receiver: Seen | None,
        order: int, trace: Trace,
    ) -> Ranked:  # fmt: skip
        becoming, of_call = view.spec.becoming, each.generic > 0
        assert becoming is not None
        far = impossible = nevers = doubtful = 0
        together: dict[str, list[tuple[Seen, int]]] = {}
        repeats = each.is_open
        for at, one in enumerate(arguments):
            wanted = self._parameter_for(each, start + at, one, trace)
            if wanted is None:
                nevers += 1
                continue
            last = each.is_open and start + at == len(each.types) - 1 == start + len(arguments) - 1
            if last and (one.name.endswith(_ARRAY) or one.name == NULL):  # all of them at once
                repeats = False
                wanted = wanted._replace(name=wanted.name + _ARRAY, written=wanted.written + _ARRAY)
            steps = one.far(wanted, becoming, of_call=of_call)
            impossible += is_other(one.shape, wanted.name, view.naming)
            if of_call and steps in (SAME, PERHAPS) and VARIABLE.fullmatch(wanted.name.rstrip(NULLABLE)):
                together.setdefault(wanted.name.rstrip(NULLABLE), []).append((one, steps))
            nevers += steps >= NEVER
            doubtful += steps == UNLIKELY
            far += steps if steps < NEVER else 0
        for passed in together.values():
            steps_together = inferred([one for one, _ in passed], becoming)
            if steps_together is not None:
                nevers += steps_together >= NEVER
                far += steps_together % NEVER - sum(steps for _, steps in passed)
        if receiver is not None and start:
            steps = receiver.far(self._parameter(each, 0, trace), becoming, of_call=of_call)
            far += min(steps, NEVER)
        left_out = max(0, len(each.types) - each.is_open - start - len(arguments))
        itself = (each.path, each.position) == (view.path, scope)
        return Ranked(impossible, nevers, doubtful, each.level, far, repeats, left_out, each.generic, itself, order)

    def _parameter_for(self, each: Candidate, at: int, one: Seen, trace: Trace) -> Wanted | None:
        """What the parameter takes that an argument is for; None where there is no such parameter."""
        if not one.named:
            return self._parameter(each, each.place(at), trace) if each.types else None
        there = self.view(each.path)
        bounds = there.bound(each.position, one.named)
        if not bounds:
            return None
        written = bounds[0].type
        return Wanted(erased(written), written, lambda: self._function_of(each, written, trace), one.handed)

    def _parameter(self, each: Candidate, place: int, trace: Trace) -> Wanted:
        written = bare(each.written[place])
        handed = BY_REFERENCE in each.types[place][len(bare(each.types[place])) :]
        return Wanted(bare(each.types[place]), written, lambda: self._function_of(each, written, trace), handed)

    def _function_of(self, each: Candidate, written: str, trace: Trace) -> Function | None:
        return self.function_type(self.view(each.path), each.position, written, trace)

    def function_type(self, view: View, scope: int, written: str, trace: Trace) -> Function | None:
        """The functions that a written type is one of; None for a type of anything else."""
        name, arguments, is_list = type_parts(written)
        last = name.rpartition(".")[2]
        if is_list or not last or VARIABLE.fullmatch(last) or last in view.naming.own_types or last in ANY:
            return None
        results = view.naming.functions.get(last)
        if results == _QUOTED:
            inner = self.function_type(view, scope, arguments[0], trace) if arguments else None
            return inner._replace(name=last) if inner is not None else None
        if results is not None:
            cut = len(arguments) - results
            gives = arguments[-1] if results and arguments else _TRUTH.get(last, NOTHING)
            return Function(max(0, cut), gives, name=last)
        becoming = view.spec.becoming
        found = self.type_of(view, scope, written.rstrip(NULLABLE), trace)
        if found is None or found.form is not TYPE:
            is_function = becoming is not None and last.endswith(becoming.function_endings)
            return _UNKNOWN_FUNCTION if is_function else None
        there = self.view(found.path)
        if there.kind(found.position) is not _TYPE_ALIAS:
            return None
        trace.add(there.key(there.qualified(found.position)))
        gives = next((bound.type for bound in there.bound(found.position, GIVES)), "")
        return Function(len(types_of(there.parameters.get(found.position, ""))), gives, name=last)

    def of_function(self, view: View, scope: int, held: Argument, trace: Trace) -> Argument:
        function = self.function_type(view, scope, held.written, trace) if held.written else None
        gives = function.gives if function is not None else ""
        return self._of_type(view, scope, gives, trace) if gives else Argument(UNTOLD)

    def _seen(self, view: View, scope: int, line: float, shape: str, trace: Trace) -> Seen:
        """What an argument of a shape is, where it stands."""
        if shape.startswith(LAMBDA):
            return Seen(shape, function=self._function(view, scope, line, shape, trace))
        if not shape or shape.startswith(UNTOLD):
            return Seen(UNTOLD)
        first, _, constant = shape.partition(".")
        if first in view.naming.own_types and constant.isidentifier():
            return Seen(TYPED + first)  # `double.NaN`, `string.Empty`
        told = self.argument(view, scope, line, shape, trace)
        if told.name.startswith(LAMBDA):
            return Seen(told.name, function=self._function(view, scope, line, told.name, trace))
        if told.name.startswith(UNTOLD):
            return Seen(shape if shape.startswith(TYPED) else UNTOLD)
        kind = self.view(told.found.path).kind(told.found.position) if told.found is not None else _TYPE_ALIAS
        may_be = bool(told.written) and kind is _TYPE_ALIAS
        held = self.function_type(view, scope, told.written, trace) if may_be else None
        name = told.name.rstrip(NULLABLE) if _ARRAY in told.name else told.name
        return self._of_type_named(name, told.found, trace)._replace(
            written="".join(told.written.split()), function=held
        )

    def _of_type_named(self, name: str, found: Thing | None, trace: Trace) -> Seen:
        """An argument of a type of the repository, or of one from outside."""

        def is_here(other: str) -> bool:
            trace.add(self._names.key(other))
            return bool(self._names.rows(other))

        if found is None:  # nothing outside is below what stands here
            return Seen(TYPED + name, frozenset(), lambda other: not is_here(other))
        above, whole = self.ancestors(found.path, found.position, trace)
        names = frozenset(self.view(path).qualified(at).rpartition(".")[2] for path, at in above)
        return Seen(TYPED + name, names, lambda other: not whole and not is_here(other))

    def _function(self, view: View, scope: int, line: float, shape: str, trace: Trace) -> Function:
        told = _FUNCTION.match(shape)
        assert told is not None
        takes = int(told["takes"]) if told["takes"] else None
        gives = self._given_by(view, scope, line, told, trace)
        return Function(takes, gives, bool(told["waits"]), drops=told["gives"].endswith(CALLED))

    def _given_by(self, view: View, scope: int, line: float, told: re.Match[str], trace: Trace) -> str:
        """The type of what the body of a function gives."""
        gives = told["gives"]
        if not gives or gives == UNTOLD:
            return gives
        if gives == GIVES_NOTHING:
            return NOTHING
        found = self.argument(view, scope, line, gives, trace)
        if found.name.startswith((UNTOLD, LAMBDA)):
            return "" if gives.endswith(CALLED) else UNTOLD
        written = found.written or found.name
        if not told["waits"]:
            return written
        made_of = type_parts(written)[1]
        return (made_of[0] if made_of else NOTHING) if erased(written) in ("Task", "ValueTask") else ""

    def _receiver(self, asked: Thing, trace: Trace) -> Seen | None:
        """What an extension is asked of, as an argument."""
        if asked.form is INSTANCE:
            view = self.view(asked.path)
            name = view.qualified(asked.position).rpartition(".")[2]
            return self._of_type_named(name, Thing(TYPE, asked.path, asked.position), trace)
        if asked.form is EXTERNAL:
            name = asked.name.lstrip("?")
            return Seen(TYPED + name) if name and "." not in name else None
        return None
