"""A repository on a few pages: which modules there are, how they connect, what in them matters most.

A module is a folder. What matters is what others call: symbols are ordered by their callers, modules by the callers
they have from other modules. Tests, generated and foreign code are counted nowhere. The text never costs more tokens
than its budget; what is left out is said.
"""

from __future__ import annotations

import sqlite3
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from seedwalk.config import Organising
from seedwalk.graph.arrays import Graph
from seedwalk.graph.edges import KIND_CODE
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import TYPE_KINDS, EdgeKind, Flags, Kind, package_of
from seedwalk.render.safe import one_line

_KINDS = tuple(Kind)
_LEFT_OUT = int(Flags.TEST | Flags.MOCK | Flags.GENERATED | Flags.VENDORED | Flags.MINIFIED | Flags.EXTERNAL)
_CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO, Kind.ROUTE})
_TOLD = TYPE_KINDS | _CALLABLE | {Kind.CONSTANT}
"""Kinds the map tells of: code that others use. Fields go with their types; documents are no code."""
_CONNECTING = (
    EdgeKind.CALLS, EdgeKind.IMPORTS, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.REFERENCES, EdgeKind.TYPE_HINT_OF,
)  # fmt: skip
_STAR = "★"
_CELL = str.maketrans({"|": "\\|"})


class Listed(Struct, frozen=True):
    """A symbol of the map: `callers` are distinct symbols that call it, `outside` those from other modules."""

    path: str
    name: str
    kind: Kind
    callers: int
    outside: int
    stars: int = 0

    @property
    def line(self) -> str:
        """`# SearchSymbols() [c=12] ★★`; `$` marks a type, `#` what can be called, `=` a value."""
        mark = "$" if self.kind in TYPE_KINDS else "#" if self.kind in _CALLABLE else "="
        called = "()" if self.kind in _CALLABLE else ""
        count = f" [c={self.callers}]" if self.callers else ""
        return f"  {mark} {one_line(self.name)}{called}{count}{' ' + _STAR * self.stars if self.stars else ''}"


class Module(Struct, frozen=True):
    """A folder and what it defines, the most called first."""

    name: str
    files: int
    symbols: tuple[Listed, ...]

    @property
    def weight(self) -> tuple[int, int, str]:
        """Ascending: the most used from outside first, then the larger, then by name."""
        return (-sum(one.outside for one in self.symbols), -len(self.symbols), self.name)


def organise(connection: sqlite3.Connection, graph: Graph, budget: int, count: Callable[[str], int],
             tuning: Organising, notes: Sequence[str] = ()) -> str:  # fmt: skip
    """The map as Markdown, within a budget of tokens; notes come first."""
    modules, connections = survey(connection, graph, tuning)
    still_wanted()
    page = _Page(budget, count)
    page.add([f"# Map: {len(modules)} modules, {sum(len(module.symbols) for module in modules):,} symbols", ""])
    for note in notes:
        page.add([f"> {one_line(note)}", ""])
    rows = [_row(module, tuning) for module in modules]
    page.fill(["## Module Map", "", "| Module | Symbols | Files | Key Exports |", "|--------|---------|-------|"
               "-------------|"], rows, budget * tuning.table, "modules")  # fmt: skip
    lines = [f"- {one_line(a)} → {one_line(b)} ({number})" for (a, b), number in connections]
    page.fill(["", "## Cross-Module Connections", ""], lines, budget * (tuning.table + tuning.connections),
              "connections")  # fmt: skip
    page.fill(["", "## Module Details"], list(_details(modules, tuning)), budget, "lines")
    return page.text


def survey(
    connection: sqlite3.Connection, graph: Graph, tuning: Organising
) -> tuple[list[Module], list[tuple[tuple[str, str], int]]]:
    """Modules, the most used first, and how often each points at another, the most often first."""
    paths = dict(connection.execute("SELECT id, path FROM files"))
    nodes = graph.nodes
    told = graph.alive & (nodes["file"] > 0) & ((nodes["flags"] & _LEFT_OUT) == 0)
    packages = sorted({package_of(path) for path in paths.values()})
    number_of = {package: number for number, package in enumerate(packages)}
    of_file = np.full(max(paths, default=0) + 1, -1)
    of_file[list(paths)] = [number_of[package_of(path)] for path in paths.values()]
    package = np.where(nodes["file"] < len(of_file), of_file[np.minimum(nodes["file"], len(of_file) - 1)], -1)
    sources, edges = graph.edges()
    callers, outside = _callers(sources, edges, told, package)
    connections = _connections(sources, edges, told, package, packages)
    listed = _listed(connection, graph, told, callers, outside, paths, tuning)
    modules = [
        Module(name, len({one.path for one in symbols}), tuple(symbols)) for name, symbols in sorted(listed.items())
    ]
    return sorted(modules, key=lambda module: module.weight), connections


