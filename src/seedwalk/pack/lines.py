"""Which lines of a body speak of the task, what encloses them, and how a body is shown without the others.

Nothing here knows a language: blocks are told by indentation.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from seedwalk.text import terms as terms_of

_WORD = re.compile(r"\w+")
_BLANKED = "".join(c if c.isalnum() or c == "_" else " " for c in map(chr, range(128)))
"""ASCII with blanks for all that is in no word: splitting takes a third of a regular expression's time."""
_TEXTS = 1024
"""Texts whose blocks are kept: questions about one repository look at the same symbols again and again."""
_NO_LINE = -1
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

    __slots__ = ("_known", "_roots", "_wanted")

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._roots = tuple(sorted({term[:-1] for term in self._wanted}))
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
        text = "\n".join(lines)
        known = self._known
        found = _words_of(text)
        for word in found.difference(known):
            known[word] = self._wanted.intersection(terms_of(word)) if self._may_hold(word) else _NONE
        held = sorted(word for word in found if known[word])
        begins = list(accumulate((len(line) + 1 for line in lines), initial=0)) if held else []
        for word in held:
            yield word, [bisect_right(begins, at) - 1 for at in _occurrences(word, text)]

    def _may_hold(self, word: str) -> bool:
        """Whether some term can be of this word: stemming changes the last letter of what it leaves, or none."""
        low = word.lower()
        return not word.isascii() or any(root in low for root in self._roots)


_NONE: frozenset[str] = frozenset()


def _words_of(text: str) -> set[str]:
    """The distinct words of a text."""
    if text.isascii():
        return set(text.translate(_BLANKED).split())
    return set(_WORD.findall(text))


def _occurrences(word: str, text: str) -> Iterator[int]:
    """Where a word stands as a whole."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and _in_word(text[at - 1])) and not (end < len(text) and _in_word(text[end])):
            yield at
        at = text.find(word, end)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


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
