"""Who stands inside whom? A line is told once."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.model import Symbol


def inner(symbols: Sequence[Symbol]) -> list[list[int]]:
    """For each symbol, the positions of those directly inside its lines, in the order of the file.

    Of two symbols on the very same lines the one ranked later is the outer.
    """
    found: list[list[int]] = [[] for _ in symbols]
    around: list[tuple[int, int]] = []  # last line and position of those that are open, the innermost last
    places = sorted(
        (symbol.path, symbol.span.start_line, -symbol.span.end_line, -rank) for rank, symbol in enumerate(symbols)
    )
    file = ""
    for path, _, before_end, before in places:
        if path != file:
            file, around = path, []
        while around and around[-1][0] < -before_end:
            around.pop()
        if around:
            found[around[-1][1]].append(-before)
        around.append((-before_end, -before))
    return found


def outer(inside: Sequence[Sequence[int]]) -> list[int | None]:
    """For each symbol, the position of the one directly around it, read off who is directly inside whom."""
    found: list[int | None] = [None] * len(inside)
    for position, those in enumerate(inside):
        for each in those:
            found[each] = position
    return found
