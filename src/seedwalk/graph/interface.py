"""What changed in a file that others may have looked up? Keys of names, compared before and after."""

from __future__ import annotations

from zlib import crc32

from seedwalk.facts import Facts
from seedwalk.graph.outline import decode
from seedwalk.graph.views import MEMBERS, RETURN, View, used_names

_KEY_SHIFT = 32


def changed_keys(file_id: int, before: tuple[bytes, bytes] | None, after: tuple[bytes, bytes] | None) -> set[int]:
    """Keys of every name whose meaning differs: in this file, and by its last name among all symbols."""
    old, new = _meanings(file_id, before), _meanings(file_id, after)
    keys: set[int] = set()
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            keys.add(_key(file_id, name))
            keys.add(_key(0, name.rpartition(".")[2]))
            holder = name.rpartition(".")[0]
            if holder:
                keys.add(_key(file_id, holder + MEMBERS))
    return keys


def _key(number: int, name: str) -> int:
    return number << _KEY_SHIFT | crc32(name.encode("utf-8", "surrogatepass"))


def _meanings(file_id: int, blobs: tuple[bytes, bytes] | None) -> dict[str, object]:
    """Each name another file may look up, with everything an answer about it is made from."""
    if blobs is None:
        return {}
    outline, facts = decode(blobs[0]), Facts.decode(blobs[1])
    view = View(file_id, outline, lambda: facts, None)
    found: dict[str, list[object]] = {}
    for qualified, identity, kind, flags, _ in outline.symbols[1:]:
        found.setdefault(qualified, []).append((identity, kind, flags))
    for position, text, implements, _ in outline.bases:
        found[view.qualified(position)].append((text, implements))
    for owner, trait, _ in outline.impls:
        found.setdefault(owner, []).append(trait)
    for position, owner in outline.owners:
        found[view.qualified(position)].append(owner)
    for name, typed, value, _, scope in facts.each_row():
        told = (name, typed, value)
        field = view.field_named(name, scope)
        if name == RETURN or field is None:
            found.setdefault(view.qualified(scope) if scope else name, []).append(told)
        else:
            found.setdefault(field, []).append(told)
    for imported in view.imports:
        for name in used_names(imported) if imported.name != "*" else ("*",):
            found.setdefault(name, []).append(imported)
    return dict(found)
