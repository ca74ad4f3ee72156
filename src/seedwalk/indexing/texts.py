"""Symbols' lines as they stand in their files now, each file read once, and what each file was when it was read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from seedwalk.machine.wanted import still_wanted
from seedwalk.model import Skipped, Symbol
from seedwalk.sources.raw import read_text

_NEWLINE = ord("\n")
Stamp = tuple[int, int, int] | None
"""Size of a file and its two times of change (`sources/times.py`); None when there is none."""


class Lines:
    """The lines of a file, decoded where they are asked for: of most files a few are.

    Only a newline ends a line, where `splitlines` would count form feeds too.

    >>> lines = Lines(b"one\\r\\ntwo\\nthree")
    >>> lines.between(1, 2), lines.between(3, 9), lines.between(4, 5)
    ('one\\ntwo', 'three', '')
    """

    def __init__(self, text: bytes) -> None:
        import numpy as np  # whoever shows lines has answered with it; a greeting does not wait for it

        self._text = text
        self._ends = np.flatnonzero(np.frombuffer(text, np.uint8) == _NEWLINE)

    def between(self, first: int, last: int) -> str:
        """Lines from `first` to `last`, counted from 1, both included; no more than there are."""
        count = len(self._ends)
        if first > count + 1:
            return ""
        start = int(self._ends[first - 2]) + 1 if first > 1 else 0
        end = int(self._ends[last - 1]) + 1 if last <= count else len(self._text)
        told = self._text[start:end].decode("utf-8", "replace").replace("\r\n", "\n")
        return told[:-1] if last <= count else told


class Texts:
    """The lines of symbols. `stamps` tells of every file that was looked at."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, Lines | Skipped] = {}
        self.stamps: dict[str, Stamp] = {}

    def __call__(self, symbol: Symbol) -> str:
        """The symbol's lines; none when its file cannot be read any more."""
        lines = self.lines(symbol.path)
        return "" if isinstance(lines, Skipped) else of(symbol, lines)

    def lines(self, path: str) -> Lines | Skipped:
        """A file's lines, or why it cannot be read. As the indexer reads: no link is followed, UTF-16 is understood."""
        known = self._files.get(path)
        if known is None:
            still_wanted()
            self.stamps[path] = stamp(self._root, path)  # before the file is read: a change meanwhile is noticed later
            found = read_text(self._root, path)
            known = found if isinstance(found, Skipped) else Lines(found)
            self._files[path] = known
        return known


def of(symbol: Symbol, lines: Lines) -> str:
    return lines.between(symbol.span.start_line, symbol.span.end_line)


def unchanged(root: Path, stamps: Mapping[str, Stamp]) -> bool:
    """Whether every file still is what it was."""
    return all(stamp(root, path) == before for path, before in stamps.items())


def stamp(root: Path, path: str) -> Stamp:
    try:
        now = os.lstat(f"{os.fspath(root)}/{path}")
    except (OSError, ValueError):
        return None
    return now.st_size, now.st_mtime_ns, now.st_ctime_ns
