"""What a setting may be: the bounds that a type alone does not say.

A field that is annotated with one of these is refused outside of its bounds wherever it is set from; a plain `float` or
`int` may be any finite number.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct


class Bounds(Struct, frozen=True):
    """Least and most that a number may be; None leaves that side open."""

    least: float | None = None
    most: float | None = None
    above: bool = False
    """Whether the least itself is left out."""

    def hold(self, value: float) -> bool:
        if self.least is not None and (value < self.least or (self.above and value == self.least)):
            return False
        return self.most is None or value <= self.most

    def __str__(self) -> str:
        least = "" if self.least is None else f"above {self.least:g}" if self.above else f"of at least {self.least:g}"
        most = "" if self.most is None else f"at most {self.most:g}" if least else f"of at most {self.most:g}"
        return " and ".join(part for part in (least, most) if part)


class Length(Struct, frozen=True):
    """How many values a list has."""

    count: int


MOST = 1_000_000_000
"""A number nobody needs to count to, which every array, file and cache can still hold: whole ones end there."""
Share = Annotated[float, Bounds(0, 1)]
"""A part of a whole."""
SomeShare = Annotated[float, Bounds(0, 1, above=True)]
"""A part of a whole that something is divided by."""
Weight = Annotated[float, Bounds(0)]
"""How much a thing counts beside others; also a power, or a time."""
Positive = Annotated[float, Bounds(0, above=True)]
"""A number that something is divided by."""
Count = Annotated[int, Bounds(0)]
"""How many; 0 means none, or no bound where the setting says so."""
Several = Annotated[int, Bounds(1)]
"""How many, one at least: without any there is nothing left to do."""
FIELDS = 7
"""Lexical fields: name, qualified name, signature, doc, body, place, path."""
PerField = Annotated[tuple[Weight, ...], Length(FIELDS)]
"""A number for each lexical field, in their order."""
SharePerField = Annotated[tuple[Share, ...], Length(FIELDS)]
