"""What stands before a route's path: the prefix of its type, of its receiver, and of the calls it stands in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from seedwalk.facts import Literal, ref_code
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.literals import receiver_of
from seedwalk.graph.paths import joined
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import View
from seedwalk.languages.world import Makes, Rule, Shape, World
from seedwalk.languages.world.literals import argument_of, last_name, subject_texts, texts_of
from seedwalk.model import RefKind

MAX_GROUPS = 5
"""Groups made of groups."""
_TOKEN = re.compile(r"\[(controller|action|area)\]", re.I)
_WORD = re.compile(r"(?:^|_|-)([a-z0-9])")
_Y = re.compile(r"(?<![aeiou])y$")
_ONE = "/{}"
_DECORATOR = ref_code(RefKind.DECORATOR)


class Prefixes:
    """The prefixes written in one file."""

    def __init__(
        self, view: View, resolver: Resolver, trace: Trace, world: World, matching: Callable[[Literal], Iterable[Rule]]
    ) -> None:
        self._view, self._resolver, self._trace, self._world = view, resolver, trace, world
        self._types: dict[int, str] = {}
        self._made: dict[tuple[int, int], tuple[Rule, Literal]] = {}
        self._nests: list[tuple[Rule, Literal]] = []
        self._asked: list[tuple[Rule, Literal]] = []
        for literal in view.facts.literals:
            for rule in matching(literal):
                if rule.nests:
                    self._nests.append((rule, literal))
                if rule.makes is Makes.PREFIX:
                    self._keep(rule, literal)
        self._keeps = any(rule.kept for rule, _ in self._nests)

    def _keep(self, rule: Rule, literal: Literal) -> None:
        if rule.shape is Shape.DECORATOR:
            texts = subject_texts(rule, literal)
            if texts and self._view.is_type(literal.scope):
                self._types.setdefault(literal.scope, texts[0])
        elif not rule.nests:
            self._made.setdefault((literal.scope, literal.line), (rule, literal))

    def before(self, literal: Literal, path: str, *, made: bool = True) -> str:
        """The whole path of a route; without what its router was `made` with, where a mount replaces that."""
        nests = [self._nested(rule, outer, literal) for rule, outer in self._around(literal)]
        path = path.removeprefix("{}") if path.startswith("{}/") else path
        whole = joined(*nests, self._received(literal, MAX_GROUPS) if made else "", self._typed(literal), path)
        return _TOKEN.sub(lambda match: self._token(match[1].lower(), literal), whole)

    def groups(self) -> list[tuple[Rule, Literal]]:
        """Where groups are made that may be passed on."""
        return [(rule, maker) for rule, maker in self._made.values() if rule.passed]

    def is_group(self, scope: int, line: int, name: str) -> bool:
        """Whether a name stands for a group at a place."""
        bound = self._bound(scope, line, name)
        return bound is not None and (bound.scope, bound.line) in self._made

    def names(self, maker: Literal) -> list[str]:
        """The names a group is given where it is made."""
        bound = self._view.bindings().get(maker.scope, {})
        return [name for name, told in bound.items() if any(one.line == maker.line and one.value for one in told)]

    def begin(self, literal: Literal) -> str:
        """The name that a route's groups begin with: of `v1.GET`, what `v1` was made of."""
        receiver = receiver_of(literal.text)
        for _ in range(MAX_GROUPS):
            bound = self._binding(literal, receiver[0]) if len(receiver) == 1 else None
            made = self._made.get((bound.scope, bound.line)) if bound is not None else None
            if made is None or made[1].start == literal.start:
                break
            literal = made[1]
            receiver = receiver_of(literal.text)
        return receiver[0] if receiver else ""

    def modules(self, literal: Literal) -> str:
        """Ruby modules that surrounding calls name."""
        named = ""
        for rule, outer in self._around(literal):
            if rule.plural:
                continue
            module = argument_of(outer.arguments, ("module",) if "namespace" not in rule.names else ("module", 0))
            for text in texts_of(module)[:1]:
                named += "::".join(_camel(part) for part in text.split("/")) + "::"
        return named

    def actions(self, rule: Rule, literal: Literal, resource: str) -> Iterator[tuple[str, str, str]]:
        """(method, path, `controller#action`) of the routes of a Rails resource."""
        only = argument_of(literal.arguments, ("only",))
        left_out = texts_of(argument_of(literal.arguments, ("except",)))
        named = resource if rule.plural == "resources" else _plural(resource)
        controller = next(iter(texts_of(argument_of(literal.arguments, ("controller",)))), named)
        path = next(iter(texts_of(argument_of(literal.arguments, ("path",)))), resource)
        for method, below, action in self._world.actions[rule.plural]:
            if (only is None or action in only.texts) and action not in left_out:
                yield method, joined(path, below), f"{controller}#{action}"

    def controller(self, literal: Literal) -> str:
        """The resource a bare action belongs to."""
        for rule, outer in reversed(self._around(literal)):
            if rule.plural:
                return next(iter(subject_texts(rule, outer)), "")
        return ""

    def kept(self, literal: Literal) -> str | None:
        """The name of the block a call stands in that is only made where it is asked for; None when it is in none."""
        around = self._holding(literal) if self._keeps else ()
        return next((next(iter(subject_texts(rule, outer)), "") for rule, outer in around if rule.kept), None)

    @contextmanager
    def asked(self, rule: Rule, literal: Literal) -> Iterator[None]:
        """Meanwhile such blocks stand where a literal asks for them: in the calls around it, and in it if it nests."""
        before, around = self._asked, self._around(literal)
        self._asked = [*around, (rule, literal)] if rule.nests else around
        try:
            yield
        finally:
            self._asked = before

    def _around(self, literal: Literal) -> list[tuple[Rule, Literal]]:
        """Calls that hold this one, the outermost first; in place of a kept block, those that hold who asks for it."""
        around = self._holding(literal)
        kept = next((place for place, (rule, _) in enumerate(around) if rule.kept), None)
        return around if kept is None else [*self._asked, *around[kept + 1 :]]

    def _holding(self, literal: Literal) -> list[tuple[Rule, Literal]]:
        return [(rule, outer) for rule, outer in self._nests if outer.start < literal.start < outer.end]

    def _nested(self, rule: Rule, outer: Literal, literal: Literal) -> str:
        if rule.parameter:
            return _ONE
        path = next(iter(texts_of(argument_of(outer.arguments, ("path",)))), "")
        texts = [path] if path else subject_texts(rule, outer)
        if not texts:
            return ""
        on = texts_of(argument_of(literal.arguments, ("on",)))
        collected = "collection" in on or any(
            inner.text == "collection" and inner.start < literal.start < inner.end for _, inner in self._around(literal)
        )
        many = rule.plural == "resources" and not collected
        return texts[0] + (_ONE if many else "")

    def _typed(self, literal: Literal) -> str:
        scope = literal.scope if literal.kind == _DECORATOR else 0
        while scope and not self._view.is_type(scope):
            scope = self._view.parent(scope)
        if not scope or scope in self._types:
            return self._types.get(scope, "")
        above, _ = self._resolver.line_told(self._view, scope, self._trace)
        return next((told for path, at in above[1:] if (told := self._inherited(path, at))), "")

    def _inherited(self, path: str, at: int) -> str:
        """The prefix a base gives to the types below it."""
        for literal in self._resolver.view(path).facts.literals:
            if literal.scope == at and literal.kind == _DECORATOR:
                for rule in self._world.named(last_name(literal.text)):
                    if rule.makes is Makes.PREFIX and rule.shape is Shape.DECORATOR:
                        return next(iter(subject_texts(rule, literal)), "")
        return ""

    def _received(self, literal: Literal, left: int) -> str:
        """The prefix given where the receiver was made: `Blueprint(url_prefix=…)`, `router.Group("/v1")`."""
        receiver = receiver_of(literal.text)
        bound = self._binding(literal, receiver[0]) if len(receiver) == 1 and left else None
        made = self._made.get((bound.scope, bound.line)) if bound is not None else None
        if made is None or made[1].start == literal.start:
            return ""
        rule, maker = made
        return joined(self._received(maker, left - 1), next(iter(subject_texts(rule, maker)), ""))

    def _binding(self, literal: Literal, name: str) -> Bound | None:
        return self._bound(literal.scope, literal.line, name)

    def _bound(self, scope: int, line: int, name: str) -> Bound | None:
        while True:
            bounds = [bound for bound in self._view.bound(scope, name) if bound.line <= line]
            if bounds:
                return bounds[-1]
            if not scope:
                return None
            scope = self._view.parent(scope)

    def _token(self, token: str, literal: Literal) -> str:
        """ASP.NET's `[controller]` and `[action]`."""
        view, scope = self._view, literal.scope
        if token == "action":
            return view.qualified(scope).rpartition(".")[2]
        while scope and not view.is_type(scope):
            scope = view.parent(scope)
        return view.qualified(scope).rpartition(".")[2].removesuffix("Controller") if token == "controller" else token


def _plural(word: str) -> str:
    """As Rails names the controller of a single resource, irregular words aside."""
    if word.endswith("s"):
        return word
    return _Y.sub("ie", word) + ("es" if word.endswith(("x", "ch", "sh")) else "s")


def _camel(text: str) -> str:
    return _WORD.sub(lambda match: match[1].upper(), text)
