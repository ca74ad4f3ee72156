"""A small tree indexed through the whole pipeline, and its edges as short lines that a table can list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from seedwalk.api import Repository
from tests.trees import made

Files = Mapping[str, str]


def indexed(place: Path, files: Files) -> Repository:
    """The repository of these files, indexed."""
    return made(place / "tree", files, place / "store")


def edges(repository: Repository, kind: str, source: str = "") -> list[dict[str, Any]]:
    """The edges of a kind as rows of the dump, all of them or those out of the symbols of one name."""
    return edges_in(repository.dump(), kind, source)


def edges_in(rows: Iterable[dict[str, Any]], kind: str, source: str = "") -> list[dict[str, Any]]:
    """The same of a dump that was taken before."""
    found = [row for row in rows if row.get("edge") == kind]
    return [row for row in found if not source or row["source"]["name"] == source]


def line(row: Mapping[str, Any], *, source: bool = False, target: bool = False) -> str:
    """`provenance source -> target`; the ends asked for say their file."""
    return f"{row['provenance']} {_end(row['source'], source)} -> {_end(row['target'], target)}"


def _end(end: Mapping[str, Any], with_path: bool) -> str:
    if not end["path"]:
        return f"<{end['name']}>"
    return f"{end['path']}:{end['name']}" if with_path else str(end["name"])


def lines(rows: list[dict[str, Any]], like: list[str]) -> list[str]:
    """The rows written as the lines of a table are, with files where the table has one that fits."""
    told: set[str] = set()
    for row in rows:
        ways = [line(row, source=source, target=target) for source in (False, True) for target in (False, True)]
        told.add(next((way for way in reversed(ways) if way in like), ways[0]))
    return sorted(told)
