"""Is a literal what a rule takes it for? The receiver's origin, the file's imports, the type around it tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seedwalk.facts import REF_KINDS, Literal
from seedwalk.graph.chains import type_parts
from seedwalk.graph.literals import receiver_of
from seedwalk.graph.origins import Origins
from seedwalk.graph.views import View
from seedwalk.languages.world import Makes, Rule, Shape, World
from seedwalk.languages.world.literals import NAME, below, callee_name, compiled, dotted, last_name, may_apply
from seedwalk.model import RefKind

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Evidence:
    """What one file offers."""

    def __init__(self, view: View, origins: Origins, world: World) -> None:
        self._view, self._origins, self._world = view, origins, world
        self._modules = [dotted(f"{one.module}.{one.name}") for one in view.imports]
        self._marks: dict[int, frozenset[str]] | None = None
        self._held: dict[tuple[str, ...], bool] = {}

    def enough(self, rule: Rule, literal: Literal) -> bool:
        """Whether everything a rule asks for is there."""
        return may_apply(rule, literal) and self._placed(rule, literal) and self._known(rule, literal)

    def _placed(self, rule: Rule, literal: Literal) -> bool:
        if rule.within and not compiled(rule.within).search(self._view.path):
            return False
        on_type = self._view.is_type(literal.scope) and literal.scope
        if rule.shape is Shape.DECORATOR and on_type and rule.makes is Makes.HANDLES_ROUTE and not rule.on_types:
            return False
        if not rule.only_in and not rule.not_in:
            return True
        marks = self._around(literal.scope)
        return not marks & set(rule.not_in) and (not rule.only_in or bool(marks & set(rule.only_in)))

    def _known(self, rule: Rule, literal: Literal) -> bool:
        """By the receiver's name, by an import, by where the callee comes from."""
        if not (rule.receivers or rule.imported or rule.roots):
            return True
        receiver = receiver_of(literal.text)
        direct = receiver and not literal.text[: literal.text.rfind(".")].endswith(")")
        if direct and receiver[-1].lstrip("@$_").lower() in rule.receivers:
            return True
        if rule.imported and self._imports(rule, literal):
            return True
        return bool(rule.roots) and self._comes_from(rule.roots, literal, bool(receiver))

    def _imports(self, rule: Rule, literal: Literal) -> bool:
        modules = rule.imported
        if NAME in modules[0]:
            return imports_named(self._view, modules, callee_name(rule, literal), literal.text)
        found = self._held.get(modules)
        if found is None:
            found = self._held[modules] = any(below(one, modules) for one in self._modules)
        return found

    def _comes_from(self, roots: tuple[str, ...], literal: Literal, received: bool) -> bool:
        origin = self._origins.of(literal.scope, literal.text, literal.line)
        if not origin and not received:
            origin = self._origins.of_type(literal.scope)
        return bool(origin) and below(dotted(origin), roots)

    def _around(self, scope: int) -> frozenset[str]:
        """Last names of the bases and decorators of the nearest type around."""
        if self._marks is None:
            self._marks = self._all_marks()
        while scope and not self._view.is_type(scope):
            scope = self._view.parent(scope)
        return self._marks.get(scope, frozenset())

    def _all_marks(self) -> dict[int, frozenset[str]]:
        view = self._view
        found: dict[int, set[str]] = {}
        for position, text, _, _ in view.outline.bases:
            found.setdefault(position, set()).add(last_name(type_parts(text)[0]))
        facts = view.facts
        for code, text, _, _, scope in facts.rows().tolist():
            if scope and REF_KINDS[code] is RefKind.DECORATOR and view.is_type(scope):
                found.setdefault(scope, set()).add(last_name(facts.texts[text]))
        return {position: frozenset(names) for position, names in found.items()}


def imports_named(view: View, modules: Sequence[str], name: str, text: str) -> bool:
    """Whether a file imports one of these, or `text` is written with it; `{name}` is the name in snake case."""
    snake = _HUMP.sub("_", name).lower()
    wanted = [module.replace(NAME, snake) for module in modules]
    given = [f"{imported.module}.{imported.name}" for imported in view.imports]
    return not modules or any(part in whole for part in wanted for whole in (*given, text))
