"""Raw bindings as the rows of a file's facts: texts by their numbers, and from which line to which each holds.

`plain_bindings` is the definition; where a compiled part was built (docs/decisions/0012) its `bindings` does it.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.compiled import quick
from seedwalk.extract.captures import Captures
from seedwalk.extract.definitions import Placed
from seedwalk.extract.lasting import Declared, lasting
from seedwalk.extract.matches import RawBinding
from seedwalk.extract.places import LineMap, ScopeMap
from seedwalk.facts import Texts
from seedwalk.model import TYPE_KINDS

_MARKS = "*&23"
"""What may stand before the first name of a value."""
Row = tuple[int, int, int, int, int, int]


def bindings_of(
    captures: Captures, placed: Sequence[Placed], texts: Texts, lines: LineMap, scopes: ScopeMap
) -> list[Row]:
    """The bindings of a file as its facts hold them."""
    raw, compiled = captures.bindings, quick()
    starts, ends = _held(captures, placed, scopes) if captures.blocks and raw else (None, None)
    if compiled is None:
        return plain_bindings(raw, starts, ends, texts, lines, scopes)
    found: list[Row] = compiled.bindings(
        raw, starts, ends, texts.numbers, _MARKS, lines.bounds, scopes.bounds, scopes.owners
    )
    return found


def plain_bindings(
    raw: Sequence[RawBinding], starts: list[int] | None, ends: list[int] | None, texts: Texts, lines: LineMap,
    scopes: ScopeMap,
) -> list[Row]:  # fmt: skip
    """What `bindings_of` gives, by where each begins and ends to hold, where a language has blocks."""
    told_at = lines.at(starts) if starts is not None else _told_at(raw, lines)
    ends = ends if ends is not None else [row[4] for row in raw]
    around = scopes.at([row[0] for row in raw])
    known, number = texts.numbers, texts.numbers.setdefault  # `texts.number` without its call: a third of a million
    return [
        (
            number(name, len(known)), number(declared, len(known)), number(value, len(known)),
            line, scope, until if end else 0,
        )
        for (_, name, declared, value, _, _), end, line, scope, until in zip(
            raw, ends, told_at, around, lines.at(ends), strict=True
        )
    ]  # fmt: skip


def _told_at(raw: Sequence[RawBinding], lines: LineMap) -> list[int]:
    """From which line on each binding holds; one made of what its name meant before, from the line behind it on."""
    own = [_is_own(name, value) for _, name, _, value, _, _ in raw]
    starts = [told if again else start for (start, _, _, _, _, told), again in zip(raw, own, strict=True)]
    return [line + again for line, again in zip(lines.at(starts), own, strict=True)]


def _is_own(name: str, value: str) -> bool:
    """Whether a value begins with the name that it is given to."""
    return bool(value) and value.lstrip(_MARKS).startswith((f"{name}.", f"{name}("))


def _held(captures: Captures, placed: Sequence[Placed], scopes: ScopeMap) -> tuple[list[int], list[int]]:
    """Where each binding begins and ends to hold, in a language with blocks."""
    around = scopes.at([row[0] for row in captures.bindings])
    outside = {item.name for item in placed if not item.parent} | {alias for _, _, alias, _, _ in captures.imports}
    declared = [
        Declared(start, end, told, (scope, name), _is_own(name, value))
        for (start, name, _, value, end, told), scope in zip(captures.bindings, around, strict=True)
    ]
    types = {position for position, item in enumerate(placed, 1) if item.kind in TYPE_KINDS}
    held = lasting(captures.source, declared, captures.blocks, outside, types)
    return [start for start, _ in held], [end for _, end in held]
