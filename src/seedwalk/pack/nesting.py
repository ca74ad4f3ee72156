"""Who stands inside whom? A line is told once."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.model import Symbol


def inner(symbols: Sequence[Symbol]) -> list[list[int]]:
    """For each symbol, the positions of those directly inside its lines, in the order of the file.

    Of two symbols on the very same lines the one ranked later is the outer.
    """
    found: list[list[int]] = [[] for _ in symbols]
    around: list[int] = []
    for position in sorted(range(len(symbols)), key=lambda position: _place(symbols[position], position)):
        while around and not _inside(symbols[position], symbols[around[-1]]):
            around.pop()
        if around:
            found[around[-1]].append(position)
        around.append(position)
    return found


def outer(inside: Sequence[Sequence[int]]) -> list[int | None]:
    """For each symbol, the position of the one directly around it, read off who is directly inside whom."""
    found: list[int | None] = [None] * len(inside)
    for position, those in enumerate(inside):
        for each in those:
            found[each] = position
    return found


def _place(symbol: Symbol, rank: int) -> tuple[str, int, int, int]:
    return symbol.path, symbol.span.start_line, -symbol.span.end_line, -rank


def _inside(symbol: Symbol, other: Symbol) -> bool:
    return symbol.path == other.path and symbol.span.end_line <= other.span.end_line
