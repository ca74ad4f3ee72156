"""What is an argument, and for which parameters may it be passed? How a language's spec writes it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

TYPED = "="
LAMBDA = "->"
UNTOLD = "?"
"""What an argument's shape begins with, or is; all other shapes are chains."""
OMITTED = "="
MANY = "..."
RECEIVER = "^"
"""How the types of parameters end that a call may leave out, give any number of arguments for, or be asked of."""
BY_REFERENCE = "&"
"""Ends the type of a parameter that is given a variable, and begins the shape of such an argument."""
INNER_COMMA = ";"
"""Stands for a comma inside of an argument's shape."""
NAMED = ":"
"""Stands around the name of the parameter that an argument says it is for, before its shape."""
ASYNC, GIVES_NOTHING = "~", "!"
"""Behind the number of a function's parameters in its shape: that it waits, and that it gives nothing. What else stands
there is the shape of what it gives; nothing where it may give something or not."""
GENERIC = "<"
"""What stands behind the number of types a call gives, before what it is called with."""
WRITTEN = "="
"""What a call is called with that is assigned to: `shop.name = x` calls `name=`."""
OF_ITSELF = "="
UNBOXED = "-"
"""What `Passing.gives` says of what gives an object of the type it is asked of, and what that type's objects hold."""


class Passing(Struct, frozen=True):
    """What a language's own types are to each other where an argument is passed for a parameter."""

    wider: Mapping[str, Sequence[str]]
    """Of each type that is no object, the ones it may be passed for as well, nearest first."""
    boxes: Mapping[str, str]
    """Of each type that is no object, the one whose objects hold it."""
    above: Mapping[str, Sequence[str]]
    """Of the types that are known well, all those above them; of others nobody here can say."""
    gives: Mapping[str, str]
    """What methods of the language's own types give, where all that bear the name give the same."""
    functions: Mapping[str, int]
    """Types that a function without a name may be passed for, and the number of its parameters."""
    anything: frozenset[str]
    """Types that every object has."""
    of_objects: frozenset[str]
    """Methods that every object has."""
    own: frozenset[str]
    """Types of the language's own that nobody else can be below of, nor calls a type of theirs so."""


class Becoming(Struct, frozen=True):
    """What a language's own types become where an argument is passed for a parameter (C#)."""

    wider: Sequence[str]
    """Numbers, each of which becomes those behind it, the next first."""
    above: Mapping[str, frozenset[str]]
    """Of the types that are known well, those they also are."""
    of_arrays: frozenset[str]
    """What every array also is."""
    values: frozenset[str]
    """Types that are never null, and that nothing else is below of."""
    alone: frozenset[str]
    """Other types that nobody's own types are below of."""
    makers: tuple[str, ...]
    """How functions begin that a type of `values` is asked for and that give one of it: `TimeSpan.FromDays`,"""
    constants: frozenset[str]
    """and what types are asked for that is one of them: `DateTime.Now`."""
    apart: frozenset[str]
    """Types that nothing is one of: they only hold functions."""
    function_endings: tuple[str, ...]
    """How the names of types of functions end by custom."""
