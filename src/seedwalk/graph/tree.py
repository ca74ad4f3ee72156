"""The files of the repository, as those see them that are no source code: by path, by the end of a path, by folder."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import crc32

from seedwalk.languages import every_spec
from seedwalk.model import Flags

_EXTENSION = re.compile(r"(?<=[^/])\.[^./]+$")
_RUN = "__main__"
_TEST = int(Flags.TEST | Flags.MOCK)
WHOLE = crc32(b"/")
"""The key in a trace of a look at every path: names never hold a slash."""


class Module(NamedTuple):
    """A source file: its path, the id of its module symbol, its flags."""

    path: str
    identity: int
    flags: int

    @property
    def tested(self) -> bool:
        return bool(self.flags & _TEST)


def key(last: str) -> int:
    """The key in a trace of a look at every path that ends in this file name or module name."""
    return crc32(b"/" + last.encode("utf-8", "surrogatepass"))


def keys_of(path: str, language: str) -> set[int]:
    """Keys of the looks that a file's coming or going may answer otherwise."""
    return {WHOLE, key(posixpath.basename(path)), key(posixpath.basename(stem_of(path, language)))}


def stem_of(path: str, language: str) -> str:
    """The path a module is imported by: without extension, a package's file standing for its folder."""
    stem = _EXTENSION.sub("", path)
    folder, _, name = stem.rpartition("/")
    return folder if folder and (name in every_spec()[language].package_files or name == _RUN) else stem


class Tree:
    """Every indexed file."""

    def __init__(self, files: Iterable[tuple[str, str, int, int]]) -> None:
        """From (path, language, id of symbol 0, flags)."""
        self.modules: dict[str, Module] = {}
        self.others: set[str] = set()
        self._names: dict[str, list[Module]] = {}
        self._stems: dict[str, list[tuple[str, Module]]] = {}
        specs = every_spec()
        for path, language, identity, flags in sorted(files):
            if specs[language].role is not None:
                self.others.add(path)
                continue
            module = self.modules[path] = Module(path, identity, flags)
            stem = stem_of(path, language)
            self._names.setdefault(posixpath.basename(path), []).append(module)
            self._stems.setdefault(posixpath.basename(stem), []).append((stem, module))
        self._sorted = sorted(self.modules)

    def ending(self, tail: str) -> list[Module]:
        """Source files whose path is this or ends in it."""
        found = self._names.get(posixpath.basename(tail), ())
        return [module for module in found if module.path == tail or module.path.endswith(f"/{tail}")]

    def imported(self, stem: str, *, anywhere: bool) -> list[Module]:
        """Source files imported by this path, or by one that ends in it; one that is run stands before its package."""
        found = [
            (not module.path.rpartition("/")[2].startswith(_RUN), module)
            for other, module in self._stems.get(posixpath.basename(stem), ())
            if other == stem or (anywhere and other.endswith(f"/{stem}"))
        ]
        return [module for _, module in sorted(found)]

    def below(self, folder: str) -> Sequence[Module]:
        """Source files in a folder and the folders in it, by path."""
        if not folder:
            return list(self.modules.values())
        start, end = bisect_left(self._sorted, f"{folder}/"), bisect_left(self._sorted, f"{folder}0")
        return [self.modules[path] for path in self._sorted[start:end]]

    def within(self, folder: str) -> Sequence[Module]:
        """Source files that lie straight in a folder."""
        return [module for module in self.below(folder) if posixpath.dirname(module.path) == folder]
