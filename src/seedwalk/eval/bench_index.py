"""`make bench-index`: what indexing costs, each figure beside its limit, measured in one run.

    python -m seedwalk.eval.bench_index REPO [--copies 8] [--rounds 3] [--only ratio edit] [--json | --markdown]

Machines differ and are seldom quiet, so costs are told as ratios of two things measured one right after the other, by
the clock and in processor seconds. The yardstick of the first is tree-sitter itself: the same files in the same
batches, read and parsed by as many processes that do nothing else and import nothing else (`bare_parse.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seedwalk.api import Repository
    from seedwalk.model import FileState, Symbol

REPO_VARIABLE = "SEEDWALK_BENCH_REPO"
DJANGO = "373cb3037fe4e67adbac9ac43340391e859aa957"
MOST_PARSE_TIMES = 3.0
MOST_MEGABYTES = 700.0
MOST_GROWTH = 1.3
MOST_EDIT_MS = 250.0
MOST_STATUS_MS = 150.0
MOST_STATUS_COMMAND_MS = 500.0

MEGABYTE = 1e6
_REPEATS = 7
_SAMPLE_SECONDS = 0.02
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


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number; without a limit it is there to explain the others."""

    name: str
    measured: float
    unit: str
    limit: float | None
    detail: str

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        return "pass" if self.measured <= self.limit else "miss"


@dataclass(frozen=True, slots=True)
class Spent:
    """What running something cost: seconds on the clock and on the processors, children included."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Bench:
    """A repository under measurement and the folder everything is written to. The repository itself is only read."""

    root: Path
    scratch: Path
    copies: int
    rounds: int
    files: tuple[FileState, ...]
    manifests: tuple[str, ...]

    @property
    def megabytes(self) -> float:
        return sum(file.size for file in self.files) / MEGABYTE

    @property
    def store(self) -> Path:
        """An index of the repository, made when first asked for."""
        store = self.scratch / "store"
        if not store.exists():
            index_cold(self.root, store)
        return store

    @property
    def private(self) -> Path:
        """A copy of the repository's files that may be edited, made when first asked for."""
        tree = self.scratch / "single"
        if not tree.exists():
            _copy_tree(self, tree, [""])
        return tree


def open_bench(root: Path, scratch: Path, copies: int, rounds: int) -> Bench:
    """Look at the repository once: the files that will be read, and only those. Brings them into the disk cache too."""
    from seedwalk.config import Settings
    from seedwalk.languages import language_of, specs
    from seedwalk.model import Skipped
    from seedwalk.sources.content import read_source
    from seedwalk.sources.discover import discover

    sources = Settings().sources
    manifests = frozenset(name for spec in specs().values() for name in spec.manifests)
    found = discover(root, sources, language_of, manifests)
    files = tuple(file for file in found.files if not isinstance(read_source(root, file.path, sources), Skipped))
    return Bench(root, scratch, copies, rounds, files, found.manifests)


# Running things and counting what they cost.


def spent_by(work: Callable[[], object]) -> Spent:
    before, started = _cpu_seconds(), time.perf_counter()
    work()
    return Spent(time.perf_counter() - started, _cpu_seconds() - before)


def _cpu_seconds() -> float:
    """Processor seconds of this process and of every descendant that has ended and was waited for."""
    import resource

    uses = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _run(command: Sequence[str], given: bytes = b"") -> None:
    done = subprocess.run(command, input=given, capture_output=True, env=_environment())
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip()
        raise SystemExit(f"bench: '{' '.join(command)}' ended with {done.returncode}: {told}")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(entry for entry in sys.path if entry))}


def _index_command(root: Path, store: Path) -> list[str]:
    return [sys.executable, "-m", "seedwalk", "index", str(root), "--store", str(store), "--quiet"]


def index_cold(root: Path, store: Path) -> Spent:
    """The whole command, from the start of its process to its end, into a store that does not exist yet."""
    shutil.rmtree(store, ignore_errors=True)
    return spent_by(lambda: _run(_index_command(root, store)))


# (a) The yardstick: tree-sitter and nothing else.


