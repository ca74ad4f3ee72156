"""Edges that follow from all files together: what no single file can tell.

Each function is a law from the graph's arrays to edge rows; all are bounded per symbol, and run again whenever the
edges of some file changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from seedwalk.config import Deriving
from seedwalk.graph.arrays import rows_of
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE, ROW, EdgeRow, row
from seedwalk.graph.ordering import each_once
from seedwalk.model import EdgeKind, Flags, Kind, Provenance

KINDS = tuple(Kind)
_TEST = int(Flags.TEST)
_ABSTRACT = tuple(KINDS.index(kind) for kind in (Kind.INTERFACE, Kind.TRAIT))
_METHODS = tuple(KINDS.index(kind) for kind in (Kind.METHOD, Kind.FUNCTION))
_CALLABLE = tuple(KINDS.index(kind) for kind in (Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR))
_CONCRETE = tuple(KINDS.index(kind) for kind in (Kind.STRUCT, Kind.CLASS, Kind.TYPE_ALIAS, Kind.ENUM))
_CONSTRUCTOR = KINDS.index(Kind.CONSTRUCTOR)
_DOING = tuple(KIND_CODE[kind] for kind in (EdgeKind.CALLS, EdgeKind.THROWS))
_SHAPE = (*_DOING, KIND_CODE[EdgeKind.ACCESSES_FIELD])
"""What tells two functions alike: that they call, use and raise the same."""


class Whole(Struct, frozen=True, dict=True):
    """Every symbol and every edge, as arrays. Symbols are sorted by id; a symbol's number is its place there."""

    ids: np.ndarray
    kinds: np.ndarray
    flags: np.ndarray
    parents: np.ndarray
    """Ids of the type or module around each; for members written far from their type, the type."""
    lines: np.ndarray
    structural: np.ndarray
    """Whether the symbol's language lets a type implement an interface by having its methods (Go)."""
    names: list[str]
    """Their last names; empty when no law needs them."""
    shapes: list[str]
    """What of a method's signature must agree with an interface's; empty where the name alone decides."""
    edges: np.ndarray
    """Rows of edges.ROW."""

    def of_kind(self, kind: EdgeKind) -> np.ndarray:
        found: np.ndarray = self.edges[self.edges["kind"] == KIND_CODE[kind]]
        return found

    def number(self, ids: np.ndarray) -> np.ndarray:
        """Places of ids; -1 for what is no symbol of the repository."""
        return rows_of(self.ids, len(self.ids), ids)

    @cached_property
    def holders(self) -> np.ndarray:
        """The place of the type or module each symbol belongs to, far members included."""
        holders = self.number(self.parents)
        far = self.of_kind(EdgeKind.MEMBER_OF)
        members = self.number(far["source"])
        holders[members[members >= 0]] = self.number(far["target"])[members >= 0]
        return holders


def implemented_by_shape(whole: Whole, settings: Deriving) -> list[EdgeRow]:
    """A type whose methods include all of an interface's implements it, and its methods override the interface's.

    Only where the language says so (Go). An interface of no methods is implemented by all and tells nothing. Names
    decide, and the written types of parameters and results. Embedded types give their methods too, at every level.
    """
    if not whole.structural.any():
        return []
    rows: list[EdgeRow] = []
    methods = _with_embedded(_methods_by_holder(whole), _embedded(whole))
    having: dict[str, set[int]] = {}
    for holder in sorted(methods):
        if whole.kinds[holder] in _CONCRETE and whole.structural[holder]:
            for name in methods[holder]:
                having.setdefault(name, set()).add(holder)
    for interface in sorted(methods):
        if whole.kinds[interface] not in _ABSTRACT or not whole.structural[interface]:
            continue
        wanted = methods[interface]
        implementors = set.intersection(*(having.get(name, set()) for name in wanted))
        for holder in sorted(implementors)[: settings.most_implementors]:
            ends = int(whole.ids[holder]), int(whole.ids[interface])
            rows.append(row(*ends, EdgeKind.IMPLEMENTS, Provenance.DERIVED, int(whole.lines[holder])))
            for name, declared in wanted.items():
                own = methods[holder][name]
                ends = int(whole.ids[own]), int(whole.ids[declared])
                rows.append(row(*ends, EdgeKind.OVERRIDES, Provenance.DERIVED, int(whole.lines[own])))
    return rows


