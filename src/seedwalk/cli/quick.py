"""Plain arguments of a verb, read off its signature: what typer would hand to it, in a hundredth of the time.

typer asks a library of validators for every option, which takes as long as an answer does. Nothing is decided here that
typer would decide otherwise: whatever is not plainly right (help, a mistake, an option with rules of its own) is left
to it.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from seedwalk.cli.late import Mark

_COMPLETING = "_SEEDWALK_COMPLETE"
"""Set by a shell that asks how a line may go on."""


class _LeftToTyper(Exception):
    """These arguments are not plain."""


def _number(written: str) -> int:
    if not (written.isascii() and written.isdigit()):
        raise _LeftToTyper
    return int(written)


_READ: Mapping[type, Callable[[str], object]] = {str: str, Path: Path, int: _number}


def arguments(command: Callable[..., None], written: Sequence[str]) -> dict[str, Any] | None:
    """The keyword arguments for a verb's command, or None where typer has to look."""
    if _COMPLETING in os.environ:
        return None
    try:
        return _Line(command).read(list(written))
    except _LeftToTyper:
        return None


class _Line:
    """The line of one verb: its flags, its options, and the words between them."""

    def __init__(self, command: Callable[..., None]) -> None:
        self.options: dict[str, tuple[str, type, bool]] = {}
        self.words: list[tuple[str, type, bool]] = []
        parameters = inspect.signature(command).parameters
        self.values: dict[str, Any] = {name: one.default for name, one in parameters.items()}
        for name, hint in get_type_hints(command, include_extras=True).items():
            if name in parameters:
                self._take(name, hint)

    def _take(self, name: str, hint: Any) -> None:
        """An option under each of its names, or a word. Those typer has rules for stay away, and so unknown."""
        if get_origin(hint) is not Annotated:
            raise _LeftToTyper
        kind, told = get_args(hint)[:2]
        kind = next((one for one in get_args(kind) if one is not type(None)), kind) if _may_be_none(kind) else kind
        many = get_origin(kind) is list
        kind = get_args(kind)[0] if many else kind
        if not isinstance(told, Mark):
            raise _LeftToTyper
        if told.sort == "Argument":
            self.words.append((name, kind if told.plain else type(None), many))
        elif told.plain:
            self.options |= {written: (name, kind, many) for written in told.names if _is_name(written)}

    def read(self, written: list[str]) -> dict[str, Any]:
        given: dict[str, Any] = {}
        loose: list[str] = []
        while written:
            word = written.pop(0)
            if not word.startswith("-"):
                loose.append(word)
                continue
            flag, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
            name, kind, many = self._option(flag)
            if kind is bool:
                if equals or many:
                    raise _LeftToTyper
                _put(given, name, True, many)
                continue
            if not equals:
                value = written.pop(0) if written else ""
            _put(given, name, _value(kind, value), many)
        self._place(loose, given)
        filled = self.values | given
        if any(value is inspect.Parameter.empty for value in filled.values()):
            raise _LeftToTyper
        return filled

    def _option(self, flag: str) -> tuple[str, type, bool]:
        if flag not in self.options:
            raise _LeftToTyper
        return self.options[flag]

    def _place(self, loose: Sequence[str], given: dict[str, Any]) -> None:
        """Words go to the verb's words one by one; all to the one that takes many, if it stands alone."""
        many = [wanted for wanted in self.words if wanted[2]]
        wanted = many * len(loose) if many == self.words else self.words
        if len(loose) > len(wanted) or (many and many != self.words):
            raise _LeftToTyper
        for (name, kind, many_of), word in zip(wanted, loose, strict=False):
            _put(given, name, _value(kind, word), many_of)


def _put(given: dict[str, Any], name: str, value: object, many: bool) -> None:
    if many:
        given.setdefault(name, []).append(value)
    elif name in given:
        raise _LeftToTyper
    else:
        given[name] = value


def _value(kind: type, written: str) -> object:
    if not written or written.startswith("-") or kind not in _READ:
        raise _LeftToTyper
    return _READ[kind](written)


def _is_name(written: str) -> bool:
    return written.startswith("-") and "/" not in written


def _may_be_none(kind: Any) -> bool:
    return type(None) in get_args(kind)
