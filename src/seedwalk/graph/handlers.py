"""Who serves a route? The function an argument names, the action a string names, else the definition around."""

from __future__ import annotations

import re

from seedwalk.facts import EXPRESSION, Argument, ArgumentForm, Literal
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import steps
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import Form, Thing
from seedwalk.graph.views import View
from seedwalk.model import Provenance

Source = tuple[int, Provenance]
"""The symbol that serves, and how it is known."""
_VIEW = re.compile(r"\.as_view\(.*$", re.S)
_CALL = re.compile(r"(?P<callee>[^(){}]*)[({](?P<inside>.*?)[)}]?$", re.S)
_NAMES = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*")
_TO_RESOLVE = (Form.CALLABLE, Form.TYPE, Form.FIELD)
_WORD = re.compile(r"(?:^|_|-)([a-z0-9])")
MAX_WRAPPED = 4
"""Names inside a wrapper's brackets that are tried."""


class Handlers:
    """Handlers named in one file."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        self._view, self._resolver, self._trace = view, resolver, trace

    def of(self, literal: Literal, argument: Argument | None, modules: str) -> Source:
        if argument is not None and argument.form is ArgumentForm.NAME:
            return self.named(literal, argument.texts[0])
        if argument is not None and argument.form is ArgumentForm.LIST and argument.texts:
            return self.named(literal, argument.texts[-1].lstrip(EXPRESSION))
        if argument is not None and argument.form is ArgumentForm.STRING and "#" in argument.texts[0]:
            return self.action(literal, modules, argument.texts[0])
        return self._around(literal)

    def named(self, literal: Literal, text: str) -> Source:
        """`views.index`, `Show.as_view()`, `&server{}`; of `wrapped(handler)` the handler."""
        text = _VIEW.sub("", text).lstrip("&*")
        call = _CALL.fullmatch(text)
        if call is None:
            return self._found(self._follow(literal, text)) or self._around(literal)
        for name in reversed(_NAMES.findall(call["inside"])[:MAX_WRAPPED]):
            inner = self._follow(literal, name)
            if inner is not None and inner.form is Form.CALLABLE:
                return self._found(inner) or self._around(literal)
        return self._found(self._follow(literal, call["callee"])) or self._around(literal)

    def action(self, literal: Literal, modules: str, text: str) -> Source:
        """Rails' `admin/users#index`: method `index` of `Admin::UsersController`."""
        controller, _, method = text.partition("#")
        parts = [_camel(part) for part in controller.strip("/").split("/") if part]
        if not parts:
            return self._around(literal)
        names = [*(part for part in modules.split("::") if part), *parts]
        if text.startswith("/"):
            names = parts
        holder = self._resolver.anywhere(self._view, ".".join(names) + "Controller", self._trace)
        if holder is None or holder.form is not Form.TYPE:
            return self._around(literal)
        member = self._resolver.member(holder, method, self._trace)
        return self._found(member if member is not None and member.path else holder) or self._around(literal)

    def _follow(self, literal: Literal, text: str) -> Thing | None:
        return self._resolver.chain_told(self._view, literal.scope, steps(text), literal.line, self._trace)

    def _found(self, thing: Thing | None) -> Source | None:
        if thing is None or thing.form is Form.INSTANCE:
            return None
        if not thing.path or thing.form not in _TO_RESOLVE:
            return None
        return self._resolver.view(thing.path).identity(thing.position), Provenance.IMPORT_RESOLVED

    def _around(self, literal: Literal) -> Source:
        return self._view.identity(literal.scope), Provenance.AST_INFERRED


def _camel(text: str) -> str:
    return _WORD.sub(lambda match: match[1].upper(), text)
