"""The whole graph of an index: a base as stored, what was linked since laid over it, and the edges all that implies."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from seedwalk.compiled import quick
from seedwalk.config import CONFIDENCE, Deriving
from seedwalk.graph import edges as edge_rows
from seedwalk.graph.arrays import DERIVED, EDGE, NODE, Base, Graph, Part, joined, part_of, rows_of, to_edges
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE, ROW
from seedwalk.graph.ordering import each_once, stable_order
from seedwalk.graph.ties import Ties, unpacked
from seedwalk.identity import placeless_id
from seedwalk.languages import specs
from seedwalk.model import EdgeKind, Kind, Provenance
from seedwalk.store import graphs
from seedwalk.store.database import get_meta, put_meta
from seedwalk.store.files import ROW_SHIFT

if TYPE_CHECKING:  # a question loads the graph; it should not wait for what links files and parses them
    from seedwalk.graph.together import Whole
    from seedwalk.indexing.differences import Relinked, Shift

_KINDS = {kind.value: code for code, kind in enumerate(Kind)}
_EXTERNAL = _KINDS[Kind.EXTERNAL.value]
_FROM_OUTSIDE = json.dumps([Kind.EXTERNAL.value])[:-1]
"""How what is named from outside begins, as it is written: most files name nothing else without a place."""
_INTERFACES = (_KINDS[Kind.INTERFACE.value], _KINDS[Kind.TRAIT.value])
_SYNTAX = PROVENANCE_CODE[Provenance.SYNTAX]
_EMPTY = Part(np.zeros(1, np.int32), np.empty(0, EDGE))
MOST_OVER = 0.1
"""Share of the files that may lie over the base before a new base is made."""
_SETTINGS = "deriving"
"""Under this the index keeps what edges were derived with: other settings give others."""
_FEW = 20
"""Files that may lie over the base of however small a repository."""


def refresh(
    connection: sqlite3.Connection, run: int, settings: Deriving, relinked: Relinked,
    nodes: Callable[[], np.ndarray], *, changed: bool,
) -> None:  # fmt: skip
    """After linking: derive anew what follows from all files, and make a new base when too much lies over the old.

    `nodes` gives all that files define (`every_node`), which may have been asked before.
    """
    files = graphs.count_files(connection)
    blobs = graphs.base(connection)
    same_settings = get_meta(connection).get(_SETTINGS) == repr(settings)
    if blobs and not changed and same_settings:
        return
    put_meta(connection, {_SETTINGS: repr(settings)})
    over = len(graphs.linked_since(connection, int(blobs[graphs.RUN]))) if blobs else files
    if not blobs or over > max(_FEW, files * MOST_OVER):
        tables = _tables(connection, nodes())
        _put_derived(connection, _whole(connection, tables.nodes, tables.rows), settings)
        graphs.put_base(connection, _as_base(connection, tables, run))
    elif relinked.shift is None or not same_settings or not _shift_derived(connection, relinked.shift):
        graph = load(connection, with_derived=False)
        _put_derived(connection, _whole(connection, graph.nodes[graph.alive], _rows(graph)), settings)


def _shift_derived(connection: sqlite3.Connection, shift: Shift) -> bool:
    """Move the lines of derived edges with their sources; False when some stand on the lines of other edges."""
    from seedwalk.graph.shifts import with_lines
    from seedwalk.graph.together import LINES_OF_EDGES

    derived = graphs.derived(connection)
    if not shift.edges_stay and any(blob for name, blob, _ in derived if name in LINES_OF_EDGES):
        return False
    if shift.lines:
        moved = [(name, with_lines(blob, shift.lines)) for name, blob, _ in derived]
        graphs.put_derived(connection, [(name, blob, edge_rows.digest(blob)) for name, blob in moved])
    return True


def _put_derived(connection: sqlite3.Connection, whole: Whole, settings: Deriving) -> None:
    from seedwalk.graph.together import derive

    rows = []
    for name, found in derive(whole, settings).items():
        packed = edge_rows.pack(found)
        rows.append((name, packed, edge_rows.digest(packed)))
    graphs.put_derived(connection, rows)


def load(
    connection: sqlite3.Connection, *, with_derived: bool = True, walking: bool = False, told: bool = True,
    before: Graph | None = None,
) -> Graph:  # fmt: skip
    """The graph of the state being read; for `walking` with what was worked out for walks. Who does nothing else need
    not have its edges `told`: they stay unread where nothing lies over the base. The base is not read again where that
    of a graph loaded `before` is the same."""
    origin = _origin(connection, before.origin if before else None, walking=walking)
    blobs, base = origin.blobs, origin.part
    changed = graphs.linked_since(connection, int(blobs[graphs.RUN]))
    known = np.frombuffer(blobs[graphs.FILES], np.uint32)
    gone = _gone(connection, known)
    derived = graphs.derived(connection) if with_derived else []
    same = with_derived and _digest(derived) == blobs[graphs.DERIVED_DIGEST]
    plain = not changed and not gone and same
    if (told or not plain or base.known is None) and base.read is None:
        edges = blobs[graphs.EDGES] if graphs.EDGES in blobs else graphs.edges(connection)
        base = replace(base, read=np.frombuffer(edges, EDGE))
        origin = replace(origin, part=base)
    if plain:
        return Graph(origin.nodes, np.ones(len(origin.nodes), bool), base, _EMPTY, len(origin.nodes), origin)
    over = [(file, blob) for file, blob in changed] + ([] if same else [(DERIVED, blob) for _, blob, _ in derived])
    touched = [file for file, _ in changed] + gone
    return _laid_over(connection, origin, over, touched, [file for file, _ in changed], same)


def _origin(connection: sqlite3.Connection, before: Base | None, *, walking: bool) -> Base:
    """The base of the state being read; the one from before where it is the same, and has what is asked for."""
    mark = graphs.mark_of_base(connection)
    if before is not None and mark and before.mark == mark and (before.part.known is not None or not walking):
        return before
    blobs = graphs.base(connection) or _as_base(connection, _tables(connection, every_node(connection)), 0)
    ties = _ties(connection) if walking else None
    part = Part(np.frombuffer(blobs[graphs.STARTS], np.int32), None, None, ties)
    return Base(mark, blobs, np.frombuffer(blobs[graphs.NODES], NODE), part)


def _gone(connection: sqlite3.Connection, known: np.ndarray) -> list[int]:
    """Which of the base's files are no more. Files that came later have higher ids, so that counting tells when none is
    missing."""
    if graphs.count_files(connection, int(known.max(initial=0))) == len(known):
        return []
    left: list[int] = np.setdiff1d(known, graphs.file_ids(connection), assume_unique=True).tolist()
    return left


def _laid_over(
    connection: sqlite3.Connection, origin: Base, over: list[tuple[int, bytes]], touched: Sequence[int],
    changed: Sequence[int], same_derived: bool,
) -> Graph:  # fmt: skip
    """The base with the nodes and edges of touched files replaced."""
    nodes, base = origin.nodes, origin.part
    replaced = np.zeros(int(max(nodes["file"].max(initial=0), max(touched, default=0))) + 1, bool)
    replaced[np.asarray(touched, np.int64)] = True
    alive = ~replaced[nodes["file"]]
    replaced[DERIVED] = not same_derived
    owners_known = base.once("owners", lambda: np.ascontiguousarray(base.edges["owner"]))
    dead = replaced.take(owners_known, mode="clip")
    fresh = _nodes(connection, changed)
    structure, owners = _structure(fresh)
    rows, more = joined(over)
    rows, owners = np.concatenate([structure, rows]), np.concatenate([owners, more])
    ordered = len(nodes)
    ends = each_once(np.concatenate([rows["source"], rows["target"]]))
    unknown = (rows_of(nodes["id"], ordered, ends) < 0) & ~np.isin(ends, fresh["id"])
    fresh = np.concatenate([fresh, _placeless(connection, ends[unknown], changed)])
    at = rows_of(nodes["id"], ordered, fresh["id"])
    new = _by_id(fresh[at < 0])
    nodes, alive = _grown(nodes, new), np.concatenate([alive, np.ones(len(new), bool)])
    nodes[at[at >= 0]], alive[at[at >= 0]] = fresh[at >= 0], True
    source, target = rows_of(nodes["id"], ordered, rows["source"]), rows_of(nodes["id"], ordered, rows["target"])
    kept = (source >= 0) & (target >= 0)
    part = part_of(len(nodes), source[kept], to_edges(rows[kept], owners[kept], target[kept]))
    starts = np.concatenate([base.starts, np.full(len(new), base.starts[-1], np.int32)])
    return Graph(nodes, alive, replace(base, starts=starts, dead=dead), part, ordered, origin)


def _grown(nodes: np.ndarray, more: np.ndarray) -> np.ndarray:
    """A copy with more behind. Rows are copied as bytes: numpy copies them field by field, ten times as slow."""
    grown = np.empty(len(nodes) + len(more), NODE)
    grown[: len(nodes)].view(np.uint8)[:] = nodes.view(np.uint8)
    grown[len(nodes) :] = more
    return grown


class _Tables(NamedTuple):
    """Every symbol by id, and every edge but the derived ones, with the file whose linking made it."""

    nodes: np.ndarray
    rows: np.ndarray
    owners: np.ndarray
    sources: np.ndarray
    """Where the source of each edge stands among the nodes,"""
    targets: np.ndarray
    """and its target."""


def _tables(connection: sqlite3.Connection, nodes: np.ndarray) -> _Tables:
    """All that files say, read from their rows; `nodes` are what they define."""
    structure, owners = _structure(nodes)
    rows, more = joined(graphs.linked_since(connection, -1), structure.tobytes())
    owners = np.concatenate([owners, more])
    named = np.sort(nodes["id"])
    ends = [rows_of(named, len(named), column) for column in (rows["source"], rows["target"])]
    outside = each_once(np.concatenate([rows["source"][ends[0] < 0], rows["target"][ends[1] < 0]]))
    nodes = _by_id(np.concatenate([nodes, _placeless(connection, outside, None)]))
    ids = np.ascontiguousarray(nodes["id"])
    places = np.append(np.searchsorted(ids, named), -1)  # the last is that of what was not found
    sources, targets = (places[end] for end in ends)
    for found, column in ((sources, rows["source"]), (targets, rows["target"])):
        found[found < 0] = np.searchsorted(ids, column[found < 0])
    return _Tables(nodes, rows, owners, sources, targets)


def _as_base(connection: sqlite3.Connection, tables: _Tables, run: int) -> dict[str, bytes]:
    """Everything as arrays, for a state as of a run."""
    derived = graphs.derived(connection)
    rows, owners = joined([(DERIVED, blob) for _, blob, _ in derived])
    ids = np.ascontiguousarray(tables.nodes["id"])
    source = np.concatenate([tables.sources, rows_of(ids, len(ids), rows["source"])])
    target = np.concatenate([tables.targets, rows_of(ids, len(ids), rows["target"])])
    edges, known = np.empty(len(source), EDGE), len(tables.rows)
    to_edges(tables.rows, tables.owners, target[:known], edges[:known])
    to_edges(rows, owners, target[known:], edges[known:])
    kept = (source >= 0) & (target >= 0)
    if not kept.all():
        source, edges = source[kept], edges.compress(kept)
    part = part_of(len(ids), source, edges)
    return {
        graphs.NODES: tables.nodes.tobytes(), graphs.STARTS: part.starts.tobytes(), graphs.EDGES: part.edges.tobytes(),
        graphs.FILES: graphs.file_ids(connection).tobytes(), graphs.DERIVED_DIGEST: _digest(derived),
        graphs.RUN: str(run).encode(), **dict(zip(graphs.TIES, (one.tobytes() for one in part.ties), strict=True)),
    }  # fmt: skip


def _ties(connection: sqlite3.Connection) -> Ties | None:
    """Those of the base, as stored."""
    blobs = graphs.ties(connection)
    if not blobs:
        return None
    starts, columns, bond, bonds = (blobs[name] for name in graphs.TIES)
    return unpacked(starts, columns, bond, bonds)


def _by_id(nodes: np.ndarray) -> np.ndarray:
    """Sorting by the column alone: sorting whole rows takes twenty times as long."""
    return nodes.take(stable_order(np.ascontiguousarray(nodes["id"])))


def _digest(derived: Sequence[tuple[str, bytes, bytes]]) -> bytes:
    return blake2b(b"".join(digest for _, _, digest in derived), digest_size=16).digest()


def every_node(connection: sqlite3.Connection) -> np.ndarray:
    """All that files define; linking them changes nothing of it."""
    return _nodes(connection, None)


def nodes_of(rows: list[tuple[Any, ...]]) -> bytes:
    """Rows of the table of symbols as nodes of the graph, all but what their language says of them."""
    compiled = quick()
    found: bytes = plain_nodes(rows) if compiled is None else compiled.nodes_of(rows, ROW_SHIFT)
    return found


def plain_nodes(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """What `nodes_of` gives."""
    return _as_nodes([(r[1], r[5] or 0, r[0] >> ROW_SHIFT, r[6], r[8], r[2], r[13]) for r in rows]).tobytes()


def told_nodes(connection: sqlite3.Connection, told: Mapping[int, bytes]) -> np.ndarray:
    """What `every_node` gives, of the nodes of every file (`nodes_of`) by its id."""
    return _with_structure(connection, np.frombuffer(b"".join([told[number] for number in sorted(told)]), NODE).copy())


def _nodes(connection: sqlite3.Connection, files: Sequence[int] | None) -> np.ndarray:
    return _with_structure(connection, _as_nodes(graphs.node_rows(connection, ROW_SHIFT, files)))


def _as_nodes(rows: Sequence[tuple[int, ...]]) -> np.ndarray:
    nodes = np.zeros(len(rows), NODE)
    if rows:
        columns = np.array(rows, "<i8")
        for place, name in enumerate(("id", "parent", "file", "line", "end_line", "kind", "flags")):
            nodes[name] = columns[:, place]
    return nodes


def _with_structure(connection: sqlite3.Connection, nodes: np.ndarray) -> np.ndarray:
    """The same nodes, which now say whether their language is one where having the methods is implementing."""
    languages = [name for name, spec in specs().items() if spec.naming.structural]
    marks = ",".join("?" * len(languages))
    found = connection.execute(f"SELECT id FROM files WHERE language IN ({marks})", languages).fetchall()
    nodes["structural"] = np.isin(nodes["file"], [row[0] for row in found])
    return nodes


def _structure(nodes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What syntax says: a symbol contains its children, a child is a member of its parent."""
    inside = nodes[nodes["parent"] != 0]
    rows = np.zeros(2 * len(inside), ROW)
    for half, (source, target, kind) in enumerate(
        (("parent", "id", EdgeKind.CONTAINS), ("id", "parent", EdgeKind.MEMBER_OF))
    ):
        part = rows[half * len(inside) : (half + 1) * len(inside)]
        part["source"], part["target"], part["line"] = inside[source], inside[target], inside["line"]
        part["kind"] = KIND_CODE[kind]
    rows["confidence"], rows["provenance"] = CONFIDENCE[Provenance.SYNTAX], _SYNTAX
    return rows, np.concatenate([inside["file"], inside["file"]])


