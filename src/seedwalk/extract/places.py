"""Where things stand: byte to line, byte to innermost symbol, and the text that is each symbol's own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from seedwalk.extract.blocks import Block
from seedwalk.extract.definitions import Placed
from seedwalk.model import Kind

_LINE_BREAK = 10
_LEAVES = frozenset({Kind.FIELD, Kind.CONSTANT})
"""Kinds that enclose no reference: what a field's initial value mentions is mentioned by what holds the field."""


class LineMap:
    """Byte offsets to line numbers, counted from 1."""

    __slots__ = ("_starts", "last")

    def __init__(self, source: bytes) -> None:
        breaks = (np.frombuffer(source, np.uint8) == _LINE_BREAK).nonzero()[0]
        self._starts = breaks + 1
        self.last = max(1, len(breaks) + (not source.endswith(b"\n")))

    def of(self, places: Sequence[int] | np.ndarray) -> np.ndarray:
        found: np.ndarray = self._starts.searchsorted(places, side="right") + 1
        return found

    def at(self, places: Sequence[int]) -> list[int]:
        found: list[int] = self.of(places).tolist()
        return found


class ScopeMap:
    """Byte offsets to the position of the innermost symbol around them, 0 for the module; blocks have the positions
    after those of the symbols; `blocks` tells of each what is around it, `inside` has the number of the block that a
    symbol stands in, by its position."""

    __slots__ = ("_bounds", "_owners", "blocks", "inside")

    def __init__(self, placed: Sequence[Placed], blocks: Sequence[Block] = ()) -> None:
        bounds, owners = [0], [0]
        self.blocks: list[tuple[int, int]] = []
        self.inside: dict[int, int] = {}
        stack: list[tuple[int, int]] = []  # end, symbol position

        def close(until: int) -> None:
            while stack and stack[-1][0] <= until:
                end, _ = stack.pop()
                bounds.append(end)
                owners.append(stack[-1][1] if stack else 0)

        spans = [
            (item.raw.start, item.raw.end, position)
            for position, item in enumerate(placed, 1) if item.kind not in _LEAVES
        ]  # fmt: skip
        if blocks:
            spans += [(block.start, block.end, position) for position, block in enumerate(blocks, len(placed) + 1)]
            spans.sort(key=lambda span: (span[0], -span[1]))
        for start, end, position in spans:
            close(start)
            above = stack[-1][1] if stack else 0
            if position > len(placed):
                self.blocks.append((position, above))
            elif above > len(placed) and placed[position - 1].parent == self._symbol(above, len(placed)):
                self.inside[position] = above - len(placed) - 1
            bounds.append(start)
            owners.append(position)
            stack.append((end, position))
        close(1 << 62)
        self._bounds = np.maximum.accumulate(np.asarray(bounds))
        self._owners = np.asarray(owners)

    def _symbol(self, scope: int, count: int) -> int:
        """The symbol that a scope is or stands in."""
        while scope > count:
            scope = self.blocks[scope - count - 1][1]
        return scope

    def of(self, places: Sequence[int] | np.ndarray) -> np.ndarray:
        found: np.ndarray = self._owners[self._bounds.searchsorted(places, side="right") - 1]
        return found

    def at(self, places: Sequence[int]) -> list[int]:
        found: list[int] = self.of(places).tolist()
        return found


def own_text(
    placed: Sequence[Placed], length: int, doc_spans: Sequence[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Each symbol's stretches of text that belong to no nested symbol, signature or doc."""
    cuts = sorted(doc_spans)
    own: list[list[tuple[int, int]]] = [[] for _ in range(len(placed) + 1)]
    stack: list[tuple[int, int]] = [(length, 0)]  # end, symbol position
    cursor = 0
    for position, item in enumerate(placed, 1):
        raw = item.raw
        while stack[-1][0] <= raw.start and len(stack) > 1:
            end, owner = stack.pop()
            _keep(own[owner], cursor, end, cuts)
            cursor = max(cursor, end)
        _keep(own[stack[-1][1]], cursor, raw.start, cuts)
        if item.kind in _LEAVES and raw.signature_end >= raw.end:
            _keep(own[position], raw.start, raw.end, cuts)
            if raw.in_type:  # its assignment is also a line of the function it stands in
                cursor = max(cursor, raw.start)
                continue
            cursor = max(cursor, raw.end)
            continue
        cursor = max(cursor, min(raw.signature_end, raw.end))
        stack.append((raw.end, position))
    while stack:
        end, owner = stack.pop()
        _keep(own[owner], cursor, end, cuts)
        cursor = max(cursor, end)
    return own


def _keep(own: list[tuple[int, int]], start: int, end: int, cuts: Sequence[tuple[int, int]]) -> None:
    if start >= end:
        return
    place = max(0, bisect_right(cuts, (start, start)) - 1)
    while place < len(cuts) and cuts[place][0] < end:
        cut_start, cut_end = cuts[place]
        place += 1
        if cut_end <= start:
            continue
        if cut_start > start:
            own.append((start, cut_start))
        start = max(start, cut_end)
    if start < end:
        own.append((start, end))
