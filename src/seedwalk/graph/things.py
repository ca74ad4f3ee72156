"""What an expression can turn out to be, for the resolver: a type, an instance, something to call, and so on."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Form(IntEnum):
    MODULE = 0
    PACKAGE = 1
    """Several files under one name, such as a Go package."""
    TYPE = 2
    INSTANCE = 3
    PARENT = 4
    """An instance seen through `super`: only what is inherited counts."""
    CALLABLE = 5
    FIELD = 6
    LIST = 7
    """Several of what `of` is."""
    EXTERNAL = 8
    UNNAMED = 9
    """An instance of a type written without a name; `name` is what it is called, `position` the scope around it."""


class Thing(NamedTuple):
    """A meaning: the symbol at `position` of the file `path`, taken in some form."""

    form: Form
    path: str = ""
    position: int = 0
    of: Thing | None = None
    """What a list holds; for a callable the instance or type it was reached through; for an instance what else it is:
    of a type parameter with several bounds the next one, of another name for a type that name."""
    name: str = ""
    """For what is external: its dotted name outside the repository."""
    files: tuple[str, ...] = ()
    """The files of a package."""


MODULE, PACKAGE, TYPE, INSTANCE, PARENT, CALLABLE, FIELD, LIST, EXTERNAL, UNNAMED = Form
"""The forms by themselves: resolving names them millions of times, and `Form.TYPE` costs ten times as much."""
HOLDERS = frozenset({TYPE, INSTANCE, PARENT})
"""Forms whose members are those of a type."""
TWINNED = frozenset({FIELD, CALLABLE})
"""Forms of which one name may mean two things."""


def taken_as(form: Form, thing: Thing) -> Thing:
    """The same in another form."""
    return Thing(form, thing.path, thing.position, thing.of, thing.name, thing.files)


def at_once(first: Thing, *others: Thing) -> Thing:
    """One instance of several types: what the first has not, the next may have. What is no instance stays as it is."""
    if not others or first.form is not INSTANCE or first.of is not None:
        return first
    rest = at_once(*others)
    return first._replace(of=rest) if rest[:3] != first[:3] else first
