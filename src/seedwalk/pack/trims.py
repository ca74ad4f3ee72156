"""What may a body lose? Lines of sorts that seldom say anything: each trim has its switch in the settings.

Nothing here knows a language: `trims.toml` tells the sorts of lines by patterns that hold in all of them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from seedwalk.model import Trim

_EXITS = "exits"
_LITERAL = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\d+")
_RECENT = 20
"""Lines looked back on for one that says the same, as specified."""
_TEXTS = 1024
"""Texts whose positions are kept: questions about one repository look at the same symbols again and again."""


class _Sort(Struct, frozen=True):
    pattern: re.Pattern[str]
    run: int
    keep: int


@lru_cache(maxsize=_TEXTS)
def exits(text: str) -> frozenset[int]:
    """Positions of the lines that leave the function."""
    return frozenset(_matching(_kept()[_EXITS], text))


def trimmed(text: str, trims: Collection[Trim]) -> set[int]:
    """Positions of the lines that the trims take out."""
    return set().union(*(_taken(text, trim) for trim in trims))


@lru_cache(maxsize=_TEXTS * len(Trim))
def _taken(text: str, trim: Trim) -> frozenset[int]:
    return frozenset(TRIMS[trim](text))


def _runs_of(trim: Trim, text: str) -> set[int]:
    """Lines in runs of more than `run` of one sort, but for the first `keep` of each."""
    sort = _sorts()[trim]
    found: set[int] = set()
    start = end = -1
    for position in (*_matching(sort.pattern, text), text.count("\n") + 2):
        if position == end:
            end += 1
            continue
        if end - start > sort.run:
            found.update(range(start + sort.keep, end))
        start, end = position, position + 1
    return found


def _matching(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    """Positions of the lines the pattern finds, looked for in all of them at once: few lines are of any sort.

    A pattern begins with the line feed before its line, which is found ten times as fast as a line's beginning.
    """
    position = seen = 0
    text = f"\n{text}"
    for match in pattern.finditer(text):
        position += text.count("\n", seen, match.start())
        seen = match.start()
        yield position


def _repeats(text: str) -> set[int]:
    """Lines that say what one of the last few said, literals aside: a comparison that costs one look-up a line."""
    last: dict[str, int] = {}
    found = set()
    for position, line in enumerate(_LITERAL.sub("", text).split("\n")):
        said = line.strip()
        if len(said) > 1 and position - last.get(said, -_RECENT - 1) <= _RECENT:
            found.add(position)
        last[said] = position
    return found


def _by_pattern(trim: Trim) -> Callable[[str], set[int]]:
    return lambda text: _runs_of(trim, text)


TRIMS: Mapping[Trim, Callable[[str], set[int]]] = {
    **{trim: _by_pattern(trim) for trim in Trim if trim is not Trim.REPEATS},
    Trim.REPEATS: _repeats,
}


@cache
def _tables() -> dict[str, dict[str, dict[str, object]]]:
    return tomllib.loads(Path(__file__).with_name("trims.toml").read_text(encoding="utf-8"))


@cache
def _sorts() -> dict[str, _Sort]:
    return {
        name: _Sort(_at_line(str(row["pattern"])), int(str(row["run"])), int(str(row["keep"])))
        for name, row in _tables()["trims"].items()
    }


@cache
def _kept() -> dict[str, re.Pattern[str]]:
    return {name: _at_line(str(row["pattern"])) for name, row in _tables()["kept"].items()}


def _at_line(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\n(?:{pattern})", re.MULTILINE)