def _methods_by_holder(whole: Whole) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    held = whole.structural & np.isin(whole.kinds, _METHODS) & (whole.holders >= 0)
    for place in np.flatnonzero(held).tolist():
        holder = int(whole.holders[place])
        if whole.kinds[holder] in (*_CONCRETE, *_ABSTRACT):
            found.setdefault(holder, {}).setdefault(whole.names[place] + whole.shapes[place], place)
    return found


def _with_embedded(methods: dict[int, dict[str, int]], embedded: list[tuple[int, int]]) -> dict[int, dict[str, int]]:
    """The methods of each type, own ones first, then those of what it embeds, level by level."""
    parents: dict[int, list[int]] = {}
    for child, parent in embedded:
        parents.setdefault(child, []).append(parent)
    found: dict[int, dict[str, int]] = {}
    for holder in {*methods, *parents}:
        level, seen = [holder], {holder}
        merged = dict(methods.get(holder, {}))
        while level:
            level = [up for each in level for up in parents.get(each, ()) if up not in seen]
            seen.update(level)
            for each in level:
                for name, at in methods.get(each, {}).items():
                    merged.setdefault(name, at)
        if merged:
            found[holder] = merged
    return found


def _embedded(whole: Whole) -> list[tuple[int, int]]:
    extends = whole.of_kind(EdgeKind.EXTENDS)
    children, parents = whole.number(extends["source"]), whole.number(extends["target"])
    return sorted({(c, p) for c, p in zip(children.tolist(), parents.tolist(), strict=True) if c >= 0 and p >= 0})


def passed_on_from_afar(whole: Whole, settings: Deriving) -> list[EdgeRow]:
    """What `hierarchy` says of members beside their type, said of those that stand in another file than it.

    Such a member overrides the nearest one above of its name; types below inherit it, or override it.
    """
    far = whole.of_kind(EdgeKind.MEMBER_OF)
    far = far[far["provenance"] != PROVENANCE_CODE[Provenance.SYNTAX]]
    members, owners = whole.number(far["source"]), whole.number(far["target"])
    if not len(members) or not whole.names:
        return []
    above = _family(whole)
    below: dict[int, list[int]] = {}
    for child, parents in sorted(above.items()):
        for parent in parents:
            below.setdefault(parent, []).append(child)
    by_holder: dict[int, dict[str, int]] = {}
    for place in np.flatnonzero(np.isin(whole.kinds, _METHODS) & (whole.holders >= 0)).tolist():
        by_holder.setdefault(int(whole.holders[place]), {}).setdefault(whole.names[place], place)
    rows: list[EdgeRow] = []
    for member, owner in sorted(set(zip(members.tolist(), owners.tolist(), strict=True))):
        if member >= 0 and owner >= 0 and whole.kinds[member] in _METHODS:
            up, down = _nearest(above, owner, settings), _nearest(below, owner, settings)
            rows += _of_far_member(whole, member, up, down, by_holder)
    return rows


def _of_far_member(
    whole: Whole, member: int, up: list[int], down: list[int], by_holder: dict[int, dict[str, int]]
) -> list[EdgeRow]:
    name, ids = whole.names[member], whole.ids

    def edge(source: int, target: int, kind: EdgeKind) -> EdgeRow:
        return row(int(ids[source]), int(ids[target]), kind, Provenance.DERIVED, int(whole.lines[source]))

    found: list[EdgeRow] = []
    overridden = next((by_holder[holder][name] for holder in up if name in by_holder.get(holder, {})), None)
    if overridden is not None:
        found.append(edge(member, overridden, EdgeKind.OVERRIDES))
    for holder in down:
        own = by_holder.get(holder, {}).get(name)
        if own is not None:
            found.append(edge(own, member, EdgeKind.OVERRIDES))
        elif not whole.flags[holder] & _TEST:
            found.append(edge(holder, member, EdgeKind.INHERITS))
    return found