def bare_parse(bench: Bench) -> Spent:
    """Parse the same files in a fresh process with as many children as an index would use."""
    plan = pickle.dumps(_plan(bench))
    entry = "from seedwalk.eval.bare_parse import parse_all; parse_all()"
    return spent_by(lambda: _run([sys.executable, "-c", entry], plan))


def _plan(bench: Bench) -> tuple[str, list[list[tuple[str, str, str]]], int]:
    """(root, batches of (path, grammar's module, grammar's function), children), decided as `crew.Readers` does."""
    from seedwalk.config import Settings
    from seedwalk.crew import cut_into_batches
    from seedwalk.languages import dialect_of, specs
    from seedwalk.model import Job

    indexing = Settings().indexing
    jobs = [Job(0, file.path, file.language, 0, file.size, 0) for file in bench.files]
    batches = [
        [(job.path, *dialect_of(specs()[job.language], job.path).grammar) for job in batch]
        for batch in cut_into_batches(jobs, indexing.batch_bytes)
    ]
    processes = indexing.processes or os.cpu_count() or 1
    alone = len(jobs) < indexing.in_process_below or processes < 2
    return str(bench.root), batches, 0 if alone else min(processes, len(batches))


# (b) The figures.


def measure_ratio(bench: Bench) -> list[Figure]:
    """A whole cold index against the bare parse, one after the other, round by round."""
    rounds = [(bare_parse(bench), index_cold(bench.root, bench.scratch / "store")) for _ in range(bench.rounds)]
    wall = [index.wall / parse.wall for parse, index in rounds]
    cpu = [index.cpu / parse.cpu for parse, index in rounds]
    parse_wall, parse_cpu = median([p.wall for p, _ in rounds]), median([p.cpu for p, _ in rounds])
    index_wall, index_cpu = median([i.wall for _, i in rounds]), median([i.cpu for _, i in rounds])
    return [
        Figure("cold index / bare parse", median(wall), "×", MOST_PARSE_TIMES, f"{_range(wall)}, {len(rounds)} rounds"),
        Figure("the same in processor time", median(cpu), "×", None, _range(cpu)),
        Figure("bare parse", parse_wall, "s", None, f"{parse_cpu:.2f} s of processors"),
        Figure("cold index", index_wall, "s", None, f"{index_cpu:.2f} s of processors"),
    ]


