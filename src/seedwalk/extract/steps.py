"""The steps that a query consists of, and how they are told to the compiled part."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

DONE = NONE = 0xFFFF
MOST_CAPTURES = 3
NAMED, IMMEDIATE, LAST, PASS, DEAD, CAPTURING, FALLIBLE, ANY, HIDDEN, REPEATED = (1 << bit for bit in range(10))
"""Of a step: it matches named nodes alone; no other may stand before it, or behind it; it only splits, or only leads
elsewhere; it or one below it captures; it has steps below it; it matches any node, named or not. The last two are
not told to the compiled part: its symbol is one that never shows; it repeats what stands in an alternation."""
_BITS, _FIELD_BITS = 64, 32


class Step:
    """What a node must be, and where a match goes on from there."""

    __slots__ = ("captures", "depth", "field", "flags", "negated", "other", "symbol", "symbols")

    def __init__(self, symbol: int, depth: int, flags: int = 0, other: int = NONE) -> None:
        self.symbol = symbol
        self.symbols: tuple[int, ...] = ()
        self.field = 0
        self.depth = depth
        self.other = other
        self.negated: tuple[int, ...] = ()
        self.captures: list[int] = []
        self.flags = flags

    @property
    def is_any(self) -> bool:
        return self.symbol == 0 and (not self.symbols or bool(self.flags & HIDDEN))

    def again(self) -> Step:
        """The same, without another way."""
        copy = Step(self.symbol, self.depth, self.flags)
        copy.symbols, copy.field, copy.negated, copy.captures = self.symbols, self.field, self.negated, self.captures
        return copy


def packed(steps: Sequence[Step]) -> tuple[bytes, list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Steps as rows of numbers; the sets of symbols and of fields that these number from 1."""
    sets: dict[tuple[int, ...], int] = {}
    negated: dict[tuple[int, ...], int] = {}
    rows = array("Q")
    for place in range(len(steps)):
        rows.extend(_row(steps, place, sets, negated))
    return rows.tobytes(), list(sets), list(negated)


def _row(
    steps: Sequence[Step], place: int, sets: dict[tuple[int, ...], int], negated: dict[tuple[int, ...], int]
) -> list[int]:
    step, flags = steps[place], steps[place].flags & (ANY - 1)
    if step.depth == DONE:
        return [0, 0, 0, DONE, NONE, 0, NONE, NONE, NONE, flags, 0, 0, 0]
    flags |= (CAPTURING if step.captures else 0) | (ANY if step.is_any and not flags & NAMED else 0)
    for below in _below(steps, place):
        flags |= FALLIBLE | (CAPTURING if below.captures else 0)
    captures = [*step.captures, *[NONE] * (MOST_CAPTURES - len(step.captures))]
    chosen = sets.setdefault(step.symbols, len(sets) + 1) if step.symbols else 0
    hidden = negated.setdefault(step.negated, len(negated) + 1) if step.negated else 0
    return [
        step.symbol, chosen, step.field, step.depth, step.other, hidden, *captures, flags, *_needs(steps, place),
    ]  # fmt: skip


def _below(steps: Sequence[Step], place: int) -> Iterator[Step]:
    depth = steps[place].depth
    for at in range(place + 1, len(steps)):
        step = steps[at]
        if step.depth == DONE or step.depth <= depth:
            return
        yield step


def _needs(steps: Sequence[Step], place: int) -> tuple[int, int, int]:
    """What children a node needs to match all that is below a step: fields, and twice one of several symbols.

    As bits: a node whose children lack one is not looked into.
    """
    depth, fields, needed = steps[place].depth, 0, []
    at = place + 1
    while at < len(steps) and depth < (step := steps[at]).depth != DONE:
        if step.other != NONE:  # several ways, or none
            led = step.other > at and steps[step.other - 1].flags & DEAD
            at = steps[step.other - 1].other if led else max(step.other, at + 1)
            continue
        if step.depth == depth + 1 and not step.flags & (PASS | DEAD):
            fields |= 1 << step.field % _FIELD_BITS if step.field else 0
            if step.symbol or step.symbols:
                needed.append(_bits(step.symbols or (step.symbol,)))
        at += 1
    needed.sort(key=int.bit_count)
    return (fields, *needed, 0, 0)[:3]  # type: ignore[return-value]


def _bits(symbols: Sequence[int]) -> int:
    found = 0
    for symbol in symbols:
        found |= 1 << symbol % _BITS
    return found
