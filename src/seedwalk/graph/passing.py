"""Which functions is a group of routes passed to? `users.Register(api.Group("/users"))`: what such a function adds to
its parameter has the group's path before its own.

The file that passes the group tells the whole path, as one that mounts a router does. Which parameter receives it is
told by the parameters' types: of several groups in one call the first goes to the first such parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from seedwalk.facts import Facts, Literal, ref_code
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import steps
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import CALLABLE
from seedwalk.graph.views import ROUTES, View
from seedwalk.languages.world import Rule, World
from seedwalk.languages.world.literals import compiled, last_name
from seedwalk.model import RefKind

_CALL, _ARGUMENT = ref_code(RefKind.CALL), ref_code(RefKind.ARGUMENT)
_AROUND = 3
"""Calls before an argument that may be the one it is passed to: others may stand in between, as arguments of it too."""
IsGroup = Callable[[int, int, str], bool]
"""Whether a name is a group at a scope and line."""


class Passed(NamedTuple):
    """A function that a group is passed to, and the parameter that receives it."""

    view: View
    function: int
    parameter: str


class _Place(NamedTuple):
    byte: int
    line: int
    scope: int
    text: str


class Passing:
    """The calls of one file that pass groups on."""

    def __init__(
        self, view: View, resolver: Resolver, trace: Trace, is_group: IsGroup, made: Iterable[Literal]
    ) -> None:
        self._view, self._resolver, self._trace, self._is_group = view, resolver, trace, is_group
        self._made = [maker.start for maker in made]
        rows = view.facts.rows()
        texts = view.facts.texts
        each = [(code, _Place(byte, line, scope, texts[text])) for code, text, line, byte, scope in rows.tolist()]
        self._calls = sorted(place for code, place in each if code == _CALL)
        self._arguments = sorted(place for code, place in each if code == _ARGUMENT)

    def of_name(self, rule: Rule, name: str, scope: int) -> Iterator[Passed]:
        """Where a name of a scope is passed to."""
        for place in self._arguments:
            if place.text == name and within(self._view, place.scope, scope):
                yield from self._received(rule, place)

    def in_place(self, rule: Rule, literal: Literal) -> Iterator[Passed]:
        """Where a group that is made as an argument is passed to."""
        yield from self._received(rule, _Place(literal.start, literal.line, literal.scope, literal.text))

    def _received(self, rule: Rule, place: _Place) -> Iterator[Passed]:
        near = [
            call for call in self._calls
            if call.line == place.line and call.byte < place.byte and call.scope == place.scope
            and call.text != place.text
        ]  # fmt: skip
        for call in near[: -_AROUND - 1 : -1]:
            function = self._resolver.chain_told(self._view, call.scope, steps(call.text), call.line, self._trace)
            if function is None or function.form is not CALLABLE:
                continue
            target = self._resolver.view(function.path)
            self._trace.update((target.key(ROUTES), target.key(target.qualified(function.position))))
            parameters = _receiving(rule, target, function.position)
            before = sum(call.byte < start < place.byte for start in self._made)
            before += sum(
                self._is_group(one.scope, one.line, one.text)
                for one in self._arguments if call.byte < one.byte < place.byte
            )  # fmt: skip
            if before < len(parameters):
                yield Passed(target, function.position, parameters[before])
                return


def _receiving(rule: Rule, view: View, function: int) -> list[str]:
    """Parameters of a function that take groups."""
    takes = compiled(rule.passed).search
    bound = view.bindings().get(function, {})
    return [name for name, told in bound.items() if told[0].type and not told[0].value and takes(told[0].type)]


def within(view: View, scope: int, around: int) -> bool:
    """Whether a scope is another one, or lies in it."""
    while scope and scope != around:
        scope = view.parent(scope)
    return scope == around


def passed_on(world: World, facts: Facts) -> list[tuple[str, int]]:
    """All that a file says of passing groups on, where it may do so: what others must look at again when it changes."""
    rules = [rule for rule in world.rules if rule.passed]
    names = {name for rule in rules for name in rule.names}
    types = [facts.texts[row[1]] for row in facts.bindings] if rules else []
    if not any(last_name(literal.text) in names for literal in facts.literals) and not any(
        compiled(rule.passed).search(written) for rule in rules for written in set(types)
    ):
        return []
    rows = facts.rows()
    rows = rows[(rows["kind"] == _CALL) | (rows["kind"] == _ARGUMENT)]
    return [(facts.texts[text], scope) for _, text, _, _, scope in rows.tolist()]
