"""A member sought along a line of types, as plainly written ones have it; compiled where that was built
(`compiled/sought.c`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seedwalk.compiled import quick
from seedwalk.graph.answers import Trace
from seedwalk.graph.names import check
from seedwalk.graph.views import View

NOWHERE, NOT_PLAIN = -1, -2
Line = tuple[tuple[str, int], ...]
"""Types by path and position, nearest first."""
Plainly = tuple[int, Sequence[tuple[str, int, int, int, int]], dict[str, int]]
"""Of a file, the high half of its keys, its symbols, and where its qualified names stand."""


class Plain(dict[str, "Plainly | None"]):
    """By path, what is asked of a file in which a member is what is called so and nothing else; None of any other."""

    def __init__(self, view: Callable[[str], View]) -> None:
        super().__init__()
        self._view = view

    def __missing__(self, path: str) -> Plainly | None:
        view = self._view(path)
        found = self[path] = (view.key_half, view.rows, view.names) if view.has_plain_members else None
        return found


def sought(
    line: Line, start: int, name: str, plainly: Callable[[str], Plainly | None], trace: Trace
) -> tuple[int, int]:
    """The place in a line, from `start` on, of the first type that has a member of this name, and where that stands.
    NOWHERE at the end of the line; NOT_PLAIN at the first type that has to be asked in another way. The keys of all
    looks are added to the trace.

    Of 38,800 members sought for Django 15,400 are found in none, most of these along two to four types.
    """
    compiled = quick()
    if compiled is None:
        return plain_sought(line, start, name, plainly, trace)
    found: tuple[int, int] = compiled.sought(line, start, name, plainly, trace)
    return found


def plain_sought(
    line: Line, start: int, name: str, plainly: Callable[[str], Plainly | None], trace: Trace
) -> tuple[int, int]:
    for place in range(start, len(line)):
        path, position = line[place]
        told = plainly(path)
        if told is None:
            return place, NOT_PLAIN
        high, symbols, names = told
        qualified = f"{symbols[position][0]}.{name}"
        trace.add(high | check(qualified))
        at = names.get(qualified)
        if at is not None:
            return place, at
    return len(line), NOWHERE
