"""Where is a name looked up from here? Mentions of one name with one answer mean the same."""

from __future__ import annotations

from typing import NamedTuple

from seedwalk.graph.views import View

Place = int | str
"""A scope by its position, one's complement for a type around the mention, which only its own body looks into; or, for
`self` and the like, the name of the type around."""


class Standing(NamedTuple):
    """How a name stands in a scope."""

    place: Place
    """The innermost scope around that says anything of the name; 0 when only the file may."""
    several: bool
    """Whether what it means differs from line to line."""
    by_line: bool
    """Whether anything made of it may differ from line to line."""


def standing(view: View, scope: int, name: str) -> Standing:
    """Where the name is looked up: scopes that say nothing of it are passed over, as `Resolver.named` does.

    Where members are found without their type being named, and where constants are looked for along the nesting, every
    scope says something.
    """
    naming = view.naming
    alone = naming.implicit or naming.open_constants
    own = name in naming.instance or name in naming.itself or name in naming.parent
    if naming.methods_apart and view.is_nameless(scope):
        return Standing(scope, True, True)
    if not own and not view.is_local(name):
        return Standing(scope if alone else 0, False, False)
    saying, bound, several = 0, False, False
    at = scope
    while True:
        bounds = view.bound(at, name)
        if bounds:
            bound = True
            several = several or len(bounds) > 1 or bounds[0].until > 0
        if not at:
            break
        if not saying and (bounds or f"{view.qualified(at)}.{name}" in view.names):
            saying = at
        at = view.parent(at)
    by_line = several or (bound and naming.bare_methods)
    if own and not (naming.names_call and name in naming.parent):
        return Standing(view.enclosing_type(scope), several, by_line)
    if alone:
        return Standing(scope, several, by_line)
    hidden = saying != scope and view.is_type(saying)
    return Standing(~saying if hidden and saying else saying, several, by_line)
