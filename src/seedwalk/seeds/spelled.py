"""Names and paths as they are spelled, in memory: which rows hold a part of a name, which files a word of a path."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from seedwalk.arrays.tallies import distinct
from seedwalk.text import parts

_LAST = "\U0010ffff"
_SEGMENT = re.compile(r"[/\\]")


class Spelled(Struct, frozen=True):
    """Names in lower case, one after the other in one text: a search in it is a search in all of them."""

    text: str
    starts: np.ndarray

    def holding(self, part: str) -> np.ndarray:
        """Rows whose name holds a part, each once; case does not count."""
        found = [match.start() for match in re.finditer(re.escape(part.lower()), self.text)]
        return distinct(np.searchsorted(self.starts, np.asarray(found, np.int64), side="right") - 1)


def spelled(names: Sequence[str]) -> Spelled:
    """The names of all rows in their order; one that is empty holds nothing."""
    kept = [name.lower().replace("\n", " ") for name in names]
    lengths = np.array([len(name) + 1 for name in kept], np.int64)
    return Spelled("\n".join(kept), np.cumsum(lengths) - lengths)


class Words:
    """Words that each name some files, sorted, so that those with a common beginning lie together."""

    def __init__(self, pairs: Iterable[tuple[str, int]]) -> None:
        found = sorted(set(pairs))
        self._words = [word for word, _ in found]
        self._files = np.array([file for _, file in found], np.int64)

    def equal(self, word: str) -> np.ndarray:
        """Files named by this very word."""
        return self._between(word, word + "\0")

    def beginning(self, start: str) -> np.ndarray:
        """Files named by a word that begins so."""
        return self._between(start, start + _LAST)

    def _between(self, first: str, last: str) -> np.ndarray:
        return distinct(self._files[bisect_left(self._words, first) : bisect_left(self._words, last)])


class Places(Struct, frozen=True):
    """Files by the words of their paths, and the rows of each file."""

    segments: Words
    """Folders, and files without their extension."""
    tokens: Words
    """The same in their parts."""
    paths: dict[int, str]
    order: np.ndarray
    starts: np.ndarray

    def rows(self, files: np.ndarray) -> np.ndarray:
        """The rows of some files."""
        found = [self.order[self.starts[file] : self.starts[file + 1]] for file in files.tolist()]
        return np.concatenate(found) if found else np.zeros(0, np.int64)


def places(paths: Sequence[tuple[int, str]], file: np.ndarray) -> Places:
    """Of numbered paths, and the file's number of each row."""
    segments = [(segment, number) for number, path in paths for segment in _segments(path)]
    tokens = [(part.lower(), number) for number, path in paths for one in _segments(path, lower=False)
              for part in (*parts(one), one)]  # fmt: skip
    last = max([int(file.max(initial=0)), *(number for number, _ in paths)]) + 1
    order = np.argsort(file, kind="stable")
    starts = np.searchsorted(file[order], np.arange(last + 1))
    return Places(Words(segments), Words(tokens), dict(paths), order, starts)


def _segments(path: str, lower: bool = True) -> list[str]:
    folders = _SEGMENT.split(path.lower() if lower else path)
    folders[-1] = folders[-1].partition(".")[0] or folders[-1]
    return folders
