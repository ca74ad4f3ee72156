"""Functions without a name that tell definitions of one name apart.

    it("sells", () => { class Shop {} … });
    it("buys", () => { class Shop {} … });

Both are `Shop`, and in each of the two functions the name means its own. Such a function is a block: no symbol, but a
scope in which names are looked up. Blocks are made only where names collide; elsewhere nothing is gained by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from seedwalk.extract.definitions import Placed
from seedwalk.model import TYPE_KINDS, Kind

if TYPE_CHECKING:
    from tree_sitter import Node

_TOLD_APART = frozenset({Kind.FUNCTION, *TYPE_KINDS})
_HOLDING = frozenset({Kind.MODULE, *TYPE_KINDS})


class Block(NamedTuple):
    """The span of a function without a name."""

    start: int
    end: int


def blocks_of(root: Node, placed: Sequence[Placed], nameless: frozenset[str], *, methods: bool = False) -> list[Block]:
    """The blocks that colliding definitions stand in, in order; `nameless` are the nodes that may be blocks.

    Where a bare name may be one of the `methods`, any of these that stands in a block and no type is the block's.
    """
    found: set[Block] = set()
    for position in _without_type(placed) if methods else ():
        block = _around(root, placed, position, nameless)
        if block is not None:
            found.add(block)
    for positions in _colliding(placed) if nameless else ():
        around = {_around(root, placed, position, nameless) for position in positions}
        if len(around) > 1:
            found.update(block for block in around if block is not None)
    return sorted(found, key=lambda block: (block.start, -block.end))


def _without_type(placed: Sequence[Placed]) -> Iterable[int]:
    """Positions of the methods that stand in no type: in a group of examples, or in a class without a name."""
    for position, item in enumerate(placed, 1):
        if item.kind is Kind.METHOD and not (item.parent and placed[item.parent - 1].kind in _HOLDING):
            yield position


def _colliding(placed: Sequence[Placed]) -> Iterable[list[int]]:
    """Positions of the definitions that share a name and what they stand in, where that is no type."""
    named: dict[tuple[int, str], list[int]] = {}
    for position, item in enumerate(placed, 1):
        if item.kind in _TOLD_APART and not (item.parent and placed[item.parent - 1].kind in TYPE_KINDS):
            named.setdefault((item.parent, item.name), []).append(position)
    return [positions for positions in named.values() if len(positions) > 1]


def _around(root: Node, placed: Sequence[Placed], position: int, nameless: frozenset[str]) -> Block | None:
    """The innermost function without a name between a definition and what it stands in, whose own body is none."""
    raw, parent = placed[position - 1].raw, placed[position - 1].parent
    inner = placed[parent - 1].raw.signature_end if parent else 0
    node = root.descendant_for_byte_range(raw.name_start, raw.name_end)
    while node is not None and node.start_byte >= inner:
        if node.type in nameless and node.start_byte < raw.start:
            return Block(node.start_byte, node.end_byte)
        node = node.parent
    return None
