"""What is the parameter of a function that is passed on without saying? What the one it is passed to gives it.

    shop.Each(item => item.Sell());        // void Each(Action<Item> act): `item` is an Item

The n-th such function among the arguments belongs to the n-th parameter that is a function; of several definitions of
a name, the first that has one. What a list is asked to do with each of its own is done with what the list holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seedwalk.facts import HANDED, RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import bracketed, steps, type_parts
from seedwalk.graph.meaning import Meanings
from seedwalk.graph.things import CALLABLE, EXTERNAL, INSTANCE, LIST, TYPE, Thing
from seedwalk.graph.views import Bound, View
from seedwalk.languages.spec import Naming

_QUOTED, _BRACKETED = -1, -2
"""In place of a count: what is inside is the function; it takes what stands in brackets behind the name."""
_NAMED_BEFORE = re.compile(r"(\w+)\(")


class Lambdas(Meanings):
    """Parameters of functions without a name."""

    def handed(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a parameter is, from what its function is passed to and its place there."""
        callee, _, place = bound.value.rpartition(HANDED)
        function, _, parameter = place.partition(".")
        if not (function.isdecimal() and parameter.isdecimal()):
            return None
        ops = steps(callee)
        found = self.follow(view, bound.scope, ops, bound.line, trace)
        if found is not None and found.form in (CALLABLE, TYPE):
            return self._by_definition(found, int(function), int(parameter), trace)
        if (found is None or found.form is EXTERNAL) and len(ops) > 1 and not int(parameter):
            receiver = self.follow(view, bound.scope, ops[:-1], bound.line, trace)
            held = self.contents(receiver, trace) if receiver is not None else None
            return self._opened(view, held)
        return None

    def _opened(self, view: View, held: Thing | None) -> Thing | None:
        """What a list holds, or what a wrapper that stands for it does: of `Option<Part>`, a `Part`."""
        if held is not None and held.form is INSTANCE and _BRACKETED in view.naming.functions.values():
            return held
        return held.of if held is not None and held.form is LIST else None

    def _by_definition(self, found: Thing, function: int, parameter: int, trace: Trace) -> Thing | None:
        """The type written for a parameter of the n-th function that a definition, or another of its name, takes."""
        view = self.view(found.path)
        trace.add(view.key(view.qualified(found.position)))
        for position in self._definitions(view, found, trace):
            taken = list(_functions(view, position))
            if function < len(taken) and parameter < len(taken[function]):
                return self.typed(view, position, taken[function][parameter], trace)
        return None

    def _definitions(self, view: View, found: Thing, trace: Trace) -> list[int]:
        """The positions of a callable or of the constructors of a type, and of those that share the name."""
        position = found.position
        if found.form is TYPE:
            made = self.constructor(found.path, position, trace)
            if made is None or made[0] != view.path:
                return []
            position = made[1]
        others = view.repeated().get(view.qualified(position), [])
        return [position, *(other for other in others if other != position)]


def _functions(view: View, position: int) -> Iterator[tuple[str, ...]]:
    """The parameter types of each function that a definition takes, in the order written."""
    for name, bounds in view.bindings().get(position, {}).items():
        if name == RETURN:
            continue
        for bound in bounds:
            taken = _parameters(bound.type, view.naming) if bound.type else None
            if taken is not None:
                yield taken


def _parameters(written: str, naming: Naming) -> tuple[str, ...] | None:
    """What a written type of functions says it takes: `Func<Item, bool>` an `Item`; None for any other type."""
    before = _NAMED_BEFORE.search(written)
    if before is not None and naming.functions.get(before[1]) == _BRACKETED:
        return bracketed(written, before.end() - 1)
    name, arguments, is_list = type_parts(written)
    results = naming.functions.get(name.rpartition(".")[2]) if not is_list else None
    if results is None or not arguments:
        return None
    if results == _QUOTED:
        return _parameters(arguments[0], naming)
    return arguments[: len(arguments) - results]
