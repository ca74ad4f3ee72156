"""What large repositories cost: a row each, from the cold command to warm answers.

    python -m seedwalk.eval.bench_large REPO... [--stores DIR] [--questions 30] [--json]

A row is one `seedwalk index` into a fresh store, watched from outside, then questions to it: the first answer of a
process, the warm ones, the memory it ends with. Git's history is read too, as a user's own first index reads it. The
questions are those of `bench_query`; what an answer costs is told in processor time, which other work on the machine
disturbs least. With `--stores` the indexes stay there.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from seedwalk.eval.bench_query import percentile, questions_of
from seedwalk.eval.bench_tree import MEGABYTE
from seedwalk.eval.spending import environment, family, pss, say, spent_by

_SAMPLE_SECONDS = 0.1
_HIGH = 0.95
_COLUMNS = (
    "repository", "files", "symbols", "edges", "processor s", "seconds", "peak MB", "index MB",
    "first answer ms", "p50 ms", "p95 ms", "warm MB",
)  # fmt: skip


class Indexed(Struct, frozen=True):
    """One cold index: what the command said of itself, and what was seen from outside."""

    report: dict[str, Any]
    cpu: float
    wall: float
    peak: float
    size: float


class Asked(Struct, frozen=True):
    """Milliseconds of processors for the first answer of a process, which loads what it needs, and for warm ones."""

    first: float
    warm: tuple[float, ...]
    memory: float


def index_watched(root: Path, store: Path) -> Indexed:
    """`seedwalk index --json` into a store that does not exist yet; its memory is the largest sum of PSS seen."""
    shutil.rmtree(store, ignore_errors=True)
    command = [sys.executable, "-m", "seedwalk", "index", str(root), "--store", str(store), "--json"]
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment())
    peaks = [0]
    watcher = threading.Thread(target=_watch, args=(child.pid, peaks), daemon=True)
    watcher.start()
    assert child.stdout is not None
    told = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    watcher.join()
    if child.returncode:
        raise SystemExit(f"bench: '{' '.join(command)}' ended with {child.returncode}")
    size = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
    return Indexed(json.loads(told), used.ru_utime + used.ru_stime, wall, max(peaks) / MEGABYTE, size / MEGABYTE)


def _watch(pid: int, peaks: list[int]) -> None:
    while size := sum(pss(member) for member in family(pid)):
        peaks.append(size)
        time.sleep(_SAMPLE_SECONDS)


def ask(root: Path, store: Path, questions: Sequence[str]) -> Asked:
    """In this process: run it in one of its own, or the first answer is none."""
    from seedwalk.api import open_repository

    here = open_repository(root, store=store)
    first = spent_by(lambda: here.context(questions[0]))
    for question in questions:
        here.context(question)
    warm = [spent_by(lambda question=question: here.context(question)) for question in questions]  # type: ignore[misc]
    return Asked(1000 * first.cpu, tuple(1000 * one.cpu for one in warm), pss(os.getpid()) / MEGABYTE)


def ask_apart(root: Path, store: Path, questions: Sequence[str]) -> Asked:
    """The same in a fresh process."""
    command = [sys.executable, "-m", "seedwalk.eval.bench_large", str(root), "--ask", str(store)]
    done = subprocess.run(command, input=json.dumps(questions).encode(), capture_output=True, env=environment())
    if done.returncode:
        raise SystemExit(f"bench: asking {root.name} ended with {done.returncode}: {done.stderr.decode()}")
    return Asked(**json.loads(done.stdout))


def row_of(root: Path, indexed: Indexed, asked: Asked) -> dict[str, str | float]:
    report = indexed.report
    cells: tuple[str | float, ...] = (
        root.name, report["files"], report["symbols"], sum(report["edges"].values()), indexed.cpu, indexed.wall,
        indexed.peak, indexed.size, asked.first, percentile(asked.warm, 0.5), percentile(asked.warm, _HIGH),
        asked.memory,
    )  # fmt: skip
    return dict(zip(_COLUMNS, cells, strict=True))


def as_table(rows: Iterable[dict[str, str | float]]) -> str:
    cells = [[_cell(row[name]) for name in _COLUMNS] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in (_COLUMNS, ("---",) * len(_COLUMNS), *cells))


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:,.0f}"


def measure(root: Path, stores: Path, count: int, seed: int) -> tuple[dict[str, str | float], Indexed]:
    from seedwalk.api import open_repository

    store = stores / root.name
    indexed = index_watched(root, store)
    questions = questions_of(open_repository(root, store=store).symbols("*"), seed, count)
    if not questions:
        raise SystemExit(f"bench: {root.name} has no docs to draw questions from. Name another one.")
    return row_of(root, indexed, ask_apart(root, store, questions)), indexed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.bench_large", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--stores", type=Path, help="keep the indexes in this folder")
    parser.add_argument("--questions", type=int, default=30, help="how many are asked of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="a row a line, with all the index said of itself")
    parser.add_argument("--ask", type=Path, help=argparse.SUPPRESS)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    if asked.ask:
        print(json.dumps(asdict(ask(asked.repositories[0], asked.ask, json.load(sys.stdin)))))
        return 0
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for root in asked.repositories:
            row, indexed = measure(root.resolve(), asked.stores or Path(scratch), asked.questions, asked.seed)
            rows.append(row)
            say(f"{root.name}: load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
            if asked.json:
                print(json.dumps({**row, "report": indexed.report}), flush=True)
    if not asked.json:
        print(as_table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
