"""Which lines of a body speak of the task, what encloses them, and how a body is shown without the others.

Nothing here knows a language: blocks are told by indentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from seedwalk.text import terms as terms_of

_WORD = re.compile(r"\w+")
MARK = "…"
"""A line that begins with it is seedwalk's, not the file's."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a body that is left out because it is told elsewhere: positions, the end excluded, and by what."""

    start: int
    end: int
    name: str


class Terms:
    """The terms of one task, ready to be looked for in many bodies: each word is taken apart once."""

    __slots__ = ("_known", "_wanted")

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._known: dict[str, frozenset[str]] = {}

    def holding(self, lines: Sequence[str], frequent_share: float) -> set[int]:
        """Positions of the lines that hold a term which tells lines apart: on at most this share of them, or on one."""
        if not self._wanted:
            return set()
        places: dict[str, set[int]] = {}
        for word, positions in self._words(lines):
            for term in self._known[word]:
                places.setdefault(term, set()).update(positions)
        most = max(1, frequent_share * len(lines))
        return set().union(*(found for found in places.values() if len(found) <= most))

    def _words(self, lines: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
        """The words that hold a term, and the positions of the lines they stand on."""
        for word in sorted(set(_WORD.findall("\n".join(lines)))):
            if word not in self._known:
                self._known[word] = self._wanted.intersection(terms_of(word))
            if self._known[word]:
                whole = re.compile(rf"\b{word}\b")
                yield word, [position for position, line in enumerate(lines) if word in line and whole.search(line)]


def signature_lines(lines: Sequence[str], signature: str) -> int:
    """How many of the first lines the signature takes, by its characters without white space."""
    left = len("".join(signature.split()))
    for position, line in enumerate(lines):
        left -= len("".join(line.split()))
        if left <= 0:
            return position + 1
    return len(lines)


def enclosing(lines: Sequence[str], kept: Collection[int]) -> set[int]:
    """Positions of the lines that open the blocks around the kept ones: each nearest line above with less indent."""
    headers: set[int] = set()
    open_blocks: list[tuple[int, int]] = []
    for position, line in enumerate(lines):
        text = line.lstrip()
        if not text:
            continue
        indent = len(line) - len(text)
        while open_blocks and open_blocks[-1][0] >= indent:
            open_blocks.pop()
        if position in kept:
            headers.update(header for _, header in open_blocks)
        open_blocks.append((indent, position))
    return headers


def shown(lines: Sequence[str], kept: Collection[int], first_line: int, gaps: Sequence[Gap] = ()) -> str:
    """The kept lines, and for each run of others a mark with the numbers of the lines left out: `… 12-18`.

    So every line's number can be told. A run shorter than its mark is shown after all, unless it is told elsewhere;
    then the mark names by what.
    """
    named = {position: gap for gap in gaps for position in range(gap.start, gap.end)}
    told: list[str] = []
    position = 0
    while position < len(lines):
        gap = named.get(position)
        end = gap.end if gap else _run_end(position, len(lines), lambda at: at not in kept and at not in named)
        if end == position:
            told.append(lines[position])
            position += 1
            continue
        mark = _mark(first_line + position, first_line + end - 1, gap.name if gap else "")
        run = "\n".join(lines[position:end])
        told.append(mark if gap or len(mark) < len(run) else run)
        position = end
    return "\n".join(told)


def _run_end(start: int, limit: int, inside: Callable[[int], bool]) -> int:
    end = start
    while end < limit and inside(end):
        end += 1
    return end


def _mark(first: int, last: int, name: str) -> str:
    numbers = f"{first}" if first == last else f"{first}-{last}"
    return " ".join(part for part in (MARK, numbers, name) if part)