def measure_memory(bench: Bench) -> list[Figure]:
    """The largest sum of proportional set sizes over the index's processes, looked at every 20 ms."""
    if not Path("/proc/self/smaps_rollup").exists():
        _say("memory is left out: this system has no /proc/<pid>/smaps_rollup")
        return []
    store = bench.scratch / "memory"
    child = subprocess.Popen(
        _index_command(bench.root, store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment()
    )
    peak, most, samples = 0, 0, 0
    while child.poll() is None:
        sizes = [_pss(pid) for pid in _family(child.pid)]
        peak, most, samples = max(peak, sum(sizes)), max(most, len(sizes)), samples + 1
        time.sleep(_SAMPLE_SECONDS)
    if child.returncode:
        raise SystemExit(f"bench: the index under observation ended with {child.returncode}")
    shutil.rmtree(store)
    return [Figure("peak memory", peak / MEGABYTE, "MB", MOST_MEGABYTES, f"PSS of {most} processes, {samples} samples")]


def _family(pid: int) -> list[int]:
    """A process and all its descendants. Children belong to the thread that started them."""
    found = [pid]
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = listing.read_text().split()
        except OSError:
            continue  # the thread has ended
        for child in children:
            found += _family(int(child))
    return found


def _pss(pid: int) -> int:
    """A process's memory in bytes, shared pages divided among their users; 0 once it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def measure_growth(bench: Bench) -> list[Figure]:
    """Seconds per byte on a tree of copies, relative to the single tree measured before and after it."""
    many = bench.scratch / "copies"
    _copy_tree(bench, many, [f"copy{number}/" for number in range(bench.copies)])
    single, store = bench.private, bench.scratch / "private-store"
    first, grown, last = (
        index_cold(single, store), index_cold(many, bench.scratch / "copies-store"), index_cold(single, store)
    )  # fmt: skip
    shutil.rmtree(bench.scratch / "copies-store")
    shutil.rmtree(many)
    wall = grown.wall / bench.copies / median([first.wall, last.wall])
    cpu = grown.cpu / bench.copies / median([first.cpu, last.cpu])
    alone = f"{min(first.wall, last.wall):.1f} to {max(first.wall, last.wall):.1f} s"
    together = f"{bench.copies} copies, {bench.copies * bench.megabytes:.0f} MB: {grown.wall:.1f} s"
    return [
        Figure("seconds per MB, copies / single", wall, "×", MOST_GROWTH, f"{together}; single {alone}"),
        Figure("the same in processor time", cpu, "×", None, f"{grown.cpu:.1f} s of processors"),
    ]


def _copy_tree(bench: Bench, tree: Path, prefixes: Sequence[str]) -> None:
    """The files an index reads, under each prefix, listed by git as the repository's own are."""
    for prefix in prefixes:
        for path in dict.fromkeys((*(file.path for file in bench.files), *bench.manifests)):
            target = tree / f"{prefix}{path}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(bench.root / path, target)
    for arguments in (("init", "--quiet"), ("add", "--all", "--force")):
        _run(["git", "-C", str(tree), *arguments])


def measure_edit(bench: Bench) -> list[Figure]:
    """From a saved file to a search that finds what is new in it, in a process that has indexed before."""
    from seedwalk.api import open_repository

    store = bench.scratch / "private-store"
    repository = open_repository(bench.private, store=store)
    repository.index()
    return [*_append_figures(bench, repository), *_rename_figures(repository)]


def _append_figures(bench: Bench, repository: Repository) -> list[Figure]:
    file = middling([file for file in bench.files if file.language in _PROBES])
    path = repository.root / file.path
    took = []
    for number in range(1 + _REPEATS):
        name = f"seedwalk_probe_{number}"
        with path.open("a", encoding="utf-8") as end:
            end.write(_PROBES[file.language].format(name))
        spent, _ = _until_found(repository, file.path, name, by_search=True)
        took.append(spent)
    what = f"{file.path}, {file.size / 1000:.0f} kB; "
    return [_milliseconds("edited file until found", took[1:], MOST_EDIT_MS, what)]


def _rename_figures(repository: Repository) -> list[Figure]:
    """A class that many extend loses its name and gets it back: every file that leans on it is linked anew."""
    symbol = _most_extended(repository)
    if symbol is None:
        _say("the renamed class is left out: no class here is extended by another")
        return []
    path = repository.root / symbol.path
    original, other = symbol.name, f"{symbol.name}Probe"
    took, linked = [], 0
    for number in range(1 + _REPEATS):
        old, new = (original, other) if number % 2 == 0 else (other, original)
        lines = path.read_bytes().split(b"\n")
        lines[symbol.line - 1] = lines[symbol.line - 1].replace(old.encode(), new.encode(), 1)
        path.write_bytes(b"\n".join(lines))
        spent, anew = _until_found(repository, symbol.path, new, by_search=new == other)
        took.append(spent)
        linked = max(linked, anew)
    what = f"{original} in {symbol.path}, {linked} files linked anew; "
    return [_milliseconds("renamed class until found", took[1:], MOST_EDIT_MS, what)]


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


def _milliseconds(name: str, took: Sequence[Spent], limit: float, what: str = "") -> Figure:
    """The median of several tries by the clock; beside it what the processors spent, which others disturb less."""
    wall, cpu = [spent.wall * 1000 for spent in took], [spent.cpu * 1000 for spent in took]
    return Figure(name, median(wall), "ms", limit, f"{what}{_range(wall, 0)} ms, {median(cpu):.0f} ms of processors")


def _most_extended(repository: Repository) -> Symbol | None:
    """The class most others extend; of equals the one with the least id."""
    from collections import Counter

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


def measure_status(bench: Bench) -> list[Figure]:
    """`status` on an unchanged tree: the call in a warm process, and the command."""
    from seedwalk.api import open_repository

    repository = open_repository(bench.root, store=bench.store)
    command = [sys.executable, "-m", "seedwalk", "status", "--repo", str(bench.root), "--store", str(bench.store)]
    if not repository.status().fresh:
        _say("the repository changed while it was measured: status has more to say than usual")
    calls = [spent_by(repository.status) for _ in range(_REPEATS)]
    commands = [spent_by(lambda: _run(command)) for _ in range(1 + _REPEATS)][1:]
    return [
        _milliseconds("status, call", calls, MOST_STATUS_MS),
        _milliseconds("status, command", commands, MOST_STATUS_COMMAND_MS),
    ]


SECTIONS: dict[str, Callable[[Bench], list[Figure]]] = {
    "ratio": measure_ratio,
    "memory": measure_memory,
    "growth": measure_growth,
    "edit": measure_edit,
    "status": measure_status,
}


# Showing them.


def median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _range(values: Sequence[float], places: int = 2) -> str:
    return f"{min(values):.{places}f} to {max(values):.{places}f}"


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.0f} {unit}" if unit in ("ms", "MB") else f"{value:.2f} {unit}"


