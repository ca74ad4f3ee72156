"""Link what changed: choose the files whose edges may differ now, link each, and put the edges in place.

A file is linked anew when it was read, when a name its edges depend on changed its meaning somewhere, when one of its
imports leads elsewhere, or when the import rules of its language see another manifest.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from seedwalk.facts import Facts
from seedwalk.graph import edges as edge_rows
from seedwalk.graph.answers import deep
from seedwalk.graph.interface import changed_keys
from seedwalk.graph.link import Linked, link
from seedwalk.graph.names import NameTable, Row
from seedwalk.graph.outline import decode
from seedwalk.graph.plain import link_plain
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.tree import Tree, keys_of
from seedwalk.graph.views import View
from seedwalk.indexing.differences import MANY, Before, Relinked, Shown, relinked, with_links
from seedwalk.indexing.reading import ReadFile
from seedwalk.languages import every_spec, family_of, fingerprint
from seedwalk.languages.spec import Modules, Project
from seedwalk.machine.forks import spread
from seedwalk.store.database import get_meta, put_meta
from seedwalk.store.files import ROW_SHIFT, Named
from seedwalk.versions import LINKING, code_digest

Manifests = Mapping[str, Mapping[str, str]]
"""By family of languages, path and text of the files their import rules read."""
TOGETHER = 1 << 19
"""Bytes of mentions that are linked as one table, 17 to each: what is done once for a table then costs each file
little, and its columns still fit a processor's cache."""
_PARTS = 3
"""A process takes this part of what is left of its share,"""
_LAST_PARTS = 32
"""and no less than this part of all of it."""
_POSITION = (1 << ROW_SHIFT) - 1
_INSERT = "INSERT OR REPLACE INTO links VALUES (?, ?, x'', x'', x'', '[]', 0, 0, 0, x'', 0)"
_UPDATE = """
    UPDATE links SET targets = ?, depends = ?, edges = ?, placeless = ?, resolved = ?, outside = ?, open = ?,
        digest = ?, run = ?
    WHERE file_id = ?
"""
_WHOLE = "INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_EDGES, _PLACELESS = 2, 3
"""Where the edges stand in a row of it, and what of their ends stands in no file."""


