"""Link what changed: choose the files whose edges may differ now, link each, and put the edges in place.

A file is linked anew when it was read, when a file its edges depend on shows another interface, or when the import
rules of its language see another project (files came, went or changed namespace; a manifest changed).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from seedwalk.changes import Changes
from seedwalk.config import Sources
from seedwalk.graph import edges as edge_rows
from seedwalk.graph.link import Linked, Linker
from seedwalk.graph.outline import Outline, decode
from seedwalk.languages import family_of, fingerprint, specs
from seedwalk.model import Skipped
from seedwalk.reading import ReadFile
from seedwalk.sources.content import read_source
from seedwalk.store.database import get_meta, put_meta
from seedwalk.versions import LINKING, code_digest

Manifests = Mapping[str, Mapping[str, str]]
"""By family of languages, path and text of the files their import rules read."""


def read_manifests(root: Path, paths: Iterable[str], sources: Sources) -> dict[str, dict[str, str]]:
    """The text of each manifest under every family of languages that reads it; one that cannot be read is left out."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(paths):
        source = read_source(root, path, replace(sources, include_minified=True))
        if isinstance(source, Skipped):
            continue
        for spec in specs().values():
            if path.rpartition("/")[2] in spec.manifests:
                found.setdefault(family_of(spec.name), {})[path] = source.text.decode("utf-8", "replace")
    return found


def link_changed(
    connection: sqlite3.Connection, changes: Changes, read: Sequence[ReadFile], manifests: Manifests
) -> int:
    """Link every file whose edges may differ; the number linked."""
    projects = _Projects(connection)
    outlines = _Outlines(connection, {file.path: file.outline for file in read})
    stale = {file.file_id for file in read} | _dependents(connection, changes, read)
    for family in projects.changed(connection, manifests):
        stale.update(projects.ids[path] for path in projects.namespaces[family])
    stale &= set(projects.ids.values())
    linker = Linker(projects.namespaces, manifests, outlines.get)
    rows = [_row(file_id, linker.link(projects.paths[file_id]), projects) for file_id in sorted(stale)]
    fresh = [(file.file_id, file.outline, file.interface, b"", b"", b"") for file in read]
    connection.executemany("INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?, ?)", fresh)
    connection.executemany("UPDATE links SET depends = ?, edges = ?, digest = ? WHERE file_id = ?", rows)
    return len(stale)


class _Projects:
    """Every indexed file by family of languages, as the import rules see it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.namespaces: dict[str, dict[str, Sequence[str]]] = {}
        self.ids: dict[str, int] = {}
        for number, path, language, names in connection.execute(
            "SELECT id, path, language, namespaces FROM files ORDER BY path"
        ):
            self.ids[path] = number
            self.namespaces.setdefault(family_of(language), {})[path] = json.loads(names) if names != "[]" else ()
        self.paths = {number: path for path, number in self.ids.items()}

    def changed(self, connection: sqlite3.Connection, manifests: Manifests) -> list[str]:
        """Families whose rules see something new since last time."""
        before = get_meta(connection)
        now = {f"project:{name}": self._digest(name, manifests) for name in self.namespaces}
        put_meta(connection, now)
        return [key.removeprefix("project:") for key, value in now.items() if before.get(key) != value]

    def _digest(self, family: str, manifests: Manifests) -> str:
        code = code_digest(LINKING) + "".join(fingerprint(name) for name in specs() if family_of(name) == family)
        seen = json.dumps([code, list(self.namespaces[family].items()), sorted(manifests.get(family, {}).items())])
        return hashlib.blake2b(seen.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class _Outlines:
    """Outlines by path, decoded once each."""

    def __init__(self, connection: sqlite3.Connection, fresh: dict[str, bytes]) -> None:
        self._connection, self._fresh = connection, fresh
        self._known: dict[str, Outline] = {}

    def get(self, path: str) -> Outline:
        found = self._known.get(path)
        if found is None:
            blob = self._fresh.get(path)
            if blob is None:
                row = self._connection.execute(
                    "SELECT outline FROM links JOIN files ON id = file_id WHERE path = ?", (path,)
                ).fetchone()
                blob = row[0]
            found = self._known[path] = decode(blob)
        return found


def _dependents(connection: sqlite3.Connection, changes: Changes, read: Sequence[ReadFile]) -> set[int]:
    """Files whose edges depend on a file that is gone, or that shows something else than before."""
    shown = dict(connection.execute("SELECT file_id, interface FROM links")) if changes.replaced else {}
    moved = {file.file_id for file in read if file.file_id in shown and shown[file.file_id] != file.interface}
    moved |= {file.id for file in changes.removed}
    if not moved:
        return set()
    rows = connection.execute("SELECT file_id, depends FROM links").fetchall()
    depends = np.frombuffer(b"".join(row[1] for row in rows), "<i8")
    owners = np.repeat([row[0] for row in rows], [len(row[1]) // depends.itemsize for row in rows])
    return set(owners[np.isin(depends, np.fromiter(moved, "<i8"))].tolist())


def _row(file_id: int, linked: Linked, projects: _Projects) -> tuple[bytes, bytes, bytes, int]:
    depends = np.asarray(sorted(projects.ids[path] for path in linked.depends), "<i8").tobytes()
    edges = edge_rows.pack(linked.edges)
    return depends, edges, edge_rows.digest(edges), file_id
