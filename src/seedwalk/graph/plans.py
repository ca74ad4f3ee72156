"""A mention, and what all mentions of one meaning become: a plan that is worked out once and carried out for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from seedwalk.config import CONFIDENCE
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE
from seedwalk.model import EdgeKind, Provenance, RefKind

End = tuple[int, float, int, int]
"""An edge without the mention's side of it: the symbol at the other end, confidence, kind, provenance."""


class Mention(NamedTuple):
    """A reference on its way to becoming edges."""

    kind: RefKind
    text: str
    ops: tuple[str, ...]
    line: int
    byte: int
    scope: int
    passed: str | None = None
    """What it is called with, where that chooses between overloads."""


@dataclass(slots=True)
class Plan:
    """What mentions of one meaning become: edges from their scope, edges to it, and counts of calls."""

    out: list[End] = field(default_factory=list)
    back: list[End] = field(default_factory=list)
    resolved: int = 0
    outside: int = 0
    open: int = 0
    times: int = 0
    """Mentions that mean this."""


def end(symbol: int, kind: EdgeKind, provenance: Provenance) -> End:
    """The other end of an edge, as sure as what told it."""
    return symbol, CONFIDENCE[provenance], KIND_CODE[kind], PROVENANCE_CODE[provenance]
