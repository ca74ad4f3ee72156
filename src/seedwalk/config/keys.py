"""Every setting by its dotted name: `walking.restart`, `searching.lexical.k1`, `walking.weights.calls`.

The names are read off the structs, so a new field has its name, its rule and its meaning without another line.
"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from seedwalk.config.settings import Settings

_NEAR = 0.5
"""How alike two names must be for one to be meant by the other."""


class Key(Struct, frozen=True):
    """One setting."""

    name: str
    hint: Any
    """Its type, with its bounds."""
    stage: type
    """The class that holds it,"""
    field: str
    """and the field there: of an entry of a table, the table."""
    entry: StrEnum | None = None
    """Which entry of a table it is."""

    @property
    def meaning(self) -> str:
        return meanings(self.stage).get(self.field, "")


@cache
def keys() -> Mapping[str, Key]:
    """Every setting, in the order of the stages."""
    return {key.name: key for key in _below(Settings, "")}


def _below(stage: type, prefix: str) -> Iterator[Key]:
    hints = typing.get_type_hints(stage, include_extras=True)
    for one in typing.cast(type[Struct], stage).__struct_fields__:
        name, hint = f"{prefix}{one}", hints[one]
        entries = _entries(hint)
        if isinstance(hint, type) and issubclass(hint, Struct):
            yield from _below(hint, f"{name}.")
        elif entries is not None:
            names, entry = entries
            yield from (Key(f"{name}.{choice.value}", entry, stage, one, choice) for choice in names)
        else:
            yield Key(name, hint, stage, one)


def _entries(hint: Any) -> tuple[type[StrEnum], Any] | None:
    """Names and type of the entries of a table; None for what is no table."""
    plain = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    if typing.get_origin(plain) is not Mapping:
        return None
    names, entry = typing.get_args(plain)
    return names, entry


def value_of(settings: Settings, name: str) -> Any:
    """The value of that name; None for an entry that its table does not have."""
    value: Any = settings
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else getattr(value, part)
    return value


def with_value(settings: Settings, name: str, value: Any) -> Settings:
    """The same settings but for one value, which is taken as it is."""
    entry = keys()[name].entry

    def put(holder: Any, parts: list[str]) -> Any:
        if isinstance(holder, Mapping):
            return {**holder, entry: value}
        first, *rest = parts
        return replace(holder, **{first: put(getattr(holder, first), rest) if rest else value})

    changed: Settings = put(settings, name.split("."))
    return changed


def nearest(name: str) -> str:
    """The setting that is probably meant; empty when none is alike."""
    return next(iter(get_close_matches(name, list(keys()), 1, _NEAR)), "")


@cache
def meanings(stage: type) -> Mapping[str, str]:
    """What the text under each field of a stage says, on one line."""
    (body,) = (node for node in ast.parse(inspect.getsource(stage)).body if isinstance(node, ast.ClassDef))
    told: dict[str, str] = {}
    for node, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(after, ast.Expr):
            said = after.value.value if isinstance(after.value, ast.Constant) else None
            if isinstance(said, str):
                told[node.target.id] = " ".join(said.split())
    return told
