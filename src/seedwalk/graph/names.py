"""Every symbol of the repository by its last name: for members that stand far from their type, and lone names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from zlib import crc32

from seedwalk.languages import family_of
from seedwalk.model import Kind

KINDS = tuple(Kind)
_FILE = "/"
"""Begins the key of "a file of this name": what was looked for as a module may come later."""
Row = tuple[str, str, int, str, int]
"""(path, qualified name, code of the kind, language, position in the file)"""


_CHECKED = 1 << 16
"""Names kept with what stands for them: few are asked for again and again."""


class _Checks(dict[str, int]):
    """What stands for names, worked out when first asked for; a dictionary, because a hit then runs no Python."""

    def __missing__(self, name: str) -> int:
        if len(self) >= _CHECKED:
            self.clear()
        found = self[name] = crc32(name.encode("utf-8", "surrogatepass"))
        return found


check: Callable[[str], int] = _Checks().__getitem__
"""What stands for a name in the keys of a trace."""


class NameTable:
    """Symbols by last name, as `fetch` gives them; asked for once per name."""

    def __init__(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        self._fetch = fetch
        self._rows: dict[str, list[Row]] = {}
        self._of_kinds: dict[tuple[str, str, frozenset[Kind]], list[tuple[str, int]]] = {}

    @staticmethod
    def key(name: str) -> int:
        """The key in a trace of a look at every symbol of this name."""
        return check(name)

    def rows(self, name: str) -> list[Row]:
        found = self._rows.get(name)
        if found is None:
            found = self._rows[name] = sorted(self._fetch(name))
        return found

    def qualified(self, language: str, qualified: str) -> list[tuple[str, int]]:
        """(path, position) of each symbol with this qualified name, in path order; a file's first only."""
        family = family_of(language)
        found: dict[str, int] = {}
        for path, name, _, other, position in self.rows(qualified.rpartition(".")[2]):
            if name == qualified and family_of(other) == family:
                found[path] = min(position, found.get(path, position))
        return list(found.items())

    def each(self, language: str, qualified: str) -> list[tuple[str, int]]:
        """(path, position) of each symbol with this qualified name, in path order; all of a file's."""
        family = family_of(language)
        rows = self.rows(qualified.rpartition(".")[2])
        return [(path, at) for path, name, _, other, at in rows if name == qualified and family_of(other) == family]

    def of_kinds(self, language: str, name: str, kinds: frozenset[Kind]) -> list[tuple[str, int]]:
        """Path and position of every symbol of these kinds with this name, in path order; told once, for everyone."""
        found = self._of_kinds.get((language, name, kinds))
        if found is None:
            family = family_of(language)
            found = self._of_kinds[language, name, kinds] = [
                (path, position)
                for path, _, kind, other, position in self.rows(name)
                if KINDS[kind] in kinds and family_of(other) == family
            ]
        return found

    def only(self, language: str, name: str, kinds: frozenset[Kind]) -> tuple[str, int] | None:
        """Path and position of the one symbol of these kinds with this name, if there is but one."""
        found = self.of_kinds(language, name, kinds)
        return found[0] if len(found) == 1 else None


def file_key(name: str) -> int:
    """The key in a trace of a look for a file, or a folder's file, of this name."""
    return check(_FILE + name)


def file_names(path: str) -> tuple[str, ...]:
    """The names a path may be looked for by: of the file itself, and of each folder it is in."""
    *folders, last = path.split("/")
    return (last.partition(".")[0], *folders)
