"""Which lines of a body speak of the task, what encloses them, and how a body is shown without the others.

Nothing here knows a language: blocks are told by indentation.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from seedwalk.text import stems
from seedwalk.text import terms as terms_of

_WORD = re.compile(r"\w+")
_IN_WORD = frozenset(character for character in map(chr, range(128)) if _WORD.match(character))
_TEXTS = 1024
"""Texts whose blocks are kept: questions about one repository look at the same symbols again and again."""
_NO_LINE = -1
MARK = "…"
"""A line that begins with it is seedwalk's, not the file's."""


class Gap(Struct, frozen=True):
    """A stretch of a body that is left out because it is told elsewhere: positions, the end excluded, and by what."""

    start: int
    end: int
    name: str


class Terms:
    """The terms of one task, ready to be looked for in many bodies: each word is taken apart once."""

    __slots__ = ("_known", "_roots", "_wanted")

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(filter(None, wanted))
        self._roots = tuple(sorted({_root(stem) for term in self._wanted for stem in stems(term)}))
        self._known: dict[str, frozenset[str]] = {}

    def holding(self, text: str, frequent_share: float) -> set[int]:
        """Positions of the lines that hold a term which tells lines apart: on at most this share of them, or on one."""
        if not self._wanted:
            return set()
        places: dict[str, set[int]] = {}
        line = seen = 0
        for start, word in self._words(text):
            line += text.count("\n", seen, start)
            seen = start
            for term in self._terms(word):
                places.setdefault(term, set()).add(line)
        most = max(1, frequent_share * (text.count("\n") + 1))
        return set().union(*(found for found in places.values() if len(found) <= most))

    def _terms(self, word: str) -> frozenset[str]:
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._wanted.intersection(terms_of(word))
        return known

    def _words(self, text: str) -> Iterable[tuple[int, str]]:
        """The words that may hold a term, in order, and where each begins.

        In ASCII, nearly all code, only what contains a root is looked at: roots are found at the speed of memory.
        """
        if not text.isascii():
            return ((found.start(), found[0]) for found in _WORD.finditer(text))
        low = text.lower()
        return sorted({found for root in self._roots for found in _around(root, low, text)})


def _root(stem: str) -> str:
    """What every word of a stem contains: stemming takes an ending, and may leave a vowel or `bl` (ability) for it."""
    plain = stem.rstrip("eiy") or stem[0]
    return plain[:-1] if plain.endswith("bl") else plain


def _around(root: str, low: str, text: str) -> Iterator[tuple[int, str]]:
    """The words of a text that contain a root, `low` being the text in lower case."""
    at = low.find(root)
    while at >= 0:
        start, end = at, at + len(root)
        while start and text[start - 1] in _IN_WORD:
            start -= 1
        while end < len(text) and text[end] in _IN_WORD:
            end += 1
        yield start, text[start:end]
        at = low.find(root, end)


def signature_lines(lines: Sequence[str], signature: str) -> int:
    """How many of the first lines the signature takes, by its characters without white space."""
    left = len("".join(signature.split()))
    for position, line in enumerate(lines):
        left -= len("".join(line.split()))
        if left <= 0:
            return position + 1
    return len(lines)


def enclosing(text: str, kept: Iterable[int]) -> set[int]:
    """Positions of the lines that open the blocks around the kept ones: each nearest line above with less indent."""
    openers = _openers(text)
    headers: set[int] = set()
    for position in kept:
        opener = openers[position] if 0 <= position < len(openers) else _NO_LINE
        while opener != _NO_LINE and opener not in headers:
            headers.add(opener)
            opener = openers[opener]
    return headers


@lru_cache(maxsize=_TEXTS)
def _openers(text: str) -> array[int]:
    """For each line the one that opens the block around it; none for a blank line, which is in no block."""
    openers = array("i")
    open_blocks: list[tuple[int, int]] = []
    for position, line in enumerate(text.split("\n")):
        said = line.lstrip()
        if not said:
            openers.append(_NO_LINE)
            continue
        indent = len(line) - len(said)
        while open_blocks and open_blocks[-1][0] >= indent:
            open_blocks.pop()
        openers.append(open_blocks[-1][1] if open_blocks else _NO_LINE)
        open_blocks.append((indent, position))
    return openers


def without_gaps(lines: Sequence[str], first_line: int, gaps: Sequence[Gap]) -> str:
    """Every line but those of the gaps, each of which is a mark with the name of what tells it."""
    told: list[str] = []
    position = 0
    for gap in sorted(gaps, key=lambda gap: (gap.start, gap.end)):
        start = max(position, gap.start)
        if gap.end > start:
            told += lines[position:start]
            told.append(_mark(first_line + start, first_line + gap.end - 1, gap.name))
            position = gap.end
    return "\n".join((*told, *lines[position:]))


def shown(lines: Sequence[str], kept: Collection[int], first_line: int, gaps: Sequence[Gap] = ()) -> str:
    """The kept lines, and for each run of others a mark with the numbers of the lines left out: `… 12-18`.

    So every line's number can be told. A run shorter than its mark is shown after all, unless it is told elsewhere;
    then the mark names by what.
    """
    named = {position: gap for gap in gaps for position in range(gap.start, gap.end)}
    sorts = bytearray(len(lines))
    for position in kept:
        if 0 <= position < len(lines):
            sorts[position] = _KEPT
    for position in named:
        sorts[position] = _ELSEWHERE
    told: list[str] = []
    position = 0
    while position < len(lines):
        sort = sorts[position]
        end = named[position].end if sort == _ELSEWHERE else _run_end(sorts, position)
        run = lines[position:end]
        if sort == _KEPT:
            told += run
        else:
            mark = _mark(first_line + position, first_line + end - 1, named[position].name if position in named else "")
            whole = "\n".join(run)
            told.append(mark if sort == _ELSEWHERE or len(mark) < len(whole) else whole)
        position = end
    return "\n".join(told)


_LEFT, _KEPT, _ELSEWHERE = range(3)


def _run_end(sorts: bytearray, start: int) -> int:
    """Where the run of one sort ends: a run is found as fast as memory is read, however long."""
    ends = (sorts.find(other, start) for other in (_LEFT, _KEPT, _ELSEWHERE) if other != sorts[start])
    return min((end for end in ends if end >= 0), default=len(sorts))


def _mark(first: int, last: int, name: str) -> str:
    numbers = f"{first}" if first == last else f"{first}-{last}"
    return " ".join(part for part in (MARK, numbers, name) if part)
