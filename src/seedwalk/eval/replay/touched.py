"""Which symbols a change touched: the innermost function, method or type around each old line.

A line directly in a type (a field, a decorator, its doc) is the type's; a line in no function and no type is nobody's.
What was only put in touches the function it was put into; put between the members of a type it is new, and touches
none.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.eval.replay.diffs import FileChange
from seedwalk.model import TYPE_KINDS, Kind, Symbol

FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})
ANSWERS = FUNCTIONS | TYPE_KINDS
"""The kinds an answer may name."""


def touched(change: FileChange, symbols: Sequence[Symbol]) -> list[str]:
    """Qualified names of the symbols of one file (as it was before) that a change touched, in the order of the file."""
    answers = sorted(
        (symbol for symbol in symbols if symbol.kind in ANSWERS),
        key=lambda symbol: (symbol.span.start_line, -symbol.span.end_line),
    )
    found: set[str] = set()
    for first, last in change.changed:
        found |= {name for line in range(first, last + 1) if (name := _around(answers, line, line)) is not None}
    for line in change.after:
        name = _around(answers, line, line + 1)
        if name is not None and _is_function(answers, name):
            found.add(name)
    return list(dict.fromkeys(symbol.qualified_name for symbol in answers if symbol.qualified_name in found))


def _around(answers: Sequence[Symbol], first: int, last: int) -> str | None:
    """The innermost symbol that holds all these lines."""
    inside = [symbol for symbol in answers if symbol.span.start_line <= first and last <= symbol.span.end_line]
    inside.sort(key=lambda symbol: symbol.span.end_line - symbol.span.start_line)
    return inside[0].qualified_name if inside else None


def _is_function(answers: Sequence[Symbol], name: str) -> bool:
    return any(symbol.qualified_name == name and symbol.kind in FUNCTIONS for symbol in answers)
