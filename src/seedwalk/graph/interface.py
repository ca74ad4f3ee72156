"""What changed in a file that others may have looked up? Keys of names, compared before and after."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from seedwalk.facts import RETURN, Facts, ref_code
from seedwalk.graph.given import renamed_by
from seedwalk.graph.names import file_key, file_names
from seedwalk.graph.outline import Outline, decode
from seedwalk.graph.passing import passed_on
from seedwalk.graph.views import EVERYTHING, GIVEN, MEMBERS, ROUTES, View, used_names
from seedwalk.languages import family_of
from seedwalk.languages.world import world_of
from seedwalk.model import Kind, RefKind

_KEY_SHIFT = 32
_DECORATOR = ref_code(RefKind.DECORATOR)
_CALLABLE = frozenset(code for code, kind in enumerate(Kind) if kind in (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR))
Blobs = tuple[bytes, bytes]
"""A file's outline and facts, as stored."""


def changed_keys(file_id: int, before: Blobs | None, after: Blobs | None) -> set[int]:
    """Keys of every name whose meaning differs: in this file, and by its last name among all symbols.

    What changes inside a function changes the function: a local class may be what it returns. A file that comes or
    goes changes what is found by the names on its path.
    """
    shown = [blobs for blobs in (before, after) if blobs is not None]
    outlines = [decode(outline) for outline, _ in shown]
    each = [_meanings(file_id, outline, facts) for outline, (_, facts) in zip(outlines, shown, strict=True)]
    old, new = ({}, each[0]) if before is None else (each[0], each[1] if after is not None else {})
    functions = {row[0] for outline in outlines for row in outline.symbols if row[2] in _CALLABLE}
    keys: set[int] = set()
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            for changed in (name, *_functions_around(name, functions)):
                keys.add(_key(file_id, changed))
                keys.add(_key(0, changed.rpartition(".")[2]))
            holder = name.rpartition(".")[0]
            if holder:
                keys.add(_key(file_id, holder + MEMBERS))
    if len(shown) == 1:
        keys.update(map(file_key, file_names(outlines[0].path)))
    return keys


def _functions_around(name: str, functions: set[str]) -> Iterator[str]:
    holder = name.rpartition(".")[0]
    while holder in functions:
        yield holder
        holder = holder.rpartition(".")[0]


def _key(number: int, name: str) -> int:
    return number << _KEY_SHIFT | crc32(name.encode("utf-8", "surrogatepass"))


def _meanings(file_id: int, outline: Outline, blob: bytes) -> dict[str, list[object]]:
    """Each name another file may look up, with everything an answer about it is made from."""
    facts = Facts.decode(blob)
    view = View(file_id, outline, lambda: facts, None)
    found: dict[str, list[object]] = {}
    for position, (qualified, identity, kind, flags, _) in enumerate(outline.symbols[1:], 1):
        seen = position in view.private, position in view.marked
        taken = view.arities.get(position, 0), position in outline.untold, view.parameters.get(position, "")
        reads = position in view.properties, *seen, *taken
        only_types = position in outline.bodies
        found.setdefault(qualified, []).append((identity, kind, flags, reads, only_types, outline.namespaces))
    for position, text, implements, _ in outline.bases:
        found[view.qualified(position)].append((text, implements))
    if outline.taken_in:
        found.setdefault(EVERYTHING, []).append(outline.taken_in)
    for owner, trait, _, scope in outline.impls:
        found.setdefault(owner, []).append(trait)
        if scope:
            found.setdefault(f"{view.qualified(scope)}.{owner}", []).append(trait)
    for position, owner in outline.owners:
        found[view.qualified(position)].append(owner)
    for name, typed, value, _, scope, _ in facts.each_row():
        told = (name, typed, value)
        field = view.field_named(name, scope)
        if name == RETURN or field is None:
            found.setdefault(view.qualified(scope) if scope else name, []).append(told)
        else:
            found.setdefault(field, []).append(told)
    for literal in facts.literals:
        if literal.scope and view.is_type(literal.scope) and literal.kind == _DECORATOR:
            found[view.qualified(literal.scope)].append((literal.text, [one.texts for one in literal.arguments]))
    for literal in facts.literals:
        said = (literal.text, literal.line, view.identity(literal.scope), [one.texts for one in literal.arguments])
        found.setdefault(ROUTES, []).append(said)
    passed = passed_on(world_of(family_of(outline.language)), facts) if view.spec.role is None else []
    if passed:
        found.setdefault(ROUTES, []).append(passed)
    if outline.given:
        handed = [view.qualified(position) for position in outline.given]
        found[GIVEN] = [handed, [(name, view.qualified(at)) for name, at in sorted(renamed_by(view).items())]]
    first = view.spec.imports_first_name
    for imported in view.imports:
        for name in (EVERYTHING,) if view.is_wildcard(imported) else used_names(imported, first=first):
            found.setdefault(name, []).append(imported)
    return found