def _cells(figures: Iterable[Figure]) -> list[tuple[str, ...]]:
    rows = [(f.name, _number(f.measured, f.unit), _number(f.limit, f.unit), f.verdict, f.detail) for f in figures]
    return [("figure", "measured", "limit", "verdict", "detail"), *rows]


def as_text(figures: Iterable[Figure]) -> str:
    cells = _cells(figures)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells)


def as_markdown(figures: Iterable[Figure]) -> str:
    head, *rows = _cells(figures)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def describe(bench: Bench, load: float) -> str:
    """One line that says what was measured on what."""
    return (
        f"{len(bench.files):,} files, {bench.megabytes:.1f} MB; {os.cpu_count()} processors, "
        f"{platform.system()}, Python {platform.python_version()}, load {load:.1f} at the start"
    )


def _load() -> float:
    """How many processes wanted a processor over the last minute; well below one where nothing else runs."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _as_json(bench: Bench, figures: Iterable[Figure], load: float) -> str:
    rows = [{**asdict(figure), "verdict": figure.verdict} for figure in figures]
    measured = {"files": len(bench.files), "megabytes": bench.megabytes, "copies": bench.copies, "rounds": bench.rounds}
    machine = {"processors": os.cpu_count(), "load": load, "python": platform.python_version()}
    return json.dumps({"measured": measured, "machine": machine, "figures": rows}, ensure_ascii=False, indent=2)


def _say(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.bench_index", description="What indexing costs, each figure beside its limit."
    )
    parser.add_argument("repo", nargs="?", type=Path, help=f"the repository to measure on; by default ${REPO_VARIABLE}")
    parser.add_argument("--copies", type=int, default=8, help="copies in the tree that shows how cost grows")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of bare parse and cold index")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="measure only these")
    parser.add_argument("--strict", action="store_true", help="leave with 1 when a limit is missed")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
    shape.add_argument("--markdown", action="store_true", help="print a markdown table")
    asked = parser.parse_args(argv)
    asked.repo = asked.repo or (Path(os.environ[REPO_VARIABLE]) if os.environ.get(REPO_VARIABLE) else None)
    if asked.repo is None:
        parser.error(
            f"no repository to measure on. Give one, or set {REPO_VARIABLE} to its folder; "
            f"the limits are meant for a checkout of Django at {DJANGO}"
        )
    if not asked.repo.is_dir():
        parser.error(f"'{asked.repo}' is not a folder. Give the folder of a repository, such as a checkout of Django.")
    if asked.copies < 1 or asked.rounds < 1:
        parser.error(f"--copies {asked.copies} and --rounds {asked.rounds} must be at least 1.")
    return asked


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)
    figures: list[Figure] = []
    load = _load()
    with tempfile.TemporaryDirectory(prefix="seedwalk-bench-") as scratch:
        bench = open_bench(asked.repo.resolve(), Path(scratch), asked.copies, asked.rounds)
        _say(describe(bench, load))
        for name, measure in SECTIONS.items():
            if name in asked.only:
                _say(f"measuring {name}")
                figures += measure(bench)
        if asked.as_json:
            print(_as_json(bench, figures, load))
        elif asked.markdown:
            print(f"{describe(bench, load)}\n\n{as_markdown(figures)}")
        else:
            print(as_text(figures))
    return int(asked.strict and any(figure.verdict == "miss" for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
