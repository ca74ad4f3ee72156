"""Which of the lines that should be read does a text quote? One reading for every system's text, ours included.

A text may number its lines, put a file and a number before each, or a margin: that is taken off, and so is the space
around a line. Lines that follow each other in the text and in a file (blank ones aside) are a run, and a run counts
when it says enough: a lone `}` or `return None` is quoted by every text. A line that stands in two files is taken for
both, in the favour of whoever shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from seedwalk.eval.shown import Lines, Read
from seedwalk.eval.tokens import BYTES_PER_TOKEN

ENOUGH = 20
"""Letters and digits that a run must hold: more than the lines a language repeats everywhere, less than most that say
something."""
_BEFORE = re.compile(r"(?:[^\s:]+:)?\d+[:\t|]\s*|[│|]\s*")
"""`12:`, `12\\t`, `path:12:`, or a margin."""
_SAYS = re.compile(r"\w")
_Places = Mapping[str, Sequence[int]]


def cut(text: str, budget: int) -> str:
    """As much of a text as a budget of tokens has room for, from its beginning."""
    return text.encode("utf-8", "replace")[: budget * BYTES_PER_TOKEN].decode("utf-8", "ignore")


def quoted(text: str, wanted: Lines, read: Read) -> Lines:
    """Of the wanted lines, those that the text quotes."""
    places = _places(text)
    return {path: _of_file(numbers, read(path), places) for path, numbers in wanted.items()}


def _places(text: str) -> _Places:
    """By what a line says, where it stands in the text, blank lines not counted; with and without what may stand
    before it."""
    found: dict[str, list[int]] = {}
    said = [line.strip() for line in text.split("\n") if line.strip()]
    for at, line in enumerate(said):
        for form in {line, _BEFORE.sub("", line, count=1) if _BEFORE.match(line) else line} - {""}:
            found.setdefault(form, []).append(at)
    return found


def _of_file(numbers: Iterable[int], lines: Sequence[str], places: _Places) -> set[int]:
    """The lines of one file in runs that say enough. A run lies on a diagonal: place in the file less place in the
    text stays the same."""
    diagonals: dict[int, list[tuple[int, int]]] = {}
    order = {number: at for at, number in enumerate(n for n, line in enumerate(lines, 1) if line.strip())}
    for number in sorted(numbers):
        for place in places.get(lines[number - 1].strip(), ()) if number in order else ():
            diagonals.setdefault(order[number] - place, []).append((order[number], number))
    found: set[int] = set()
    for cells in diagonals.values():
        for run in _runs(cells):
            if sum(len(_SAYS.findall(lines[number - 1])) for number in run) >= ENOUGH:
                found.update(run)
    return found


def _runs(cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Line numbers whose places follow each other, together."""
    runs: list[list[int]] = []
    last = -2
    for at, number in cells:
        if at != last + 1:
            runs.append([])
        runs[-1].append(number)
        last = at
    return runs
