"""What changed since the tree was last read? File times first, contents where those differ or cannot be trusted."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from seedwalk.config import Sources
from seedwalk.languages import fingerprint
from seedwalk.model import Discovery, FileState, Flags, Job, Skipped
from seedwalk.sources.content import UNREACHED, read_source
from seedwalk.sources.times import are_settled, stamp_of
from seedwalk.store import files as file_rows
from seedwalk.store.database import get_meta
from seedwalk.store.files import KnownFile, SkipRow

SKIPPED_BY = "skipped_by"
"""Under which name the index keeps by which code files were left out."""
_SMALLEST_BODY = 40
"""Bytes; below this, bodies are equal by chance."""
_MINIFIED = int(Flags.MINIFIED)


class Changes(Struct):
    """The difference between the tree and the index."""

    to_read: list[Job] = field(default_factory=list)
    replaced: list[int] = field(default_factory=list)
    """Those of `to_read` that were known before."""
    removed: list[KnownFile] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    """(stamp, id) of files with other times but the same contents."""
    still_skipped: list[SkipRow] = field(default_factory=list)
    """Files whose contents told to leave them out, and that have not changed since."""
    restamped: int = 0
    """Files, read or left out, of which only the stamp is another; a run that keeps it spares the next one a look."""

    @property
    def any(self) -> bool:
        return bool(self.to_read or self.removed)


def compare(
    connection: sqlite3.Connection, root: Path, discovery: Discovery, sources: Sources, *, trust_skips: bool
) -> Changes:
    """Which files to read, which to forget. `trust_skips`: files left out before are left out again unread."""
    minified = 0 if sources.include_minified else _MINIFIED  # what it says now only its contents tell
    looks = file_rows.looks(connection, minified)
    left_out = file_rows.known_skips(connection) if trust_skips else {}
    made = json.loads(get_meta(connection).get(SKIPPED_BY, "{}")) if left_out else {}
    changes = Changes()
    number = file_rows.next_file_id(connection)
    now = time.time_ns()
    for state in (*discovery.files, *discovery.plain):
        look, stamp = looks.pop(state.path, None), stamp_of(state.mtime_ns, state.ctime_ns)
        same = state.language, state.size, stamp, state.flags, fingerprint(state.language), 0
        if look == same:
            continue
        trusted = stamp if are_settled(state.mtime_ns, state.ctime_ns, now) else 0
        if look is not None:
            file = file_rows.known_files(connection, [state.path])[state.path]
            if (*look[:2], stamp, *look[3:]) == same and _same_contents(root, file, sources):
                if trusted:
                    changes.touched.append((trusted, file.id))
                continue
            file_id = file.id
            changes.replaced.append(file_id)
        else:
            row = left_out.get(state.path)
            if row is not None and _still_left_out(row, root, state, stamp, made, sources):
                changes.still_skipped.append(replace(row, stamp=trusted))
                changes.restamped += trusted not in (0, row.stamp)
                continue
            file_id, number = number, number + 1
        changes.to_read.append(Job(file_id, state.path, state.language, int(state.flags), state.size, trusted))
    changes.removed = list(file_rows.known_files(connection, looks).values())
    changes.restamped += len(changes.touched)
    return changes


def skipped_by(rows: Iterable[SkipRow], discovery: Discovery) -> dict[str, str]:
    """By which code files were left out for what is in them, for the next run: by language, its fingerprint."""
    paths = {row.skipped.path for row in rows}
    languages = {state.language for state in (*discovery.files, *discovery.plain) if state.path in paths}
    return {SKIPPED_BY: json.dumps({name: fingerprint(name) for name in sorted(languages)})}


def _still_left_out(
    row: SkipRow, root: Path, state: FileState, stamp: int, made: Mapping[str, str], sources: Sources
) -> bool:
    """Whether reading the file would give nothing again: it is the same, and so is who would read it."""
    if row.size != state.size or made.get(state.language) != fingerprint(state.language):
        return False
    if row.skipped.reason in UNREACHED:
        return row.stamp == stamp and not os.access(root / state.path, os.R_OK)
    return row.stamp == stamp or read_source(root, state.path, sources) == row.skipped


def _same_contents(root: Path, file: KnownFile, sources: Sources) -> bool:
    source = read_source(root, file.path, sources)
    return not isinstance(source, Skipped) and source.content_hash == file.content_hash


def outdated(connection: sqlite3.Connection, root: Path, paths: Sequence[str], sources: Sources) -> list[str]:
    """Those of these files that changed since they were indexed, or are gone; unknown ones are left out."""
    known = file_rows.known_files(connection, paths)
    found = []
    for path in paths:
        file = known.get(path)
        if file is None:
            continue
        try:
            now = (root / path).stat(follow_symlinks=False)
        except OSError:
            found.append(path)
            continue
        stamp = stamp_of(now.st_mtime_ns, now.st_ctime_ns)
        same = now.st_size == file.size and (stamp == file.stamp or _same_contents(root, file, sources))
        if not same:
            found.append(path)
    return found


def moved_symbols(
    connection: sqlite3.Connection, before: Sequence[tuple[int, int, int, str, int]], read: Sequence[int]
) -> int:
    """Recognise symbols that vanished here and appeared there with the same body; record and count them.

    A pair is sure when one vanished and one appeared with that body and kind; among several, equal names decide.
    """
    after = file_rows.bodies(connection, read) if before else []
    stayed = {row[0] for row in before} & {row[0] for row in after}
    vanished = _by_body(row for row in before if row[0] not in stayed)
    appeared = _by_body(row for row in after if row[0] not in stayed)
    moves: list[tuple[int, int]] = []
    for body, old in vanished.items():
        new = appeared.get(body, [])
        if len(old) == len(new) == 1:
            moves.append((old[0][1], new[0][1]))
        elif new:
            for name, symbol in old:
                same = [other for other_name, other in new if other_name == name]
                if len(same) == 1 and sum(other == name for other, _ in old) == 1:
                    moves.append((symbol, same[0]))
    if read:
        file_rows.record_moves(connection, moves)
    return len(moves)


def _by_body(rows: Iterable[tuple[int, int, int, str, int]]) -> dict[tuple[int, int], list[tuple[str, int]]]:
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for symbol, kind, body, name, size in rows:
        if size >= _SMALLEST_BODY:
            found.setdefault((kind, body), []).append((name, symbol))
    return found
