"""What a renderer is: a head, a text for each entry, something between them, a tail. Nothing else decides the bytes.

A pack is filled by the cost of these parts, so a part may depend on its own entry (or the pack's head) and on nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from seedwalk.model import Entry, Order, Pack


class Renderer(Struct, frozen=True):
    """The parts of a rendering; `ranked` says that entries stay in rank order whatever the pack's order is."""

    head: Callable[[Pack], str]
    entry: Callable[[Entry], str]
    between: str
    tail: str
    ranked: bool = False


def render(pack: Pack, renderer: Renderer) -> str:
    """The pack as text: head, the entries with `between` between them, tail."""
    entries = renderer.between.join(map(renderer.entry, arranged(pack, renderer)))
    return renderer.head(pack) + entries + renderer.tail


def arranged(pack: Pack, renderer: Renderer) -> tuple[Entry, ...]:
    """The pack's entries in the order they are told."""
    return pack.entries if renderer.ranked else _ORDERS[pack.order](pack.entries)


def _by_file(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    best: dict[str, int] = {}
    for rank, entry in enumerate(entries):
        best.setdefault(entry.path, rank)
    return tuple(sorted(entries, key=lambda entry: (best[entry.path], entry.start_line, -entry.end_line)))


_ORDERS: dict[Order, Callable[[tuple[Entry, ...]], tuple[Entry, ...]]] = {
    Order.SCORE: lambda entries: entries,
    Order.FILE: _by_file,
}
