"""`make bench-query`: what an answer costs, each figure beside its limit, with nothing kept of earlier answers.

    python -m seedwalk.eval.bench_query REPO [--store DIR] [--copies 8] [--only warm cold load] [--json | --markdown]

The questions are first sentences of the repository's own docs, drawn with a seed. Machines are seldom quiet: beside the
clock stands processor time, and beside the cold command a bare start of Python, measured one right after the other.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from seedwalk.eval.bench_load import measure_load
from seedwalk.eval.bench_tree import MEGABYTE, copy_tree, index_cold, open_bench
from seedwalk.eval.figures import Figure, as_markdown, as_text, median, spread
from seedwalk.eval.spending import Spent, pss, run, say, spent_by
from seedwalk.model import Symbol

MOST_WARM_MS, MOST_WARM_95_MS = 25.0, 60.0
MOST_COPIES_MS = 80.0
MOST_COLD_MS = 700.0
MOST_MEGABYTES = 400.0
_SHORTEST, _LONGEST = 30, 200
"""Characters of a sentence that is a question: shorter ones say nothing, longer ones are no sentence."""
_COLD_ROUNDS = 5
_RANKED = 10
_HIGH = 0.95


class Asking(Struct, frozen=True):
    """A repository with its index, the questions to it, and a folder to write to."""

    root: Path
    store: Path
    scratch: Path
    questions: Sequence[str]
    copies: int


def questions_of(symbols: Iterable[Symbol], seed: int, count: int) -> list[str]:
    """First sentences of docs, each once, drawn with a seed."""
    said = sorted({symbol.doc.strip().partition("\n")[0].partition(". ")[0] for symbol in symbols if symbol.doc})
    fit = [sentence for sentence in said if _SHORTEST <= len(sentence) <= _LONGEST]
    return random.Random(seed).sample(fit, min(count, len(fit)))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of them do not exceed."""
    return sorted(values)[max(0, -int(-share * len(values) // 1) - 1)]


def measure_warm(asking: Asking) -> list[Figure]:
    """Packs and pure rankings from one engine, after a round that warms."""
    packs, ranked = _answers(asking.root, asking.store, asking.questions)
    return [
        _milliseconds("warm answer, p50", packs, 0.5, MOST_WARM_MS),
        _milliseconds("warm answer, p95", packs, _HIGH, MOST_WARM_95_MS),
        _milliseconds("ranking alone, p50", ranked, 0.5, None),
        _milliseconds("ranking alone, p95", ranked, _HIGH, None),
    ]


def measure_copies(asking: Asking) -> list[Figure]:
    """The same questions to a tree of renamed copies."""
    bench = open_bench(asking.root, asking.scratch, asking.copies, 1)
    many, store = asking.scratch / "copies", asking.scratch / "copies-store"
    copy_tree(bench, many, [f"copy{number}/" for number in range(asking.copies)])
    index_cold(many, store)
    packs, _ = _answers(many, store, asking.questions)
    return [_milliseconds(f"warm answer on {asking.copies} copies, p50", packs, 0.5, MOST_COPIES_MS)]


def measure_cold(asking: Asking) -> list[Figure]:
    """The whole command in a repository whose index is up to date, and a Python that does nothing."""
    command = [sys.executable, "-m", "seedwalk", "context", asking.questions[0], "--repo", str(asking.root)]
    command += ["--store", str(asking.store), "--no-cache", "--quiet"]
    run(command)
    rounds = [
        (spent_by(lambda: run([sys.executable, "-c", "pass"])), spent_by(lambda: run(command)))
        for _ in range(_COLD_ROUNDS)
    ]
    ratio = [command.cpu / bare.cpu for bare, command in rounds]
    return [
        _milliseconds("cold command", [one for _, one in rounds], 0.5, MOST_COLD_MS),
        Figure("cold command / bare Python", median(ratio), "×", None, f"processor time, {spread(ratio)}"),
    ]


def measure_memory(asking: Asking) -> list[Figure]:
    """A process that has answered all the questions; shared pages divided among their users."""
    if not Path("/proc/self/smaps_rollup").exists():
        say("memory is left out: this system has no /proc/<pid>/smaps_rollup")
        return []
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _answers(asking.root, asking.store, asking.questions)
        os.write(writing, str(pss(os.getpid())).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        used = int(told.read() or 0)
    os.waitpid(child, 0)
    return [Figure("memory of a warm engine", used / MEGABYTE, "MB", MOST_MEGABYTES, "PSS")]


def _answers(root: Path, store: Path, questions: Sequence[str]) -> tuple[list[Spent], list[Spent]]:
    """What packs cost and what rankings cost, in the second of two rounds."""
    from seedwalk.api import open_repository

    here = open_repository(root, store=store)
    for question in questions:
        here.context(question)
    packs = [spent_by(lambda question=question: here.context(question)) for question in questions]  # type: ignore[misc]
    ranked = [
        spent_by(lambda question=question: here.context(question, limit=_RANKED))  # type: ignore[misc]
        for question in questions
    ]
    return packs, ranked


def _milliseconds(name: str, took: Sequence[Spent], share: float, limit: float | None) -> Figure:
    wall, cpu = (percentile([1000 * getattr(one, clock) for one in took], share) for clock in ("wall", "cpu"))
    return Figure(name, wall, "ms", limit, f"{cpu:.0f} ms of processors, {len(took)} times")


FIGURES: dict[str, Callable[[Asking], list[Figure]]] = {
    "warm": measure_warm, "cold": measure_cold, "load": lambda asking: measure_load(asking.store),
    "memory": measure_memory, "copies": measure_copies,
}  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    told = __doc__.partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.bench_query", description=told)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--store", type=Path, help="where the repository's index is or is to be made")
    parser.add_argument("--copies", type=int, default=8, help="copies in the tree that shows how cost grows")
    parser.add_argument("--questions", type=int, default=100, help="how many are asked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=tuple(FIGURES), default=tuple(FIGURES))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true")
    shape.add_argument("--markdown", action="store_true")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    from seedwalk.api import open_repository

    asked = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        store = asked.store or Path(scratch) / "store"
        here = open_repository(asked.repository, store=store)
        here.index()
        drawn = questions_of(here.symbols("*"), asked.seed, asked.questions)
        if not drawn:
            raise SystemExit("bench: the repository has no docs to draw questions from. Name another one.")
        asking = Asking(asked.repository.resolve(), store, Path(scratch), drawn, asked.copies)
        load = os.getloadavg()[0]
        figures = [figure for name in asked.only for figure in FIGURES[name](asking)]
    say(f"{len(drawn)} questions; load {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} processors")
    if asked.json:
        print(json.dumps([asdict(figure) for figure in figures]))
    else:
        print(as_markdown(figures) if asked.markdown else as_text(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
