"""Is this symbol the one the truth means? Three rules, each a function of a truth as written and a place found.

Names are compared as components: `a::b`, `a#b` and `a.b` are the components a, b. A truth may be written with less or
more scopes than the index keeps, so the file's path counts as scopes too: `src/flask/app.py` with `Flask.run` answers
to `Flask.run`, `app.Flask.run`, `flask.app.Flask.run` and `flask.Flask.run`.

strict   The same symbol, give or take the depth of its qualification. Case does not count inside the file; in the
         path it does, else every function below `src/flask/` would be a member of the class `Flask`.
lenient  strict; or one is a run of whole components of the other (a class counts for its method, and the reverse);
         or the last components agree, and they share a qualifier or one of them has none.
seed     The truth is part of `folder/file.Name`, or its first component is a folder or the file and the rest ends the
         name, so that `store.find` is found through the type that owns it: `store.Database.find`.
symbol   The same file, and inside it the same symbol by the strict rule; the truth is written `path:name`. For truths
         made from a repository itself, whose files are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache

from seedwalk.eval.arena.system import Found

_SEPARATOR = re.compile(r"::|[.#]")
_NOISE = re.compile(r"[()*&\s]")
_EXTENSION = re.compile(r"\.[^./]*$")


class Rule(StrEnum):
    """The names of the rules, in the order they are shown."""

    STRICT = "strict"
    LENIENT = "lenient"
    SEED = "seed"
    SYMBOL = "symbol"


@lru_cache(maxsize=100_000)
def components(name: str) -> tuple[str, ...]:
    """The scopes and the name itself; a Go receiver's decoration is dropped: `(*Server).Serve` is Server, Serve."""
    return tuple(part for part in _SEPARATOR.split(_NOISE.sub("", name)) if part)


def strict(truth: str, found: Found) -> bool:
    wanted, named = components(truth), components(found.name)
    if not wanted or not named:
        return False
    if len(wanted) <= len(named):
        return _ends(_folded(named), _folded(wanted))
    if not _ends(_folded(wanted), _folded(named)):
        return False
    outer = wanted[: len(wanted) - len(named)]
    return len(named) > 1 or any(_ends(scopes, outer) for scopes in _scopes(found.path))


def lenient(truth: str, found: Found) -> bool:
    wanted, named = _folded(components(truth)), _folded(components(found.name))
    if not wanted or not named:
        return False
    if strict(truth, found) or _runs_in(wanted, named) or _runs_in(named, wanted):
        return True
    one_is_bare = len(wanted) == 1 or len(named) == 1
    return wanted[-1] == named[-1] and (one_is_bare or not set(wanted[:-1]).isdisjoint(named[:-1]))


def seed(truth: str, found: Found) -> bool:
    if not truth or not found.name:
        return False
    in_file, in_folder, places = _placed(found.path, found.name)
    if truth in in_file or truth in in_folder:
        return True
    package, _, symbol = truth.partition(".")
    return bool(symbol) and package in places and f".{found.name}".endswith(f".{symbol}")


@lru_cache(maxsize=100_000)
def _placed(path: str, name: str) -> tuple[str, str, tuple[str, ...]]:
    """A name behind its file and behind its folder, and the components of the file's path."""
    file = _EXTENSION.sub("", path)
    folder = file.rpartition("/")[0]
    in_file, in_folder = (f"{place}.{name}" if place else name for place in (file, folder))
    return in_file, in_folder, tuple(file.split("/"))


def symbol(truth: str, found: Found) -> bool:
    path, _, name = truth.rpartition(":")
    wanted, named = _folded(components(name)), _folded(components(found.name))
    return path == found.path and bool(wanted) and bool(named) and (_ends(wanted, named) or _ends(named, wanted))


RULES: dict[Rule, Callable[[str, Found], bool]] = {
    Rule.STRICT: strict,
    Rule.LENIENT: lenient,
    Rule.SEED: seed,
    Rule.SYMBOL: symbol,
}


def _folded(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in parts)


def _ends(whole: Sequence[str], end: Sequence[str]) -> bool:
    return len(end) <= len(whole) and tuple(whole[len(whole) - len(end) :]) == tuple(end)


def _runs_in(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(tuple(whole[at : at + len(part)]) == tuple(part) for at in range(len(whole) - len(part) + 1))


def _scopes(path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a path adds in front of a name: its folders and the file, or its folders alone."""
    parts = tuple(_EXTENSION.sub("", path).split("/"))
    return parts, parts[:-1]
