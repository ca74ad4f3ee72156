"""Which of two methods of one name: the type's own (`def self.parse`), or that of its instances (`def parse`)?

Both are members of the type, under one qualified name. Asked of a type its own comes first, asked of an instance the
instances'; a module's methods serve both, for it may extend itself or be mixed into a type.
"""

from __future__ import annotations

from seedwalk.graph.things import PARENT, TYPE, Form, Thing
from seedwalk.graph.views import View
from seedwalk.model import Kind

_METHOD, _MODULE = Kind.METHOD, Kind.MODULE
_OF_TYPES = frozenset({Kind.METHOD, Kind.CONSTRUCTOR})


def asks_type(holder: Thing) -> bool:
    """Whether a member is asked of the type itself; so it is behind `super` in a method of the type's own."""
    return holder.form is TYPE or (holder.form is PARENT and holder.of is not None)


def on_side(view: View, qualified: str, at: int, holder: Thing) -> int | None:
    """Of a file's members of one name the first that a holder has; None where they are all on the other side."""
    if view.kind(at) is not _METHOD:
        return at
    own = asks_type(holder)
    if (at in view.parameters) == own:
        return at
    every = view.callables().get(qualified, ())
    other = next((each for each in every if (each in view.parameters) == own), None)
    if other is not None:
        return other
    return at if own and view.kind(view.parent(at)) is _MODULE else None


def self_is(view: View, scope: int) -> Form | None:
    """`TYPE` where the object around a scope is a type: in its own methods, and in its body. None elsewhere."""
    while scope:
        if view.is_type(scope):
            return TYPE
        if view.kind(scope) in _OF_TYPES:
            return TYPE if scope in view.parameters else None
        scope = view.parent(scope)
    return None
