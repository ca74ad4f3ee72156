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
from pathlib import Path

from msgspec.structs import asdict

from seedwalk.eval.bench_edit import measure_edit
from seedwalk.eval.bench_tree import MEGABYTE, REPEATS, Bench, copy_tree, index_cold, index_command, open_bench
from seedwalk.eval.figures import Figure, as_markdown, as_text, median, milliseconds, spread
from seedwalk.eval.spending import Spent, environment, family, pss, run, say, spent_by

REPO_VARIABLE = "SEEDWALK_BENCH_REPO"
DJANGO = "373cb3037fe4e67adbac9ac43340391e859aa957"
MOST_PARSE_TIMES = 3.0
"""With every kind of edge,"""
MOST_UNLINKED = 2.5
"""and without what it takes to resolve references into them."""
MOST_MEGABYTES = 700.0
MOST_GROWTH = 1.3
MOST_STATUS_MS = 150.0
MOST_STATUS_COMMAND_MS = 500.0

_SAMPLE_SECONDS = 0.02


# (a) The yardstick: tree-sitter and nothing else.


def bare_parse(bench: Bench) -> Spent:
    """Parse the same files in a fresh process with as many children as an index would use."""
    plan = pickle.dumps(_plan(bench))
    entry = "from seedwalk.eval.bare_parse import parse_all; parse_all()"
    return spent_by(lambda: run([sys.executable, "-c", entry], plan))


def _plan(bench: Bench) -> tuple[str, list[list[tuple[str, str, str]]], int]:
    """(root, batches of (path, grammar's module, grammar's function), children), decided as `crew.Readers` does."""
    from seedwalk.config import Settings
    from seedwalk.indexing.crew import cut_into_batches
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


def _indexed(bench: Bench) -> tuple[Spent, float]:
    """A whole cold index, and for how long of it, by its own clock, references were linked and little else was done."""
    store = bench.scratch / "store"
    told: list[bytes] = []
    shutil.rmtree(store, ignore_errors=True)
    spent = spent_by(lambda: told.append(run([*index_command(bench.root, store), "--json"])))
    return spent, json.loads(told[0])["seconds"]["link"]


def measure_ratio(bench: Bench) -> list[Figure]:
    """A whole cold index against the bare parse, one after the other, round by round."""
    rounds = [(bare_parse(bench), *_indexed(bench)) for _ in range(bench.rounds)]
    wall = [index.wall / parse.wall for parse, index, _ in rounds]
    unlinked = [(index.wall - linked) / parse.wall for parse, index, linked in rounds]
    cpu = [index.cpu / parse.cpu for parse, index, _ in rounds]
    parse_wall, parse_cpu = median([p.wall for p, _, _ in rounds]), median([p.cpu for p, _, _ in rounds])
    index_wall, index_cpu = median([i.wall for _, i, _ in rounds]), median([i.cpu for _, i, _ in rounds])
    return [
        Figure("cold index / bare parse", median(wall), "×", MOST_PARSE_TIMES, f"{spread(wall)}, {len(rounds)} rounds"),
        Figure("the same but for linking", median(unlinked), "×", MOST_UNLINKED, spread(unlinked)),
        Figure("all of it in processor time", median(cpu), "×", None, spread(cpu)),
        Figure("bare parse", parse_wall, "s", None, f"{parse_cpu:.2f} s of processors"),
        Figure("cold index", index_wall, "s", None, f"{index_cpu:.2f} s of processors"),
    ]


def measure_memory(bench: Bench) -> list[Figure]:
    """The largest sum of proportional set sizes over the index's processes, looked at every 20 ms."""
    if not Path("/proc/self/smaps_rollup").exists():
        say("memory is left out: this system has no /proc/<pid>/smaps_rollup")
        return []
    store = bench.scratch / "memory"
    child = subprocess.Popen(
        index_command(bench.root, store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()
    )
    peak, most, samples = 0, 0, 0
    while child.poll() is None:
        sizes = [pss(pid) for pid in family(child.pid)]
        peak, most, samples = max(peak, sum(sizes)), max(most, len(sizes)), samples + 1
        time.sleep(_SAMPLE_SECONDS)
    if child.returncode:
        raise SystemExit(f"bench: the index under observation ended with {child.returncode}")
    shutil.rmtree(store)
    return [Figure("peak memory", peak / MEGABYTE, "MB", MOST_MEGABYTES, f"PSS of {most} processes, {samples} samples")]


def measure_growth(bench: Bench) -> list[Figure]:
    """Seconds per byte on a tree of copies, relative to the single tree measured before and after it."""
    many = bench.scratch / "copies"
    copy_tree(bench, many, [f"copy{number}/" for number in range(bench.copies)])
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


def measure_status(bench: Bench) -> list[Figure]:
    """`status` on an unchanged tree: the call in a warm process, and the command."""
    from seedwalk.api import open_repository

    repository = open_repository(bench.root, store=bench.store)
    command = [sys.executable, "-m", "seedwalk", "status", "--repo", str(bench.root), "--store", str(bench.store)]
    if not repository.status().fresh:
        say("the repository changed while it was measured: status has more to say than usual")
    calls = [spent_by(repository.status) for _ in range(bench.repeats)]
    commands = [spent_by(lambda: run(command)) for _ in range(1 + bench.repeats)][1:]
    return [
        milliseconds("status, call", calls, MOST_STATUS_MS),
        milliseconds("status, command", commands, MOST_STATUS_COMMAND_MS),
    ]


SECTIONS: dict[str, Callable[[Bench], list[Figure]]] = {
    "ratio": measure_ratio,
    "memory": measure_memory,
    "growth": measure_growth,
    "edit": measure_edit,
    "status": measure_status,
}


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


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.bench_index", description="What indexing costs, each figure beside its limit."
    )
    parser.add_argument("repo", nargs="?", type=Path, help=f"the repository to measure on; by default ${REPO_VARIABLE}")
    parser.add_argument("--copies", type=int, default=8, help="copies in the tree that shows how cost grows")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of bare parse and cold index")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="times an edit or a status is measured")
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
    for name in ("copies", "rounds", "repeats"):
        if getattr(asked, name) < 1:
            parser.error(f"--{name} {getattr(asked, name)} measures nothing. Give at least 1.")
    return asked


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)
    figures: list[Figure] = []
    load = _load()
    with tempfile.TemporaryDirectory(prefix="seedwalk-bench-") as scratch:
        bench = open_bench(asked.repo.resolve(), Path(scratch), asked.copies, asked.rounds, asked.repeats)
        say(describe(bench, load))
        for name, measure in SECTIONS.items():
            if name in asked.only:
                say(f"measuring {name}")
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
