"""Which of several callables of one name does a call inside of a chain run, or one whose result a variable holds?

    Policy.Handle<Error>().Retry(3).Execute(run)       // what Retry(3) gives may not be what Retry(again) gives

A chain is told without its arguments; the call it begins with is a mention of its own, and says them. Only what a file
says inside of its own functions is told so: everything that others may ask for is of a written type.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.facts import RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import steps
from seedwalk.graph.meaning import MAX_OVERLOADS, Calls
from seedwalk.graph.overloads import Overloads
from seedwalk.graph.passed import Argument
from seedwalk.graph.things import CALLABLE, Thing
from seedwalk.graph.views import View


class Within(Overloads):
    """Calls that stand inside of chains."""

    def forget_calls(self) -> None:
        """From now on another file asks."""
        self._inner.clear()
        self._calls.clear()

    def inner(
        self, view: View, scope: int, line: float, found: Thing, ops: Sequence[str], trace: Trace
    ) -> Thing:
        """The callable that a chain calls: where those of a name give different things, the one its arguments tell."""
        if view.spec.becoming is None or not self._differ(view, found, trace):
            return found
        calls = self._called_with(view).get(tuple(ops), ())
        if not calls:
            return found
        nearest = min(calls, key=lambda one: abs(one[0] - line))
        key = (view.path, scope, nearest, found)
        chosen: Thing | None = self._answers.ask(
            self._inner, key, lambda own: self.overload(view, scope, nearest[0], found, nearest[1], own), trace
        )
        return chosen if chosen is not None and chosen.form is CALLABLE else found

    def of_call(self, view: View, scope: int, line: float, found: Thing, ops: Sequence[str], trace: Trace) -> Argument:
        return self.returned_type(self.inner(view, scope, line, found, ops, trace), trace)

    def _differ(self, view: View, found: Thing, trace: Trace) -> bool:
        """Whether callables of one name are written to give different things."""
        if self.is_extension(found):
            assert found.of is not None
            name = self.view(found.path).qualified(found.position).rpartition(".")[2]
            places = self.extensions(view, found.of, name, trace)
        else:
            candidates, _ = self._candidates(found, trace)
            places = [(each.path, each.position) for each in candidates]
        given = {self._given_text(path, at) for path, at in places[:MAX_OVERLOADS]}
        return len(given) > 1

    def _given_text(self, path: str, at: int) -> str:
        bounds = self.view(path).bound(at, RETURN)
        return bounds[0].type if bounds else ""

    def _called_with(self, view: View) -> Calls:
        known = self._calls.get(view.path)
        if known is None:
            known = self._calls[view.path] = {}
            texts, facts = view.facts.texts, view.facts
            rows = facts.rows()
            for text, line, passed in zip(rows["text"].tolist(), rows["line"].tolist(), facts.arguments(), strict=True):
                if passed:
                    known.setdefault(steps(texts[text]), []).append((line, texts[passed - 1]))
        return known
