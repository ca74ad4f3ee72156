"""Where is a name looked up from here? Mentions of one name with one answer mean the same."""

from __future__ import annotations

from typing import NamedTuple

from seedwalk.facts import ARITY
from seedwalk.graph.chains import beginning
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
    silent: bool = False
    """Whether all that is said of it is that it is there: a parameter without a type. No chain from it means anything,
    and nothing is looked up to tell so."""


AT_TOP = Standing(0, several=False, by_line=False)


def is_at_top(view: View, name: str) -> bool:
    """Whether nothing but the top of a file says anything of a name, wherever it is mentioned."""
    naming = view.naming
    name = beginning(name)
    return not (naming.implicit or naming.open_constants or name in view.words.own or view.is_local(name))


def standing(view: View, scope: int, name: str) -> Standing:
    """Where the name is looked up: scopes that say nothing of it are passed over, as `Resolver.named` does.

    Where members are found without their type being named, and where constants are looked for along the nesting, every
    scope says something.
    """
    naming = view.naming
    name = beginning(name)
    alone = naming.implicit or naming.open_constants
    own = name in view.words.own
    if naming.methods_apart and view.is_nameless(scope):
        return Standing(scope, True, True)
    if not own and not view.is_local(name):
        return Standing(scope, False, False) if alone else AT_TOP
    saying, bound, several = _said_around(view, scope, name)
    if (narrowed := view.narrowed(scope)) and any(chain.startswith(f"{name}.") for chain in narrowed):
        several = True
    by_line = several or (bound and naming.bare_methods)
    if own and not naming.singletons:
        return Standing(view.enclosing_type(scope), several, by_line)
    if alone:
        return Standing(scope, several, by_line)
    if saying and view.is_type(saying):
        return Standing(saying if saying == scope else ~saying, several, by_line)
    bounds = view.bound(saying, name) if saying and not several else ()
    untold = bool(bounds) and not bounds[0].type and not bounds[0].value
    return Standing(saying, several, by_line, untold and _is_only_name(view, saying, name))


def _said_around(view: View, scope: int, name: str) -> tuple[int, bool, bool]:
    """The innermost scope around that says anything of a name, or 0; whether any binds it, the top of the file too; and
    whether what that says differs from line to line."""
    said, holders = view.said(name)
    rows, shadows = view.rows, view.naming.shadows
    saying, bound, several = 0, False, False
    while True:
        bounds = said.get(scope)
        if bounds is not None:
            bound, first = True, bounds[0]
            several = several or len(bounds) > 1 or first.until > 0 or (shadows and first.value.startswith(name))
        if not scope:
            return saying, bound, several
        if not saying and (bounds is not None or (holders and rows[scope][0] in holders)):
            saying = scope
        scope = rows[scope][4]


def _is_only_name(view: View, scope: int, name: str) -> bool:
    """Whether a parameter is nothing else that its language or a definition beside it might mean."""
    naming = view.naming
    elsewhere = naming.methods_apart or naming.paths_import or naming.traits_in_scope or naming.constructor_reference
    marked = ARITY in name or name.startswith(naming.field_marks) or name in naming.choosing or name in view.dotted
    return not elsewhere and not marked and f"{view.qualified(scope)}.{name}" not in view.names
