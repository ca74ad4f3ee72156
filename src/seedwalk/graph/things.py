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


class Thing(NamedTuple):
    """A meaning: the symbol at `position` of the file `path`, taken in some form."""

    form: Form
    path: str = ""
    position: int = 0
    of: Thing | None = None
    """What a list holds; for a callable the instance or type it was reached through."""
    name: str = ""
    """For what is external: its dotted name outside the repository."""
    files: tuple[str, ...] = ()
    """The files of a package."""


HOLDERS = frozenset({Form.TYPE, Form.INSTANCE, Form.PARENT})
"""Forms whose members are those of a type."""
