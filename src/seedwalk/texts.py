"""Symbols' lines as they stand in their files now, each file read once, and what each file was when it was read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from seedwalk.model import Skipped, Symbol
from seedwalk.sources.content import read_text
from seedwalk.wanted import still_wanted

Stamp = tuple[int, int] | None
"""Size and time of change of a file; None when there is none."""


class Texts:
    """The lines of symbols. `stamps` tells of every file that was looked at."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, list[str] | Skipped] = {}
        self.stamps: dict[str, Stamp] = {}

    def __call__(self, symbol: Symbol) -> str:
        """The symbol's lines; none when its file cannot be read any more."""
        lines = self.lines(symbol.path)
        return "" if isinstance(lines, Skipped) else of(symbol, lines)

    def lines(self, path: str) -> list[str] | Skipped:
        """A file's lines, or why it cannot be read.

        Read as the indexer reads: no link is followed, UTF-16 is understood, and only a newline ends a line, where
        `splitlines` would count form feeds too.
        """
        known = self._files.get(path)
        if known is None:
            still_wanted()
            self.stamps[path] = stamp(self._root, path)  # before the file is read: a change meanwhile is noticed later
            found = read_text(self._root, path)
            known = found if isinstance(found, Skipped) else _split(found)
            self._files[path] = known
        return known


def of(symbol: Symbol, lines: list[str]) -> str:
    return "\n".join(lines[symbol.span.start_line - 1 : symbol.span.end_line])


def unchanged(root: Path, stamps: Mapping[str, Stamp]) -> bool:
    """Whether every file still is what it was."""
    return all(stamp(root, path) == before for path, before in stamps.items())


def stamp(root: Path, path: str) -> Stamp:
    try:
        now = os.lstat(f"{os.fspath(root)}/{path}")
    except (OSError, ValueError):
        return None
    return now.st_size, now.st_mtime_ns


def _split(text: bytes) -> list[str]:
    return text.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