def _family(whole: Whole) -> dict[int, list[int]]:
    """By type, the types it is written to extend or implement."""
    above: dict[int, list[int]] = {}
    for kind in (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS):
        edges = whole.of_kind(kind)
        edges = edges[edges["provenance"] != PROVENANCE_CODE[Provenance.DERIVED]]
        ends = zip(whole.number(edges["source"]).tolist(), whole.number(edges["target"]).tolist(), strict=True)
        for child, parent in sorted(set(ends)):
            if child >= 0 and parent >= 0:
                above.setdefault(child, []).append(parent)
    return above


def _nearest(steps: dict[int, list[int]], start: int, settings: Deriving) -> list[int]:
    """Types reached by these steps, nearest first, not the one begun with."""
    found: dict[int, None] = {start: None}
    level = [start]
    while level and len(found) <= settings.most_relatives:
        level = [to for each in level for to in steps.get(each, ()) if to not in found]
        found.update(dict.fromkeys(level))
    return list(found)[1 : settings.most_relatives + 1]


def dispatched(whole: Whole, settings: Deriving) -> list[EdgeRow]:
    """A call of an interface's method that only one type implements, and no type below it, runs that type's method."""
    if not np.isin(whole.kinds, _ABSTRACT).any():
        return []
    overrides = whole.of_kind(EdgeKind.OVERRIDES)
    targets = whole.number(overrides["target"])
    holders = np.where(targets >= 0, whole.holders[targets], -1)
    abstract = (holders >= 0) & np.isin(whole.kinds[holders], _ABSTRACT)
    pairs = set(zip(overrides["target"][abstract].tolist(), overrides["source"][abstract].tolist(), strict=True))
    counts = Counter(declared for declared, _ in pairs)
    again = set(overrides["target"].tolist())
    only = {declared: own for declared, own in pairs if counts[declared] == 1 and own not in again}
    if not only:
        return []
    lone = np.array(sorted(only), "<i8")
    calls = whole.of_kind(EdgeKind.CALLS)
    return [
        row(source, only[target], EdgeKind.CALLS, Provenance.DISPATCHED, line)
        for source, target, line, *_ in calls[np.isin(calls["target"], lone)].tolist()
        if source != only[target]
    ]


def co_tested(whole: Whole, settings: Deriving) -> list[EdgeRow]:
    """Two symbols that the same tests call: the pairs that most tests share, a few for each symbol.

    A test that calls much says little of any pair, and is left out.
    """
    tests = whole.of_kind(EdgeKind.TESTS)
    source, target = whole.number(tests["source"]), whole.number(tests["target"])
    kept = (source >= 0) & (target >= 0)
    if not kept.any():
        return []
    source, target = _each_once(source[kept], target[kept])
    shared, left, right = _pairs(source, target, settings.most_tested_together)
    return _strongest(whole, left, right, shared.astype(float), settings.co_tested, EdgeKind.CO_TESTED_WITH)


def similar(whole: Whole, settings: Deriving) -> list[EdgeRow]:
    """Two functions that call, use and raise mostly the same: Jaccard similarity of what their edges point at.

    What very many point at (a logger, a getter) tells nothing and is left out of both sides. Fields tell what two have,
    not what they do: so some calls must be among what they share, fewer where they share nearly all, one more where all
    lead outside: how a file is read or a lock is held, many share who do different things. What makes a type is
    like no function that uses it.
    """
    edges = whole.edges[np.isin(whole.edges["kind"], _SHAPE)]
    source = whole.number(edges["source"])
    kept = (source >= 0) & ~(whole.flags[source] & _TEST).astype(bool) & np.isin(whole.kinds[source], _CALLABLE)
    targets, target = np.unique(edges["target"][kept], return_inverse=True)
    doing = np.isin(edges["kind"][kept], _DOING)
    done = _each_once(source[kept][doing], target[doing])
    ours = (whole.number(targets) >= 0)[done[1]]
    source, target = _each_once(source[kept], target)
    size = np.bincount(source, minlength=len(whole.ids))
    enough = size[source] >= settings.least_alike
    source, target = source[enough], target[enough]
    shared, left, right = _pairs(target, source, settings.most_alike)
    union = size[left] + size[right] - shared
    likeness = shared / np.maximum(union, 1)
    acts = _counted(left, right, _pairs(done[1], done[0], settings.most_alike))
    own = _counted(left, right, _pairs(done[1][ours], done[0][ours], settings.most_alike))
    least = settings.least_done + (own == 0)
    alike = (acts >= least) | ((acts > 0) & (likeness >= settings.nearly_all))
    makes = whole.kinds == _CONSTRUCTOR
    close = (likeness >= settings.similar_from) & alike & (makes[left] == makes[right])
    return _strongest(whole, left[close], right[close], likeness[close], settings.similar, EdgeKind.SIMILAR_TO)


