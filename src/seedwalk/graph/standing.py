"""Where is a name looked up from here? Mentions of one name with one answer mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seedwalk.facts import ARITY
from seedwalk.graph.bindings import Bound
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
NOTHING: Sequence[Bound] = ()


def is_at_top(view: View, name: str) -> bool:
    """Whether nothing but the top of a file says anything of a name, wherever it is mentioned."""
    naming = view.naming
    name = beginning(name)
    return not (naming.implicit or naming.open_constants or _is_own(view, name) or view.is_local(name))


def standing(view: View, scope: int, name: str) -> Standing:
    """Where the name is looked up: scopes that say nothing of it are passed over, as `Resolver.named` does.

    Where members are found without their type being named, and where constants are looked for along the nesting, every
    scope says something.
    """
    naming = view.naming
    name = beginning(name)
    alone = naming.implicit or naming.open_constants
    own = _is_own(view, name)
    if naming.methods_apart and view.is_nameless(scope):
        return Standing(scope, True, True)
    if not own and not view.is_local(name):
        return Standing(scope, False, False) if alone else AT_TOP
    said, holders = view.said(name)
    saying, bounds, bound, several = 0, NOTHING, False, False
    at = scope
    while True:
        if at in said:
            bound = True
            first = said[at][0]
            anew = naming.shadows and first.value.startswith(name)
            several = several or len(said[at]) > 1 or first.until > 0 or anew
        if not at:
            break
        if not saying and (at in said or (holders and view.qualified(at) in holders)):
            saying, bounds = at, said.get(at, NOTHING)
        at = view.parent(at)
    if (narrowed := view.narrowed(scope)) and any(chain.startswith(f"{name}.") for chain in narrowed):
        several = True
    by_line = several or (bound and naming.bare_methods)
    if own and not naming.singletons:
        return Standing(view.enclosing_type(scope), several, by_line)
    if alone:
        return Standing(scope, several, by_line)
    if saying and view.is_type(saying):
        return Standing(saying if saying == scope else ~saying, several, by_line)
    untold = bool(bounds) and not several and not bounds[0].type and not bounds[0].value
    return Standing(saying, several, by_line, untold and _is_only_name(view, saying, name))


def _is_own(view: View, name: str) -> bool:
    naming = view.naming
    return name in naming.instance or name in naming.itself or name in naming.parent


def _is_only_name(view: View, scope: int, name: str) -> bool:
    """Whether a parameter is nothing else that its language or a definition beside it might mean."""
    naming = view.naming
    elsewhere = naming.methods_apart or naming.paths_import or naming.traits_in_scope or naming.constructor_reference
    marked = ARITY in name or name.startswith(naming.field_marks) or name in naming.choosing or name in view.dotted
    return not elsewhere and not marked and f"{view.qualified(scope)}.{name}" not in view.names
