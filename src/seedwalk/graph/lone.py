"""A guess by name: what is called on something whose type cannot be told, where only one symbol has that name."""

from __future__ import annotations

import re

from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import CALLED, INDEXED
from seedwalk.graph.plans import Mention
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import View
from seedwalk.model import Flags, Kind

_TEST = int(Flags.TEST)
_NOT_OF_A_NAME = re.compile(r"\W+")
_AFTER_A_RECEIVER = frozenset({Kind.METHOD})
_BARE = frozenset({Kind.METHOD, Kind.FUNCTION})
_SHORTEST = 4
"""Letters; a shorter name that only one symbol has still means something else more often than not."""


def is_bare(mention: Mention) -> bool:
    """Whether nothing stands before the name that is called."""
    return len(mention.ops) == 1


def lone(view: View, resolver: Resolver, mention: Mention, trace: Trace) -> tuple[str, int] | None:
    """The method nobody else is called after, by path and position; None where the name alone is no evidence."""
    names = [op for op in mention.ops if op not in (CALLED, INDEXED)] or [_NOT_OF_A_NAME.split(mention.text)[-1]]
    bare, name = is_bare(mention), names[-1]
    if bare and (not view.naming.bare_methods or view.is_taken(mention.scope, name, mention.line)):
        return None
    of_tests = bare and view.naming.singletons and view.flags(mention.scope) & _TEST  # they bring words of their own
    everyday = name in view.naming.everyday and not of_tests
    if _is_of_foreign_type(view, names) or everyday or len(name) < _SHORTEST:
        return None
    if _is_of_what_all_give(view, names):
        return None
    only = resolver.lone(view, name, _BARE if bare else _AFTER_A_RECEIVER, trace)
    if only is None or _is_hidden(view, mention, resolver.view(only[0]), only[1]):
        return None  # code does not call its tests, nor what others keep to themselves
    if bare and _is_of_class(resolver.view(only[0]), only[1]) and not _may_host(view, resolver, mention, only, trace):
        return None  # nothing but a mixin brings a method that the types around do not have
    return only


def _is_of_foreign_type(view: View, names: list[str]) -> bool:
    """Whether a chain begins with a type nobody here defines, or with what such a type hands down."""
    first = names[0]
    if first in view.naming.parent:
        return True
    is_type = (view.naming.types_are_capital and first[:1].isupper()) or first in view.naming.own_types
    return len(names) > 1 and is_type


def _is_of_what_all_give(view: View, names: list[str]) -> bool:
    """Whether a chain asks what every object gives, and nobody here wrote: `x.getClass().isArray()`."""
    passing = view.spec.passing
    return passing is not None and len(names) > 1 and names[-2] in passing.of_objects


def _is_hidden(view: View, mention: Mention, there: View, position: int) -> bool:
    for_tests = there.flags(position) & _TEST and not view.flags(mention.scope) & _TEST
    return bool(for_tests) or (there.path != view.path and position in there.private)


def _may_host(view: View, resolver: Resolver, mention: Mention, only: tuple[str, int], trace: Trace) -> bool:
    """Whether the class of a method may be that of the object around a bare name: one that takes in the module around
    the name, one below the class around it, or in tests any other of tests."""
    there = resolver.view(only[0])
    if _are_tests(view, mention, there, only[1]):
        return True
    around = resolver.around(view, mention.scope, trace)
    if around is None or not around.path:
        return False
    line, _ = resolver.ancestors(only[0], there.parent(only[1]), trace)
    return (around.path, around.position) in line


def _are_tests(view: View, mention: Mention, there: View, position: int) -> bool:
    """Whether tests call what is written for tests: their blocks run as whatever a framework makes of them."""
    return bool(view.flags(mention.scope) & there.flags(position) & _TEST)


def _is_of_class(view: View, position: int) -> bool:
    return view.kind(view.parent(position)) is Kind.CLASS
