"""A mention, and what mentions of one meaning become: a plan, worked out for the first, carried out for each."""

from __future__ import annotations

from typing import NamedTuple

from seedwalk.graph.standing import Standing
from seedwalk.model import RefKind

End = tuple[int, int, int, int]
"""An edge without its mentions' side: number of the plan, symbol at the other end, codes of kind and provenance."""


class Mention(NamedTuple):
    """A reference on its way to becoming edges."""

    kind: RefKind
    text: str
    ops: tuple[str, ...]
    line: int
    byte: int
    scope: int
    stands: Standing | None = None
    """Where its first name is looked up, if that was told already."""
    passed: str | None = None
    """What it is called with, where that chooses between overloads."""
