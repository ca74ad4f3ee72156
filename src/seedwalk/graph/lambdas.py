"""What is the parameter of a function that is passed on without saying? What the one it is passed to gives it.

    shop.Each(item => item.Sell());        // void Each(Action<Item> act): `item` is an Item

The n-th such function among the arguments belongs to the n-th parameter that is a function; of several definitions of
a name, the first that has one. What a list is asked to do with each of its own is done with what the list holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from seedwalk.facts import HANDED, RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import bracketed, steps, type_parts
from seedwalk.graph.meaning import UNKNOWN_OUTSIDE, Meanings
from seedwalk.graph.things import CALLABLE, EXTERNAL, INSTANCE, LIST, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.spec import Naming

_QUOTED, _BRACKETED = -1, -2
"""In place of a count: what is inside is the function; it takes what stands in brackets behind the name."""
_VARIABLE = re.compile(r"(?:^|\s)[A-Z]\d?$")
"""A type that is called like this stands for any."""
_ARROW = "=>"
_OF_LISTS = frozenset({EXTERNAL, LIST})
"""What a method of a list is taken for: one from outside, or what it gives."""
_NAMED_BEFORE = re.compile(r"(\w+)\(")


class Lambdas(Meanings):
    """Parameters of functions without a name."""

    def handed(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a parameter is, from what its function is passed to and its place there."""
        callee, _, place = bound.value.rpartition(HANDED)
        function, parameter, count = map(int, place.split("."))
        ops = steps(callee)
        found = self._called(view, bound, ops, trace)
        if found is not None and found.form in (CALLABLE, TYPE):
            given = self._by_definition(found, function, parameter, trace)
            return given or self._by_extension(view, found, function, parameter, trace)
        if (found is None or found.form in _OF_LISTS) and len(ops) > 1:
            if parameter != _element(view.naming, ops[-1], function, count):
                return None
            receiver = self.follow(view, bound.scope, ops[:-1], bound.line, trace)
            held = self.contents(receiver, trace) if receiver is not None else None
            return self._opened(view, held, found, trace) if held is not None else None
        return None

    def _called(self, view: View, bound: Bound, ops: Sequence[str], trace: Trace) -> Thing | None:
        """What a chain that is called means; a single name may be a method's, where these have names of their own."""
        if len(ops) == 1 and view.naming.methods_apart:
            return self.named(view, bound.scope, ops[0], bound.line, trace, called=True)
        found = self.follow(view, bound.scope, ops, bound.line, trace)
        return self.meant(found, trace, called=True) if found is not None else None

    def _opened(self, view: View, held: Thing, asked: Thing | None, trace: Trace) -> Thing | None:
        """What a list holds, or what a wrapper that stands for it does: of `Option<Part>`, a `Part`, which has not what
        the wrapper is asked for."""
        if held.form is not INSTANCE or view.naming.extensions or view.naming.visiting:
            return held.of if held.form is LIST else None
        within = self.held(held, trace) if view.naming.written_types else None
        return within or (held if asked is None or view.naming.traits_in_scope else None)

    def _by_definition(self, found: Thing, function: int, parameter: int, trace: Trace) -> Thing | None:
        """The type written for a parameter of the n-th function that a definition, or another of its name, takes."""
        view = self.view(found.path)
        trace.add(view.key(view.qualified(found.position)))
        for position in self._definitions(view, found, trace):
            taken = list(_functions(view, position))
            if function < len(taken) and parameter < len(taken[function]):
                written = taken[function][parameter]
                given = self.typed(view, position, written, trace)
                return None if given == UNKNOWN_OUTSIDE and _VARIABLE.search(written) else given
        return None

    def _by_extension(self, view: View, found: Thing, function: int, parameter: int, trace: Trace) -> Thing | None:
        """The same of the methods that are written for what is asked, where its own take no such function."""
        if found.form is TYPE or found.of is None or found.of.form is not INSTANCE or not view.naming.extensions:
            return None
        name = self.view(found.path).qualified(found.position).rpartition(".")[2]
        for path, at in self.extensions(view, found.of, name, trace):
            taken = list(_functions(self.view(path), at))
            if function < len(taken) and parameter < len(taken[function]):
                return self.typed(self.view(path), at, taken[function][parameter], trace)
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


def _element(naming: Naming, method: str, function: int, count: int) -> int:
    """Which of its parameters a function is given each element for: the first, or the last behind a number or a key."""
    if naming.visiting:
        return 0 if method in naming.visiting and not function else -1
    return 0 if naming.extensions else count - 1


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
    if written.startswith("(") and _ARROW in written:
        return tuple(part.partition(":")[2].strip() for part in bracketed(written, 0))
    name, arguments, is_list = type_parts(written)
    results = naming.functions.get(name.rpartition(".")[2]) if not is_list else None
    if results is None or not arguments:
        return None
    if results == _QUOTED:
        return _parameters(arguments[0], naming)
    return arguments[: len(arguments) - results]