def _placeless(connection: sqlite3.Connection, ends: np.ndarray, files: Sequence[int] | None) -> np.ndarray:
    """Nodes for these ends of edges, which stand in no file."""
    named: dict[int, int] = {}
    marks = "" if files is None else f" AND file_id IN ({','.join(map(str, files)) or 'NULL'})"
    for (listed,) in connection.execute(f"SELECT placeless FROM links WHERE placeless != '[]'{marks}"):
        for kind, name in json.loads(listed) if listed.count('["') > listed.count(_FROM_OUTSIDE) else ():
            if kind != Kind.EXTERNAL.value:
                named[placeless_id(Kind(kind), name)] = _KINDS[kind]
    nodes = np.zeros(len(ends), NODE)
    nodes["id"] = ends
    nodes["kind"] = [named.get(end, _EXTERNAL) for end in ends.tolist()]
    return nodes


def _rows(graph: Graph) -> np.ndarray:
    """The edges of a graph, their ends as ids."""
    sources, edges = graph.edges()
    ids = np.ascontiguousarray(graph.nodes["id"])
    rows = np.empty(len(edges), ROW)
    rows["source"], rows["target"] = ids[sources], ids[edges["target"]]
    for column in ("line", "confidence", "kind", "provenance"):
        rows[column] = edges[column]
    return rows


