"""Where things stand: byte to line, byte to innermost symbol, and the text that is each symbol's own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from seedwalk.compiled import quick
from seedwalk.extract.blocks import Block
from seedwalk.extract.definitions import Placed
from seedwalk.extract.references import FoundReferences, numbers_of
from seedwalk.facts import REFERENCE
from seedwalk.model import Kind

_LINE_BREAK = 10
_LEAVES = frozenset({Kind.FIELD, Kind.CONSTANT})
"""Kinds that enclose no reference: what a field's initial value mentions is mentioned by what holds the field."""


_NUMBER = np.dtype(np.int64)
"""What bounds and owners are rows of."""


class LineMap:
    """Byte offsets to line numbers, counted from 1."""

    __slots__ = ("bounds", "last")

    def __init__(self, source: bytes) -> None:
        compiled = quick()
        self.bounds: bytes = compiled.line_bounds(source) if compiled is not None else line_bounds(source)
        """Where each line begins."""
        lines = len(self.bounds) // _NUMBER.itemsize
        self.last = max(1, lines - source.endswith(b"\n"))

    def of(self, places: Sequence[int] | np.ndarray) -> np.ndarray:
        found: np.ndarray = np.frombuffer(self.bounds, _NUMBER).searchsorted(places, side="right")
        return found

    def at(self, places: list[int]) -> list[int]:
        compiled = quick()
        found: list[int] = compiled.looked_up(self.bounds, None, places) if compiled else self.of(places).tolist()
        return found


def line_bounds(source: bytes) -> bytes:
    """The first byte of every line, the empty one behind a last line break too."""
    breaks = (np.frombuffer(source, np.uint8) == _LINE_BREAK).nonzero()[0]
    return np.concatenate(([0], breaks + 1)).astype(_NUMBER).tobytes()


class ScopeMap:
    """Byte offsets to the position of the innermost symbol around them, 0 for the module; blocks have the positions
    after those of the symbols; `blocks` tells of each what is around it, `inside` has the number of the block that a
    symbol stands in, by its position."""

    __slots__ = ("blocks", "bounds", "inside", "owners")

    def __init__(self, placed: list[Placed], blocks: Sequence[Block] = ()) -> None:
        self.blocks: list[tuple[int, int]] = []
        self.inside: dict[int, int] = {}
        compiled = quick() if not blocks else None
        self.bounds: bytes
        """Where the innermost symbol is another than before,"""
        self.owners: bytes
        """and which it is."""
        self.bounds, self.owners = compiled.scope_bounds(placed, _LEAVES) if compiled else self._parted(placed, blocks)

    def _parted(self, placed: Sequence[Placed], blocks: Sequence[Block]) -> tuple[bytes, bytes]:
        bounds, owners = [0], [0]
        stack: list[tuple[int, int]] = []  # end, symbol position

        def close(until: int) -> None:
            while stack and stack[-1][0] <= until:
                end, _ = stack.pop()
                bounds.append(end)
                owners.append(stack[-1][1] if stack else 0)

        for start, end, position in _spans(placed, blocks):
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
        return np.maximum.accumulate(np.array(bounds, _NUMBER)).tobytes(), np.array(owners, _NUMBER).tobytes()

    def _symbol(self, scope: int, count: int) -> int:
        """The symbol that a scope is or stands in."""
        while scope > count:
            scope = self.blocks[scope - count - 1][1]
        return scope

    def of(self, places: Sequence[int] | np.ndarray) -> np.ndarray:
        behind = np.frombuffer(self.bounds, _NUMBER).searchsorted(places, side="right")
        found: np.ndarray = np.frombuffer(self.owners, _NUMBER)[behind - 1]
        return found

    def at(self, places: list[int]) -> list[int]:
        compiled = quick()
        found: list[int] = (
            compiled.looked_up(self.bounds, self.owners, places) if compiled else self.of(places).tolist()
        )
        return found


def _spans(placed: Sequence[Placed], blocks: Sequence[Block]) -> list[tuple[int, int, int]]:
    """(start, end, position) of what may enclose a reference, in order."""
    spans = [
        (one.raw.start, one.raw.end, position) for position, one in enumerate(placed, 1) if one.kind not in _LEAVES
    ]
    if blocks:
        spans += [(block.start, block.end, position) for position, block in enumerate(blocks, len(placed) + 1)]
        spans.sort(key=lambda span: (span[0], -span[1]))
    return spans


def reference_rows(found: FoundReferences, lines: LineMap, scopes: ScopeMap) -> bytes:
    """The references of a file as rows of REFERENCE."""
    compiled = quick()
    if compiled is not None:
        packed: bytes = compiled.reference_rows(*found, lines.bounds, scopes.bounds, scopes.owners)
        return packed
    rows = np.empty(len(found.kind), REFERENCE)
    text, byte, start = map(numbers_of, found[1:])
    rows["kind"], rows["text"], rows["byte"] = np.frombuffer(found.kind, np.uint8), text, byte
    rows["line"], rows["scope"] = lines.of(byte), scopes.of(start)
    return rows.tobytes()


def own_text(
    placed: list[Placed], length: int, doc_spans: Sequence[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Each symbol's stretches of text that belong to no nested symbol, signature or doc."""
    compiled = quick()
    found: list[list[tuple[int, int]]] = (compiled.own_text if compiled is not None else plain_text)(
        placed, length, sorted(doc_spans), _LEAVES
    )
    return found


def plain_text(
    placed: Sequence[Placed], length: int, cuts: Sequence[tuple[int, int]], leaves: frozenset[Kind]
) -> list[list[tuple[int, int]]]:
    """What `own_text` gives; `cuts` are the docs in order, `leaves` the kinds that enclose nothing."""
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
        if item.kind in leaves and raw.signature_end >= raw.end:
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
