"""What did a run change? What a few files said and led to before it, beside what they do now.

So much as is told here need not be worked out for all files anew: which lines moved, how many edges there are.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from seedwalk.facts import Facts
from seedwalk.graph import edges as edge_rows
from seedwalk.graph.outline import decode
from seedwalk.graph.shifts import moved_lines, points_alike
from seedwalk.indexing.reading import ReadFile
from seedwalk.model import EdgeKind

Shown = dict[int, tuple[bytes, bytes]]
"""Outline and facts of files as they were before, by file id."""
Links = dict[int, tuple[bytes, str]]
"""Edges of files as they are stored, and which of their ends stand in no file, by file id."""
_NOTHING = (b"", "[]")
MANY = 100
"""Files to link from which the tables of names are read whole, and the work is spread."""


class Before(NamedTuple):
    """What files about to be replaced or removed say now, and what linking gave for them."""

    said: Shown
    links: Links | None


def shown(connection: sqlite3.Connection, ids: Sequence[int]) -> Before:
    """What files say now, by their ids."""
    found: Shown = {}
    for number in ids:
        row = connection.execute(
            "SELECT outline, blob FROM links JOIN facts USING (file_id) WHERE file_id = ?", (number,)
        ).fetchone()
        if row is not None and _readable(*row):
            found[number] = row
    return Before(found, _links(connection, ids))


def _readable(outline: bytes, facts: bytes) -> bool:
    """Whether this code wrote them; what another one wrote is all linked anew, whatever it said."""
    try:
        decode(outline)
        Facts.decode(facts)
    except msgspec.DecodeError:
        return False
    return True


class Shift(NamedTuple):
    """Linking anew changed lines alone: those of these symbols, and perhaps of edges."""

    lines: dict[int, int]
    edges_stay: bool


class Difference(NamedTuple):
    """What edges of files there are more of, by kind, and whether these name others that stand in no file."""

    counts: Counter[EdgeKind]
    names: bool


class Relinked(NamedTuple):
    """How many files were linked anew, what moved if nothing else changed, and the difference where files are few."""

    files: int
    shift: Shift | None
    difference: Difference | None


def _links(connection: sqlite3.Connection, files: Sequence[int]) -> Links | None:
    """What linking gave for files, as it is stored; None where they are many."""
    if len(files) >= MANY:
        return None
    query = "SELECT edges, placeless FROM links WHERE file_id = ?"
    found = {number: connection.execute(query, (number,)).fetchone() for number in files}
    return {number: row for number, row in found.items() if row is not None}


def with_links(known: Links | None, connection: sqlite3.Connection, files: Sequence[int]) -> Links | None:
    more = _links(connection, [number for number in files if number not in known]) if known is not None else None
    return None if known is None or more is None else known | more


def relinked(said: Shown, read: Sequence[ReadFile], before: Links | None, after: Links) -> Relinked:
    """What linking changed, of what it gave `before` for the files gone and linked and gives for these `after`."""
    if before is None:
        return Relinked(len(after), None, None)
    counts = Counter(edge_rows.count_kinds([edges for edges, _ in after.values()]))
    counts.subtract(edge_rows.count_kinds([edges for edges, _ in before.values()]))
    names = any(before.get(number, _NOTHING)[1] != after.get(number, _NOTHING)[1] for number in before.keys() | after)
    return Relinked(len(after), _shift(said, read, before, after), Difference(counts, names))


def _shift(said: Shown, read: Sequence[ReadFile], before: Links, after: Links) -> Shift | None:
    """What moved, where linking anew changed nothing else."""
    if said.keys() != {file.file_id for file in read} or before.keys() != after.keys():
        return None
    if not all(points_alike(before[number][0], after[number][0]) for number in after):
        return None
    lines: dict[int, int] = {}
    for file in read:
        moved = moved_lines(decode(said[file.file_id][0]), decode(file.outline))
        if moved is None:
            return None
        lines |= moved
    return Shift(lines, all(before[number][0] == after[number][0] for number in after))
