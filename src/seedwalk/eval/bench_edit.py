"""From a saved file to a search that finds what is new in it, in a process that has indexed before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seedwalk.eval.bench_tree import Bench
from seedwalk.eval.figures import Figure, milliseconds
from seedwalk.eval.spending import Spent, say, spent_by

if TYPE_CHECKING:
    from seedwalk.api import Repository
    from seedwalk.model import FileState, Symbol

MOST_EDIT_MS = 250.0
MOST_RENAME_MS = 1200.0
"""When half the tree leans on what was edited."""

_PROBES = {
    "python": "\n\ndef {}():\n    return None\n",
    "javascript": "\nfunction {}() {{ return null }}\n",
    "typescript": "\nfunction {}(): null {{ return null }}\n",
    "go": "\nfunc {}() {{}}\n",
    "rust": "\nfn {}() {{}}\n",
    "java": "\nclass {} {{}}\n",
    "csharp": "\nclass {} {{}}\n",
    "ruby": "\ndef {}\nend\n",
}
"""A new definition at the end of a file, in each language that can have one there."""


def measure_edit(bench: Bench) -> list[Figure]:
    """From a saved file to a search that finds what is new in it, in a process that has indexed before."""
    from seedwalk.api import open_repository

    store = bench.scratch / "private-store"
    repository = open_repository(bench.private, store=store)
    repository.index()
    return [*_append_figures(bench, repository), *_rename_figures(bench, repository)]


def _append_figures(bench: Bench, repository: Repository) -> list[Figure]:
    """A function is appended to a file of middling size, then to the one that most others import."""
    editable = [file for file in bench.files if file.language in _PROBES]
    usual = middling(editable)
    what = f"{usual.path}, {usual.size / 1000:.0f} kB; "
    figures = [milliseconds("edited file until found", _appended(bench, repository, usual), MOST_EDIT_MS, what)]
    importers = _importers(repository)
    leaned_on = max(editable, key=lambda file: (importers[file.path], file.path))
    if importers[leaned_on.path]:
        what = f"{leaned_on.path}, which {importers[leaned_on.path]} of {len(editable)} files import; "
        took = _appended(bench, repository, leaned_on)
        figures.append(milliseconds("the most imported file until found", took, MOST_RENAME_MS, what))
    return figures


def _appended(bench: Bench, repository: Repository, file: FileState) -> list[Spent]:
    """What it costs, time after time, until a function at the end of a file is found; the first time is not told."""
    path = repository.root / file.path
    took = []
    for number in range(1 + bench.repeats):
        name = f"seedwalk_probe_{number}"
        with path.open("a", encoding="utf-8") as end:
            end.write(_PROBES[file.language].format(name))
        spent, _ = _until_found(repository, file.path, name, by_search=True)
        took.append(spent)
    return took[1:]


def _importers(repository: Repository) -> Counter[str]:
    """How many files import each, directly."""
    from seedwalk.model import EdgeKind

    file = {symbol.id: symbol.path for symbol in repository.symbols("*")}
    imports = (edge for edge in repository.edges() if edge.kind is EdgeKind.IMPORTS)
    pairs = {(file.get(edge.source), file.get(edge.target)) for edge in imports}
    return Counter(target for source, target in pairs if target is not None and source != target)


def _rename_figures(bench: Bench, repository: Repository) -> list[Figure]:
    """A class that many extend loses its name and gets it back: every file that leans on it is linked anew."""
    symbol = _most_extended(repository)
    if symbol is None:
        say("the renamed class is left out: no class here is extended by another")
        return []
    path = repository.root / symbol.path
    original, other = symbol.name, f"{symbol.name}Probe"
    took, linked = [], 0
    for number in range(1 + bench.repeats):
        old, new = (original, other) if number % 2 == 0 else (other, original)
        lines = path.read_bytes().split(b"\n")
        lines[symbol.line - 1] = lines[symbol.line - 1].replace(old.encode(), new.encode(), 1)
        path.write_bytes(b"\n".join(lines))
        spent, anew = _until_found(repository, symbol.path, new, by_search=new == other)
        took.append(spent)
        linked = max(linked, anew)
    what = f"{original} in {symbol.path}, {linked} files linked anew; "
    return [milliseconds("renamed class until found", took[1:], MOST_RENAME_MS, what)]


def _until_found(repository: Repository, path: str, name: str, *, by_search: bool) -> tuple[Spent, int]:
    """What indexing and searching cost, and how many files were linked. Off the clock: was it found?

    `by_search`: the name is new, so the search itself must show it; an old name may have better matches elsewhere.
    """
    found: list[Symbol] = []
    linked = 0

    def index_and_search() -> None:
        nonlocal linked
        linked = repository.index().linked
        found.extend(hit.symbol for hit in repository.search(name))

    spent = spent_by(index_and_search)
    shown = found if by_search else repository.symbols(name)
    if not any((symbol.path, symbol.name) == (path, name) for symbol in shown):
        raise SystemExit(f"bench: '{name}' was written to {path} and indexed, and is not found")
    return spent, linked


def _most_extended(repository: Repository) -> Symbol | None:
    """The class most others extend; of equals the one with the least id."""
    from seedwalk.model import EdgeKind, SymbolId
    from seedwalk.store import symbols
    from seedwalk.store.database import FILENAME, open_reader

    bases = Counter(edge.target for edge in repository.edges() if edge.kind is EdgeKind.EXTENDS)
    if not bases:
        return None
    chosen = SymbolId(min(bases, key=lambda identity: (-bases[identity], identity)))
    connection = open_reader(repository.store / FILENAME)
    try:
        return symbols.by_ids(connection, [chosen])[chosen]
    finally:
        connection.close()


def middling(files: Sequence[FileState]) -> FileState:
    """The file in which the middle byte lies when files are laid out by size: as large as where code usually stands."""
    ordered = sorted(files, key=lambda file: (file.size, file.path))
    half = sum(file.size for file in ordered) / 2
    for file in ordered:
        half -= file.size
        if half <= 0:
            return file
    raise SystemExit("bench: there is no file to edit. Give a repository with code in a language seedwalk reads.")
