"""What a file says of its names, put away by scope and by name (`compiled/bound.c`, where that was built)."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from seedwalk.compiled import quick


class Bound(NamedTuple):
    """What a file says about a name: a written type or an expression, and where it stands."""

    type: str
    value: str
    line: int
    scope: int
    until: int = 0


Said = dict[int, dict[str, list[Bound]]]
"""By scope and name, what is written of the name there."""
Row = tuple[int, int, int, int, int, int]
"""(name, type, value, line, scope, until), the first three as positions in a file's texts"""


def bound_by_scope(
    texts: list[str], rows: list[Row], scopes: Set[int], marks: tuple[str, ...]
) -> tuple[Said, list[tuple[str, Bound]]]:
    """Bindings by scope and name; and, in their order, those of which more may be told: what holds for some lines of a
    chain, and what is told in one of the `scopes` or of a name with one of the `marks` before it."""
    compiled = quick()
    if compiled is None:
        return plain_bound_by_scope(texts, rows, scopes, marks)
    found: tuple[Said, list[tuple[str, Bound]]] = compiled.bound_by_scope(texts, rows, Bound, scopes, marks)
    return found


def plain_bound_by_scope(
    texts: list[str], rows: list[Row], scopes: Set[int], marks: tuple[str, ...]
) -> tuple[Said, list[tuple[str, Bound]]]:
    said: Said = {}
    more: list[tuple[str, Bound]] = []
    for named, kind, worth, line, scope, until in rows:
        name, bound = texts[named], Bound(texts[kind], texts[worth], line, scope, until)
        said.setdefault(scope, {}).setdefault(name, []).append(bound)
        told = (bound.type or bound.value) and (scope in scopes or name.startswith(marks))
        if "." in name if until else told:
            more.append((name, bound))
    return said, more


def by_name(said: Said) -> dict[str, dict[int, list[Bound]]]:
    """The same by name, then scope."""
    compiled = quick()
    found: dict[str, dict[int, list[Bound]]] = plain_by_name(said) if compiled is None else compiled.by_name(said)
    return found


def plain_by_name(said: Said) -> dict[str, dict[int, list[Bound]]]:
    found: dict[str, dict[int, list[Bound]]] = {}
    for scope, names in said.items():
        for name, bounds in names.items():
            found.setdefault(name, {})[scope] = bounds
    return found


def by_last_name(names: dict[str, int]) -> dict[str, set[str]]:
    """Of qualified names: by the last one, the qualified names of all that has one so called."""
    compiled = quick()
    found: dict[str, set[str]] = plain_by_last_name(names) if compiled is None else compiled.by_last_name(names)
    return found


def plain_by_last_name(names: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for qualified in names:
        holder, dot, name = qualified.rpartition(".")
        if dot:
            found.setdefault(name, set()).add(holder)
    return found