def link_changed(
    connection: sqlite3.Connection, before: Before, read: Sequence[ReadFile], manifests: Manifests, workers: int,
    run: int, names: Named | None, meanwhile: Callable[[], object],
) -> Relinked:  # fmt: skip
    """Link every file whose edges may differ, in the run of this number; where other processes do, this one has time
    for something else `meanwhile`. Where the files read are all there are, `names` are those of their symbols."""
    whole = names is not None and len(read) >= MANY
    if not whole:  # else nobody looks at the rows before they are
        connection.executemany(_INSERT, [(file.file_id, file.outline) for file in read])
    project = _Project(connection, manifests)
    order = sorted(_stale(connection, project, before.said, read) & set(project.paths))
    project.many = len(order) >= MANY
    resolver, table = project.resolver(names)
    tree = project.tree() if any(project.is_plain(number) for number in order) else cache(lambda: Tree(()))

    def work(numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for some in project.batches(numbers):
            views = [project.view(project.paths[number]) for number in some]
            coded = iter(link([view for view in views if view.spec.role is None], resolver))
            for view in views:
                linked = next(coded) if view.spec.role is None else link_plain(view, resolver, table, tree())
                rows.append(_row(view.file_id, run, _targets(view), linked))
        return rows

    if project.many:
        project.prefetch(read if names is not None else None)
    with deep():
        rows = spread(work, project.stretches(order, workers) if project.many else [[order]], meanwhile)
    links = with_links(before.links, connection, order)
    _put(connection, rows, {file.file_id: file.outline for file in read} if whole else None)
    return relinked(before.said, read, links, {row[-1]: (row[_EDGES], row[_PLACELESS]) for row in rows})


def _stale(connection: sqlite3.Connection, project: _Project, before: Shown, read: Sequence[ReadFile]) -> set[int]:
    """Files whose edges may differ."""
    stale = {file.file_id for file in read}
    everything = project.changed_rules(connection)
    stale |= {number for number, family in project.families.items() if family in everything}
    project.many = len(stale) >= MANY
    if not stale.issuperset(project.paths):  # else everything is linked anyway
        names = _changed_names(before, read) | _changed_paths(before, read)
        if _rearranged(before, read):
            stale |= project.led_elsewhere(names)
        stale |= _dependents(connection, names)
    return stale


def _put(connection: sqlite3.Connection, rows: Sequence[tuple[Any, ...]], outlines: Mapping[int, bytes] | None) -> None:
    """What linking gave, in place of what was there; with `outlines`, where there was nothing yet."""
    if outlines is None:
        connection.executemany(_UPDATE, rows)
    else:
        connection.executemany(_WHOLE, sorted([(row[-1], outlines[row[-1]], *row[:-1]) for row in rows]))


class _Views(dict[str, View]):
    """Views by path, made when first asked for; a dictionary, because resolving asks for them all the time."""

    def __init__(self, make: Callable[[str], View]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, path: str) -> View:
        found = self[path] = self._make(path)
        return found


class _Project:
    """Every indexed file, as the import rules of its family and the resolver see it."""

    def __init__(self, connection: sqlite3.Connection, manifests: Manifests) -> None:
        self._connection = connection
        self._manifests = manifests
        self.many = False
        self.paths: dict[int, str] = {}
        self.families: dict[int, str] = {}
        self._ids: dict[str, int] = {}
        self.view: Callable[[str], View] = _Views(self._view).__getitem__
        self._blobs: dict[int, tuple[bytes, bytes]] = {}
        namespaces: dict[str, dict[str, Sequence[str]]] = {}
        for number, path, language, names in connection.execute(
            "SELECT id, path, language, namespaces FROM files ORDER BY path"
        ):
            self.paths[number], self._ids[path] = path, number
            self.families[number] = family_of(language)
            namespaces.setdefault(family_of(language), {})[path] = json.loads(names) if names != "[]" else ()
        self._namespaces = namespaces
        self._rules: dict[str, Modules] = {}
        for family, files in namespaces.items():
            rules = _rules_of(family, Project(files, manifests.get(family, {})))
            if rules is not None:
                self._rules[family] = rules

    def changed_rules(self, connection: sqlite3.Connection) -> set[str]:
        """Families whose import rules read something new since last time: code or manifests."""
        before = get_meta(connection)
        now = {f"project:{name}": self._digest(name) for name in self._namespaces}
        put_meta(connection, now)
        return {key.removeprefix("project:") for key, value in now.items() if before.get(key) != value}

    def _digest(self, family: str) -> str:
        code = code_digest(LINKING) + "".join(fingerprint(name) for name in every_spec() if family_of(name) == family)
        seen = json.dumps([code, sorted(self._manifests.get(family, {}).items())])
        return hashlib.blake2b(seen.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def is_plain(self, number: int) -> bool:
        """Whether a file is no source code."""
        return every_spec()[self.families[number]].role is not None

    def tree(self) -> Callable[[], Tree]:
        """Every file with its module symbol, put together when first asked for."""
        joined = f"files f JOIN symbols s ON s.row = f.id << {ROW_SHIFT}"
        rows = self._connection.execute(f"SELECT f.path, f.language, s.id, f.flags FROM {joined}").fetchall()
        return cache(lambda: Tree(rows))

    def led_elsewhere(self, names: set[int]) -> set[int]:
        """Files with an import that leads elsewhere since files came or went; the names so changed are added."""
        found: set[int] = set()
        for number, old in self._connection.execute("SELECT file_id, targets FROM links").fetchall():
            view = self.view(self.paths[number])
            if _targets(view) != old:
                found.add(number)
                names.update(view.key(name) for name in (*view.by_local, "*"))
        return found

    def _view(self, path: str) -> View:
        number = self._ids[path]
        held = self._blobs.get(number)
        blob = held[0] if held else self._one("SELECT outline FROM links WHERE file_id = ?", number)
        return View(number, decode(blob), lambda: self._facts(number), self._rules.get(self.families[number]))

    def _facts(self, number: int) -> Facts:
        held = self._blobs.get(number)
        return Facts.decode(held[1] if held else self._one("SELECT blob FROM facts WHERE file_id = ?", number))

    def _one(self, query: str, number: int) -> bytes:
        found: bytes = self._connection.execute(query, (number,)).fetchone()[0]
        return found

    def prefetch(self, read: Sequence[ReadFile] | None) -> None:
        """Bring every file's rows into memory, for processes that must not touch the database; where they are there
        already, they are those that were `read`."""
        query = "SELECT file_id, outline, blob FROM links JOIN facts USING (file_id)"
        told = ((file.file_id, file.outline, file.facts) for file in read or ())
        rows = self._connection.execute(query) if read is None else told
        self._blobs = {number: (outline, facts) for number, outline, facts in rows}

    def stretches(self, numbers: Sequence[int], count: int) -> list[list[list[int]]]:
        """Files dealt out in stretches that say as much, in parts that become smaller: neighbours, which ask for the
        same, stay together, and nobody waits long for the last part. What says very much comes first."""
        weights = {number: len(self._blobs[number][1]) for number in numbers}
        share = sum(weights.values()) / count
        order = sorted(numbers, key=lambda number: (weights[number] * _LAST_PARTS < share, self.paths[number]))
        found: list[list[list[int]]] = [[]]
        filled = end = 0.0
        for number in order:
            if filled >= share and len(found) < count:
                found.append([])
                filled = end = 0.0
            if filled >= end:
                found[-1].append([])
                end = filled + max((share - filled) / _PARTS, share / _LAST_PARTS)
            found[-1][-1].append(number)
            filled += weights[number]
        return found

    def batches(self, numbers: Sequence[int]) -> Iterator[list[int]]:
        """These files, in parts that say so much that what is done once for a part costs each file little."""
        part: list[int] = []
        weight = 0
        for number in numbers:
            part.append(number)
            weight += len(self.view(self.paths[number]).facts.references)
            if weight >= TOGETHER:
                yield part
                part, weight = [], 0
        if part:
            yield part

    def resolver(self, names: Named | None) -> tuple[Resolver, NameTable]:
        """What resolves names, and the table of those of all symbols: `names`, where they are at hand."""
        query = "SELECT name, row, qualified_name, kind FROM symbols"
        only = f"{query} WHERE name = ? COLLATE NOCASE AND name = ?"  # the index does not heed case, we do
        if names is not None or self.many:
            rows = self._connection.execute(query).fetchall() if names is None else []
            by_name = cache(lambda: _by_name(rows) if names is None else names)  # by the processes that ask, not before
            table = NameTable(lambda name: [self._name_row(*row) for row in by_name().get(name, ())])
        else:
            table = NameTable(
                lambda name: [
                    self._name_row(row, qualified, kind)
                    for _, row, qualified, kind in self._connection.execute(only, (name, name))
                ]
            )
        return Resolver(self.view, table), table

    def _name_row(self, row: int, qualified: str, kind: int) -> Row:
        number = row >> ROW_SHIFT
        return (self.paths[number], qualified, kind, self.families[number], row & _POSITION)


_RULES: dict[str, tuple[Project, Modules]] = {}
"""Import rules of each family as this process made them last: few edits change which files there are."""


def _rules_of(family: str, project: Project) -> Modules | None:
    """The import rules of a family of languages over its files; None where it has none."""
    known = _RULES.get(family)
    if known is not None and known[0] == project:
        return known[1]
    modules = every_spec()[family].modules
    if modules is None:
        return None
    made = modules(project)
    _RULES[family] = (project, made)
    return made


def _by_name(rows: Sequence[tuple[str, int, str, int]]) -> Named:
    found: Named = {}
    for name, row, qualified, kind in rows:
        found.setdefault(name, []).append((row, qualified, kind))
    return found


def _targets(view: View) -> bytes:
    """Where each import leads, as one digest."""
    led = repr([*view.leads(), *(view.targets(imported) for imported in (*view.shared, *view.tops))])
    return hashlib.blake2b(led.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _rearranged(before: Shown, read: Sequence[ReadFile]) -> bool:
    """Whether imports may lead elsewhere: files came or went, or declare other namespaces."""
    after = {file.file_id: file.outline for file in read}
    return before.keys() != after.keys() or any(
        decode(before[number][0]).namespaces != decode(outline).namespaces for number, outline in after.items()
    )


def _changed_names(before: Shown, read: Sequence[ReadFile]) -> set[int]:
    """Keys of the names whose meaning changed in the files read or removed."""
    after = {file.file_id: (file.outline, file.facts) for file in read}
    names: set[int] = set()
    for number in before.keys() | after.keys():
        names |= changed_keys(number, before.get(number), after.get(number))
    return names


def _changed_paths(before: Shown, read: Sequence[ReadFile]) -> set[int]:
    """Keys of the looks at paths that may be answered otherwise since files came, went or changed their flags."""
    old = {_as_seen(outline) for outline, _ in before.values()}
    new = {_as_seen(file.outline) for file in read}
    return {key for path, language, _, _ in old ^ new for key in keys_of(path, language)}


def _as_seen(blob: bytes) -> tuple[str, str, int, int]:
    outline = decode(blob)
    return outline.path, outline.language, outline.symbols[0][1], outline.symbols[0][3]


def _dependents(connection: sqlite3.Connection, names: set[int]) -> set[int]:
    """Files whose edges depend on one of these names."""
    if not names:
        return set()
    rows = connection.execute("SELECT file_id, depends FROM links WHERE depends != x''").fetchall()
    depends = np.frombuffer(b"".join(row[1] for row in rows), "<i8")
    owners = np.repeat([row[0] for row in rows], [len(row[1]) // depends.itemsize for row in rows])
    return set(owners[np.isin(depends, np.fromiter(names, "<i8"))].tolist())


def _row(file_id: int, run: int, targets: bytes, linked: Linked) -> tuple[Any, ...]:
    depends, edges = linked.depends.tobytes(), linked.edges
    return targets, depends, edges, json.dumps(linked.placeless), *linked.counts, edge_rows.digest(edges), run, file_id
