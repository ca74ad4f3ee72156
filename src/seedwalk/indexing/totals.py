"""What an index holds as a whole, kept up by what a run changed: to go through all of it takes as long as linking.

The roots of packages are worked out where a file was linked or went, edges are counted where they differ.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping

from seedwalk.graph.edges import count_kinds
from seedwalk.graph.snapshot import package_roots
from seedwalk.indexing.differences import MANY, Difference
from seedwalk.model import EdgeKind, package_of
from seedwalk.store import graphs
from seedwalk.store.database import get_meta, put_meta

_COUNTED = "linked_edges"
"""Under which name the index keeps how many edges of each kind its files have."""
_LEAVES = "SELECT path, fingerprint, content_hash, flags, digest FROM files JOIN links ON file_id = files.id"
_IN_FOLDER = f"{_LEAVES} WHERE path > ? AND path < ? AND instr(substr(path, ?), '/') = 0"
_AT_THE_TOP = f"{_LEAVES} WHERE instr(path, '/') = 0"
_TOP = package_of("")


def keep_roots(connection: sqlite3.Connection, run: int, gone: Iterable[str]) -> dict[str, str]:
    """The root of every package, after files were linked in a run and these are gone."""
    linked = connection.execute("SELECT path FROM links JOIN files ON files.id = file_id WHERE run = ?", (run,))
    paths = [*gone, *(path for (path,) in linked)]
    if len(paths) >= MANY:
        roots = package_roots(connection.execute(_LEAVES))
        connection.execute("DELETE FROM packages")
        connection.executemany("INSERT INTO packages VALUES (?, ?)", roots.items())
        return roots
    touched = {package_of(path) for path in paths}
    connection.executemany("DELETE FROM packages WHERE package = ?", [(package,) for package in touched])
    roots = package_roots(leaf for package in touched for leaf in _leaves(connection, package))
    connection.executemany("INSERT INTO packages VALUES (?, ?)", roots.items())
    return dict(connection.execute("SELECT package, root FROM packages"))


def _leaves(connection: sqlite3.Connection, package: str) -> list[tuple[str, str, bytes, int, bytes]]:
    """What the roots of a package is made of, of each of its files."""
    if package == _TOP:
        return connection.execute(_AT_THE_TOP).fetchall()
    folder = f"{package}/"
    return connection.execute(_IN_FOLDER, (folder, f"{package}0", len(folder) + 1)).fetchall()


def keep_count(connection: sqlite3.Connection, difference: Difference | None) -> dict[str, int]:
    """How many edges of each kind there are, but for those that only say what stands where."""
    kept = get_meta(connection).get(_COUNTED) if difference is not None else None
    if kept is None or difference is None:
        counts = _named(count_kinds([blob for (blob,) in connection.execute("SELECT edges FROM links")]))
    else:
        counts = Counter(json.loads(kept))
        counts.update(_named(difference.counts))
        counts = +counts  # a kind that is no more has no count
    put_meta(connection, {_COUNTED: json.dumps(counts, sort_keys=True)})
    return counts + _named(count_kinds([blob for _, blob, _ in graphs.derived(connection)]))


def _named(counts: Mapping[EdgeKind, int]) -> Counter[str]:
    return Counter({kind.value: count for kind, count in counts.items()})
