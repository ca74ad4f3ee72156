"""What is no place for a walk to begin: other people's code, built code, stand-ins for tests, minified names.

The walk gathers mass on what many call, and mocks and fixtures are called by every test. `words/noise.toml` has the
lists.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from seedwalk.model import TYPE_KINDS, Flags, Kind
from seedwalk.words import table

_FLAGS = Flags.MOCK | Flags.MINIFIED | Flags.VENDORED | Flags.EXTERNAL


class _Lists(NamedTuple):
    folders: tuple[str, ...]
    files: tuple[str, ...]
    fixtures: tuple[str, ...]
    doubles: tuple[str, ...]
    short: tuple[str, ...]


@cache
def _lists() -> _Lists:
    lists = table("noise")
    return _Lists(*(tuple(lists[name]["words"]) for name in _Lists._fields))


def noisy(name: str, qualified: str, path: str, kind: Kind, flags: Flags, shortest: int) -> bool:
    """Whether a symbol is left out of the seeds.

    >>> noisy("put", "MockStore.put", "src/store.go", Kind.METHOD, Flags.NONE, 3)
    True
    >>> noisy("put", "Store.put", "src/store.go", Kind.METHOD, Flags.NONE, 3)
    False
    """
    return (
        kind is Kind.EXTERNAL
        or bool(flags & _FLAGS)
        or _built(path.lower())
        or _for_tests(path.lower())
        or _double(qualified.lower().split("."), kind)
        or (len(name) < shortest and name.lower() not in _lists().short)
    )


def _built(path: str) -> bool:
    folders = path.split("/")[:-1]
    return any(folder in folders for folder in _lists().folders) or any(part in path for part in _lists().files)


def _for_tests(path: str) -> bool:
    return any(part in f"/{path}" for part in _lists().fixtures)


def _double(scopes: list[str], kind: Kind) -> bool:
    """Whether a type around the symbol, or the symbol as a type, stands in for another."""
    types = scopes if kind in TYPE_KINDS else scopes[:-1]
    return any(word in scope for scope in types for word in _lists().doubles)