def _callers(
    sources: np.ndarray, edges: np.ndarray, told: np.ndarray, package: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distinct callers of each row that are themselves on the map, and those of other modules among them."""
    calls = (edges["kind"] == KIND_CODE[EdgeKind.CALLS]) & told[sources] & told[edges["target"]]
    pairs = np.unique(np.stack([sources[calls], edges["target"][calls]]), axis=1)
    pairs = pairs[:, pairs[0] != pairs[1]]
    crossing = package[pairs[0]] != package[pairs[1]]
    size = len(told)
    return np.bincount(pairs[1], minlength=size), np.bincount(pairs[1][crossing], minlength=size)


def _connections(
    sources: np.ndarray, edges: np.ndarray, told: np.ndarray, package: np.ndarray, packages: Sequence[str]
) -> list[tuple[tuple[str, str], int]]:
    kept = np.isin(edges["kind"], [KIND_CODE[kind] for kind in _CONNECTING])
    kept &= told[sources] & told[edges["target"]] & (package[sources] != package[edges["target"]])
    pairs = zip(package[sources[kept]].tolist(), package[edges["target"][kept]].tolist(), strict=True)
    counted = Tally(pairs)
    named = [((packages[a], packages[b]), number) for (a, b), number in counted.items()]
    return sorted(named, key=lambda pair: (-pair[1], pair[0]))


def _listed(
    connection: sqlite3.Connection, graph: Graph, told: np.ndarray, callers: np.ndarray, outside: np.ndarray,
    paths: dict[int, str], tuning: Organising,
) -> dict[str, list[Listed]]:  # fmt: skip
    """The symbols of each module, the most called first."""
    levels = [float(np.quantile(callers[callers > 0], share)) if (callers > 0).any() else 0.0 for share in tuning.stars]
    names = dict(connection.execute("SELECT id, qualified_name FROM symbols"))
    found: dict[str, list[Listed]] = {}
    for row in np.flatnonzero(told).tolist():
        kind = _KINDS[int(graph.nodes["kind"][row])]
        name = names.get(int(graph.nodes["id"][row]))
        if kind not in _TOLD or name is None:
            continue
        path = paths[int(graph.nodes["file"][row])]
        count = int(callers[row])
        stars = sum(count > level for level in levels) if count else 0
        found.setdefault(package_of(path), []).append(Listed(path, name, kind, count, int(outside[row]), stars))
    for symbols in found.values():
        symbols.sort(key=lambda one: (-one.callers, one.path, one.name))
    return found


def _row(module: Module, tuning: Organising) -> str:
    exports = sorted(module.symbols, key=lambda one: (-one.outside, -one.callers, one.kind not in TYPE_KINDS, one.name))
    keys = ", ".join(one_line(one.name).translate(_CELL) for one in exports[: tuning.exports])
    return f"| {one_line(module.name).translate(_CELL)} | {len(module.symbols)} | {module.files} | {keys} |"


def _details(modules: Sequence[Module], tuning: Organising) -> Iterator[str]:
    """Modules with their files and symbols; of each file the most called, and how many more it has."""
    for module in modules:
        yield f"\n### {one_line(module.name)}/"
        by_file: dict[str, list[Listed]] = {}
        for one in module.symbols:
            by_file.setdefault(one.path, []).append(one)
        for path, symbols in by_file.items():
            yield f"\n**{one_line(path.rpartition('/')[2])}**"
            yield from (one.line for one in symbols[: tuning.per_file])
            if len(symbols) > tuning.per_file:
                yield f"  … {len(symbols) - tuning.per_file} more"


class _Page:
    """Lines that never cost more than a budget. A line is counted with its line break, so parts add up to the whole
    or to more, never to less."""

    def __init__(self, budget: int, count: Callable[[str], int]) -> None:
        self._budget, self._count = budget, count
        self._lines: list[str] = []
        self._used = 0

    @property
    def text(self) -> str:
        return "\n".join(self._lines) + "\n" if self._lines else ""

    def add(self, lines: Sequence[str]) -> bool:
        cost = sum(self._count(line + "\n") for line in lines)
        if self._used + cost > self._budget:
            return False
        self._lines += lines
        self._used += cost
        return True

    def fill(self, head: Sequence[str], lines: Sequence[str], until: float, called: str) -> None:
        """A heading, then as many lines as fit, then how many did not."""
        if not lines or not self.add(head):
            return
        spare = self._count(f"… {len(lines)} more {called}\n")
        for place, line in enumerate(lines):
            if self._used + self._count(line + "\n") + spare > min(until, self._budget) or not self.add([line]):
                self.add([f"… {len(lines) - place} more {called}"])
                return
