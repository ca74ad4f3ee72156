"""plain.toml, compiled once: which format a file has that no language claims."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from seedwalk.sources.rules import Globs, extension

_NAMES_KEPT = 1 << 14
"""Names of files whose formats are kept: a tree has few names, and many files of each."""


class _Format(Struct, frozen=True):
    name: str
    names: Globs
    at: frozenset[str] | None
    below: frozenset[str]

    def lies(self, folder: str) -> bool:
        """Whether files of this format lie in a folder."""
        if self.at is None and not self.below:
            return True
        if self.at is not None and folder in self.at:
            return True
        return bool(self.below) and not self.below.isdisjoint(folder.lower().split("/"))


@cache
def load() -> Callable[[str], str | None]:
    """The format of a file by its path, or None."""
    formats = [(_format(table), table["names"]) for table in _tables()]
    # One look at the ending, or at the word a name without one begins with, spares nearly every file the patterns.
    by_ending: dict[str, list[_Format]] = {}
    by_lead: dict[str, list[_Format]] = {}
    for fmt, globs in formats:
        for ending in {extension(glob) for glob in globs if not glob.endswith(".*")}:
            by_ending.setdefault(ending, []).append(fmt)
        for lead in {glob.partition(".")[0] for glob in globs if glob.endswith(".*")}:
            by_lead.setdefault(lead, []).append(fmt)

    @lru_cache(_NAMES_KEPT)
    def likely(low: str) -> Sequence[_Format]:
        ending, led = by_ending.get(extension(low), []), by_lead.get(low.partition(".")[0], [])
        found = [fmt for fmt, _ in formats if fmt in ending or fmt in led] if ending and led else ending or led
        return [fmt for fmt in found if fmt.names.match(low)]

    def format_of(path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        return next((fmt.name for fmt in likely(name.lower()) if fmt.lies(folder)), None)

    return format_of


def names() -> list[str]:
    """Every format plain.toml speaks of."""
    return [table["name"] for table in _tables()]


def patterns() -> dict[str, list[str]]:
    """For a reader: by format, the names of its files behind the places they must lie in."""
    found: dict[str, list[str]] = {}
    for table in _tables():
        places = [f"{place}/".lstrip("/") for place in table.get("at", ())]
        places += [f"{place}/**/" for place in table.get("below", ())]
        found[table["name"]] = [f"{place}{name}" for place in places or [""] for name in table["names"]]
    return found


@cache
def _tables() -> tuple[dict[str, Any], ...]:
    text = Path(__file__).with_name("plain.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["format"])


def _format(table: dict[str, Any]) -> _Format:
    at = frozenset(table["at"]) if "at" in table else None
    return _Format(table["name"], Globs(table["names"]), at, frozenset(table.get("below", ())))
