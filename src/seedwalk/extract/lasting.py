"""How far does a local name hold, in a language whose blocks have names of their own?

    if in.TLS != nil {
        in, out := &in.TLS, &out.TLS
        …
    }
    in.Name …

A name declared in a block ends with it, and a parameter of a function without a name begins behind that function's
brace. Only names that could mean something else too are looked at: all others hold in the whole of their function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

_COMMENT = b"//"


class Nested(NamedTuple):
    """A block: its span, and where its body begins if it is a function without a name."""

    start: int
    end: int
    body: int = 0


class Declared(NamedTuple):
    """A binding: first and last byte as far as known (0: the end of its scope), the byte where its value ends, and what
    it binds, by scope and name."""

    start: int
    end: int
    told: int
    name: tuple[int, str]
    own: bool = False
    """Whether its value is told by the name itself: `app := app()`."""


def lasting(
    source: bytes, bindings: Sequence[Declared], blocks: Sequence[Nested], outside: Collection[str],
    open_scopes: Collection[int],
) -> list[tuple[int, int]]:  # fmt: skip
    """First and last byte at which each binding holds, 0 for the end of its scope.

    `outside` are the names that mean something at the top of the file, `open_scopes` the types, which bind fields.
    """
    times = Counter(name for name, _ in {(binding.name, binding.start) for binding in bindings})
    inner = _innermost(blocks, [binding.start for binding in bindings])
    found: list[tuple[int, int]] = []
    for binding, at in zip(bindings, inner, strict=True):
        start, end, told, name, own = binding
        block = blocks[at] if at >= 0 else None
        local = name[0] not in open_scopes and (name[0] or block is not None)
        if local and (own or times[name] > 1 or name[1] in outside):
            if told:
                start = _behind(source, start, told)
            elif block is not None and start < block.body:
                start = _behind_brace(source, block)
            end = end or (block.end - 1 if block is not None else len(source) - 1)
        found.append((start, end))
    return found


def _behind(source: bytes, start: int, told: int) -> int:
    """Where a name begins to mean what a value says: of `app := app.New()` the line after, if nothing else is on it;
    else the line on which the value ends."""
    ends = source.find(b"\n", told)
    rest = source[told:ends].lstrip() if ends >= 0 else b""
    if ends >= 0 and (not rest or rest.startswith(_COMMENT)):
        return ends + 1
    return told if b"\n" in source[start:told] else start


def _behind_brace(source: bytes, block: Nested) -> int:
    """Where the first line inside a function begins: what calls it with a function often stands on the line before."""
    ends = source.find(b"\n", block.body, block.end)
    return ends + 1 if ends >= 0 else block.body


def _innermost(blocks: Sequence[Nested], places: Sequence[int]) -> list[int]:
    """Which of the blocks, outer before inner, is the innermost around each place; -1 for none."""
    bounds, owners = [0], [-1]
    stack: list[int] = []

    def close(until: int) -> None:
        while stack and blocks[stack[-1]].end <= until:
            bounds.append(blocks[stack.pop()].end)
            owners.append(stack[-1] if stack else -1)

    for number, block in enumerate(blocks):
        close(block.start)
        bounds.append(block.start)
        owners.append(number)
        stack.append(number)
    close(max((block.end for block in blocks), default=0))
    found: list[int] = np.asarray(owners)[np.searchsorted(np.asarray(bounds), places, side="right") - 1].tolist()
    return found