def _whole(connection: sqlite3.Connection, nodes: np.ndarray, rows: np.ndarray) -> Whole:
    """The graph as the laws of `together` read it."""
    from seedwalk.graph.together import Whole

    nodes = _by_id(nodes[nodes["file"] != 0])
    far = (rows["kind"] == KIND_CODE[EdgeKind.MEMBER_OF]) & (rows["provenance"] != _SYNTAX)
    names, shapes = _names(connection, nodes) if nodes["structural"].any() or far.any() else ([], [])
    ids, kinds, flags, parents, lines = (
        np.ascontiguousarray(nodes[name]) for name in ("id", "kind", "flags", "parent", "line")
    )
    return Whole(ids, kinds, flags, parents, lines, nodes["structural"].astype(bool), names, shapes, rows)


def _names(connection: sqlite3.Connection, nodes: np.ndarray) -> tuple[list[str], list[str]]:
    """Last name of each node, and the shape of those that are methods of a language where shapes decide.

    A name that no interface declares has none: nothing asks for it.
    """
    by_id: dict[int, tuple[str, str]] = {}
    shaping = {name: spec.method_shape for name, spec in specs().items() if spec.method_shape is not None}
    for number, name in connection.execute("SELECT id, name FROM symbols"):
        by_id[number] = (name, "")
    declared = {by_id[number][0] for number in nodes["id"][_in_interfaces(nodes)].tolist()}
    for language, shape in shaping.items():
        query = f"""SELECT symbols.id, name, signature FROM symbols JOIN files ON files.id = row >> {ROW_SHIFT}
            WHERE language = ? AND kind IN (?, ?)"""
        methods = (_KINDS[Kind.METHOD.value], _KINDS[Kind.FUNCTION.value])
        for number, name, signature in connection.execute(query, (language, *methods)):
            if name in declared:
                by_id[number] = (name, shape(signature))
    found = [by_id[number] for number in nodes["id"].tolist()]
    return [name for name, _ in found], [shape for _, shape in found]


def _in_interfaces(nodes: np.ndarray) -> np.ndarray:
    """Whether each node stands in a type that says what others must have."""
    return np.isin(nodes["parent"], nodes["id"][np.isin(nodes["kind"], _INTERFACES)])
