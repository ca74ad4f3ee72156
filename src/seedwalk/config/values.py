"""From what somebody wrote to the value of a setting, by its type; or the rule that it breaks."""

from __future__ import annotations

import math
import typing
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

from seedwalk.config.kinds import MOST, Bounds, Length

SWITCHES = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


class Refused(ValueError):
    """The value is none; the message is what the setting takes."""


def taken(value: object, hint: Any) -> Any:
    """A value as its setting has it: text is read, what TOML read already is checked. Raises Refused."""
    plain, marks = _unwrapped(hint)
    found = _tuple(value, plain, marks, hint) if typing.get_origin(plain) is tuple else _one(value, plain, hint)
    if isinstance(found, float | int) and not isinstance(found, bool):
        if isinstance(found, int) and abs(found) > MOST:
            raise Refused(f"{rule(hint)}, below {MOST:,}")
        bounds = next((mark for mark in marks if isinstance(mark, Bounds)), None)
        if not math.isfinite(found) or (bounds is not None and not bounds.hold(found)):
            raise Refused(rule(hint))
    return found


def _unwrapped(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    if typing.get_origin(hint) is Annotated:
        plain, *marks = typing.get_args(hint)
        return plain, tuple(marks)
    return hint, ()


def _tuple(value: object, plain: Any, marks: tuple[Any, ...], hint: Any) -> tuple[Any, ...]:
    parts = [part.strip() for part in value.split(",")] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not parts:
        raise Refused(rule(hint))
    inner = typing.get_args(plain)[0]
    length = next((mark for mark in marks if isinstance(mark, Length)), None)
    if length is not None and len(parts) != length.count:
        raise Refused(rule(hint))
    try:
        return tuple(taken(part, inner) for part in parts)
    except Refused:
        raise Refused(rule(hint)) from None


def _one(value: object, plain: Any, hint: Any) -> Any:
    reader = _READERS["choice" if isinstance(plain, type) and issubclass(plain, StrEnum) else plain.__name__]
    try:
        return reader(value, plain)
    except (ValueError, TypeError, KeyError):
        raise Refused(rule(hint)) from None


def _number(value: object, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError
    return float(value)


def _whole(value: object, _: type) -> int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    return int(value)


def _switch(value: object, _: type) -> bool:
    return SWITCHES[value.lower()] if isinstance(value, str) else _same(value, bool)


def _same(value: object, sort: type) -> Any:
    if not isinstance(value, sort):
        raise TypeError
    return value


_READERS: dict[str, Callable[[object, Any], Any]] = {
    "float": _number,
    "int": _whole,
    "bool": _switch,
    "str": _same,
    "choice": lambda value, sort: sort(value),
}
"""How a value of each type is read. A setting of a new type needs a line here and one in `_RULES`."""
_RULES = {"float": "a number", "int": "a whole number", "bool": "true or false", "str": "text"}


def rule(hint: Any) -> str:
    """What a setting of this type takes."""
    plain, marks = _unwrapped(hint)
    if typing.get_origin(plain) is tuple:
        length = next((mark for mark in marks if isinstance(mark, Length)), None)
        count = f"{length.count} values" if length else "values"
        return f"{count} separated by commas, each {rule(typing.get_args(plain)[0])}"
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return f"one of {', '.join(plain)}"
    return " ".join([_RULES[plain.__name__], *(str(mark) for mark in marks if isinstance(mark, Bounds))])


def written(value: object) -> str:
    """A value as somebody would write it."""
    if isinstance(value, tuple | list):
        return ",".join(map(written, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
