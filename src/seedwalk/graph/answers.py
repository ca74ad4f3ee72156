"""Answers worked out once each, and knots of answers that need each other cut the same way wherever one began.

`f` returns `g()`, `g` returns `f()` or a `Foo`: what `g` gives must not depend on who asked first, or an index kept up
would differ from one made afresh. Questions that need each other are found as Tarjan finds components (R. Tarjan,
Depth-first search and linear graph algorithms, 1972), and settled together: in rounds, each from what the others were
in the round before, so that no order among them shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from seedwalk.compiled import quick
from seedwalk.graph.ordering import each_once

ROUNDS = 8
"""Times the questions of a knot are asked; a name handed on by one function to another takes two."""
GROWTHS = 4
"""Times a knot may be found larger than thought while it is settled; after that, what is new in it stays unknown."""
MOST_OPEN = 20_000
"""Questions asked inside each other; deeper ones have no answer. Code by hand stays below a hundred."""
_FRAMES_EACH = 16
"""Calls on the stack for one question, at most."""
_NEVER = sys.maxsize


class Answer:
    """What was found, and what it depends on."""

    __slots__ = ("trace", "value")

    def __init__(self, value: Any, trace: Trace) -> None:
        self.value, self.trace = value, trace


Trace = set[int | Answer]
"""Keys of every name looked up on the way to an answer, and the answers used: when one changes, the answer may."""
Table = dict[Any, Answer]
Compute = Callable[[Trace], Any]


def keys_of(trace: Trace) -> set[int]:
    """Every key a trace holds, those of the answers in it included."""
    keys: set[int] = set()
    seen: set[int] = set()
    left = [trace]
    while left:
        for each in left.pop():
            if not isinstance(each, Answer):
                keys.add(each)
            elif id(each.trace) not in seen:
                seen.add(id(each.trace))
                left.append(each.trace)
    return keys


def in_order(trace: Trace) -> np.ndarray:
    """Every key a trace holds as a sorted column, each once, as they are stored."""
    compiled = quick()
    if compiled is None:
        keys = keys_of(trace)
        found = np.fromiter(keys, "<i8", len(keys))
    else:
        found = np.frombuffer(compiled.trace_keys(trace, Answer), "<i8")
    return each_once(found)


@contextmanager
def deep() -> Iterator[None]:
    """Room on the stack for questions inside questions."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MOST_OPEN * _FRAMES_EACH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _Open:
    """A question being worked out, or waiting for its knot to be settled."""

    __slots__ = ("compute", "key", "node", "table", "trace")

    def __init__(self, node: Hashable, table: Table, key: Any, compute: Compute) -> None:
        self.node, self.table, self.key, self.compute = node, table, key, compute
        self.trace: Trace = set()


class Answers:
    """Asks questions that may lead to each other; the tables they come with keep what was answered."""

    __slots__ = ("_lowest", "_settling", "place", "stack")

    def __init__(self) -> None:
        self.stack: list[_Open] = []
        self.place: dict[Hashable, int] = {}
        self._settling: dict[Hashable, Any] = {}
        self._lowest = _NEVER
        """Place of the outermost open question that was asked again since this was last reset."""

    def ask(self, table: Table, key: Any, compute: Compute, trace: Trace) -> Any:
        """The answer to `key`, worked out if the table has none; None when it is unknown or needs itself."""
        known = table.get(key)
        if known is None:
            node = (id(table), key)
            place = self.place.get(node)
            if place is not None or len(self.stack) >= MOST_OPEN:
                self._lowest = min(self._lowest, place or 0)
                return self._settling.get(node)
            known = self._work_out(_Open(node, table, key, compute))
            if known is None:
                return None
        trace.add(known)
        return known.value

    def _work_out(self, question: _Open) -> Answer | None:
        """Ask anew. None when the question turns out to be part of a knot that began further out."""
        at = len(self.stack)
        self.stack.append(question)
        self.place[question.node] = at
        outer, self._lowest = self._lowest, _NEVER
        value = question.compute(question.trace)
        if self._lowest > at:  # whatever was asked further in is answered
            del self.place[self.stack.pop().node]
            self._lowest = outer
            answer = question.table[question.key] = Answer(value, question.trace)
            return answer
        if self._lowest == at and self._settle(at):
            self._lowest = outer
            return question.table[question.key]
        self._lowest = min(outer, self._lowest)
        return None

    def _settle(self, at: int) -> bool:
        """Answer every question from `at` on together; False when they need one further out after all."""
        members: list[_Open] = []
        found: dict[Hashable, Any] = {}
        for _ in range(GROWTHS):
            if len(members) == len(self.stack) - at:
                break
            members = self.stack[at:]
            found = self._rounds(members)
            if self._lowest < at:
                return False
        shared: Trace = set().union(*(question.trace for question in self.stack[at:]))
        self._close(at)
        for question in members:
            question.table[question.key] = Answer(found[question.node], shared)
        return True

    def _rounds(self, members: list[_Open]) -> dict[Hashable, Any]:
        """What each member is, known from what the others were in the round before; at first nobody is anything."""
        found: dict[Hashable, Any] = {question.node: None for question in members}
        outer, self._settling = self._settling, found
        try:
            for _ in range(ROUNDS):
                told = {q.node: q.compute(q.trace) for q in members if found[q.node] is None}
                if all(value is None for value in told.values()):
                    break
                found.update(told)
        finally:
            self._settling = outer
        return found

    def _close(self, at: int) -> None:
        for question in self.stack[at:]:
            del self.place[question.node]
        del self.stack[at:]