def _counted(left: np.ndarray, right: np.ndarray, pairs: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """For each pair, how often it is counted among other pairs, which are in order; 0 where it is not."""
    counts, one, other = pairs
    if not len(counts) or not len(left):
        return np.zeros(len(left), np.int64)
    width = int(max(right.max(), other.max())) + 1
    keys, wanted = one * width + other, left * width + right
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: np.ndarray = np.where(keys[places] == wanted, counts[places], 0)
    return found


def _each_once(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of small numbers, each once, in order."""
    width = int(right.max(initial=0)) + 1
    keys = each_once(left * width + right)
    return keys // width, keys % width


def _pairs(group: np.ndarray, member: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every pair of members of one group, smaller number first, with the number of groups that hold both.

    Groups of more than `most` members are left out: pairs grow with the square.
    """
    order = np.lexsort((member, group))
    group, member = group[order], member[order]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    sizes = np.diff(starts, append=len(group))
    lefts, rights = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for size in range(2, most + 1):
        at = starts[sizes == size]
        if len(at):
            rows = member[at[:, None] + np.arange(size)]
            one, other = np.triu_indices(size, 1)
            lefts.append(rows[:, one].ravel())
            rights.append(rows[:, other].ravel())
    left, right = np.concatenate(lefts), np.concatenate(rights)
    width = int(member.max()) + 1 if len(member) else 1
    keys, counts = np.unique(left * width + right, return_counts=True)
    return counts, keys // width, keys % width


def _strongest(
    whole: Whole, left: np.ndarray, right: np.ndarray, strength: np.ndarray, most: int, kind: EdgeKind
) -> list[EdgeRow]:
    """The `most` strongest pairs of each symbol, as edges from it; equal strengths go by id."""
    source, target = np.concatenate([left, right]), np.concatenate([right, left])
    strength = np.concatenate([strength, strength])
    order = np.lexsort((whole.ids[target], -strength, source))
    source, target, strength = source[order], target[order], strength[order]
    starts = np.flatnonzero(np.diff(source, prepend=-1))
    place = np.arange(len(source)) - np.repeat(starts, np.diff(starts, append=len(source)))
    kept = place < most
    top = max(float(strength.max(initial=0.0)), 1.0)
    source, values = source[kept], strength[kept].tolist()
    sure = {value: round(value / top, 4) for value in set(values)}
    columns = whole.ids[source], whole.ids[target[kept]], whole.lines[source]
    known = KIND_CODE[kind], PROVENANCE_CODE[Provenance.DERIVED]
    told = zip(*(column.tolist() for column in columns), values, strict=True)
    return [(one, other, line, sure[value], *known) for one, other, line, value in told]


LAWS: dict[str, Callable[[Whole, Deriving], list[EdgeRow]]] = {
    "implemented_by_shape": implemented_by_shape,
    "passed_on_from_afar": passed_on_from_afar,
    "dispatched": dispatched,
    "co_tested": co_tested,
    "similar": similar,
}
"""In order: what a law adds, those after it see."""
LINES_OF_EDGES = frozenset({"dispatched"})
"""Laws whose edges stand on the lines of edges they follow from; those of the others stand on the lines of sources."""
_LAST = frozenset({"co_tested", "similar"})
"""Laws whose edges no other law reads."""


def derive(whole: Whole, settings: Deriving) -> dict[str, list[EdgeRow]]:
    """The edges each law gives."""
    found: dict[str, list[EdgeRow]] = {}
    for name, law in LAWS.items():
        found[name] = law(whole, settings)
        if found[name] and name not in _LAST:
            added = np.array(sorted(set(found[name])), ROW)
            whole = replace(whole, edges=np.concatenate([whole.edges, added]))
    return found
