"""Tuning by measurement: a coordinate search over the weights of the signals, always judged on a repository left out.

    python -m seedwalk.eval.tune --tasks TASKS --repos CHECKOUTS --stores DIR [--replays FILE ...]

Every task is asked once of the engine as it is; the signals of its first candidates are kept as columns, so that other
weights cost one product. Public tasks are asked without history and recency, replayed commits with them. What counts is
the sum of the figures, each divided by what it is to reach. Printed are the weights and the figures of every split
before and after, and the same with each repository left out of the search that judges it. `--try` lets signals that
have no weight take part: names, phrase, concepts, context, vectors, fused, hits.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from seedwalk.api import open_repository
from seedwalk.config import Ranking, Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.engine import SIGNALS, Mind
from seedwalk.errors import UsageError
from seedwalk.eval import metrics
from seedwalk.eval.arena.system import Found
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.asking import asked
from seedwalk.eval.fixtures import load
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.judging import rules_of
from seedwalk.eval.matching import RULES, Rule
from seedwalk.eval.minds import replayed
from seedwalk.eval.places import Places
from seedwalk.eval.running import by_place
from seedwalk.eval.tables import figure, table
from seedwalk.store.database import FILENAME, open_reader

CANDIDATES = 300
"""Symbols kept of each task: they hold nine in ten of all truths."""
REACH = {"P@10": 0.41, "R@10": 0.55, "MRR": 0.67, "strict R@10": 0.36, "replay R@10": 0.58, "replay MRR": 0.40}
"""What each figure is to reach; the search adds them up in these units."""
STEPS = (0.1, -0.1, 0.05, -0.05)
LEAST_GAIN = 0.004
"""A step that gains less is noise: half a task in a hundred."""
ROUNDS = 2
_FIXED = "lexical"
"""The measure of the others."""
UNTAUGHT = "trained"
"""Off while weights are sought: what changes places afterwards is learned from the sum as it stands."""
TRIED = 1e-6
"""The weight of a signal that is tried: recorded, and too little to change any order by itself."""


class Recorded(Struct, frozen=True):
    """One task: the signals of its candidates, and which truths each candidate meets."""

    repo: str
    sort: Sort
    columns: np.ndarray
    hits: dict[Rule, np.ndarray]


def weights_of(ranking: Ranking) -> np.ndarray:
    return np.array([getattr(ranking, name) for name in SIGNALS])


def trying(settings: Settings, signals: Iterable[str]) -> Settings:
    """Settings in which these signals are recorded, whatever their weight."""
    chosen = list(signals)
    for name in chosen:
        if name not in SIGNALS:
            raise UsageError(f"'{name}' is no signal. Choose from: {', '.join(SIGNALS)}.")
    weights: dict[str, Any] = {name: getattr(settings.ranking, name) or TRIED for name in chosen}
    return replace(settings, ranking=replace(settings.ranking, **weights))


def record(tasks: Sequence[Task], places: Places, setup: Setup, base: Settings) -> Iterator[Recorded]:
    """Each task asked once; the tasks of one commit share one index."""
    for group in by_place(tasks):
        where = places.of(group[0])
        off = () if group[0].sort is Sort.REPLAY else ("history", "recency")
        settings = without(base, off, MECHANISMS)
        repository = open_repository(where, store=setup.store_of(where), settings=settings)
        repository.index()
        connection = open_reader(repository.store / FILENAME)
        try:
            mind = Mind(connection, settings, where)
            yield from (_recorded(mind, connection, task) for task in group)
        finally:
            connection.close()


def _recorded(mind: Mind, connection: sqlite3.Connection, task: Task) -> Recorded:
    thought = mind.think(connection, task.text, CANDIDATES)
    rows, scores = thought.ranking, thought.scores
    found = [Found(one.path, one.qualified_name) for one in mind.symbols(connection, rows.tolist())]
    columns = np.zeros((len(rows), len(SIGNALS)))
    for at, weight in enumerate(weights_of(mind.settings.ranking)):
        if SIGNALS[at] in scores.columns:
            columns[:, at] = scores.columns[SIGNALS[at]][rows] * scores.factor[rows] / weight
    return Recorded(task.repo, task.sort, columns, {rule: _hits(rule, task, found) for rule in rules_of(task)})


def _hits(rule: Rule, task: Task, found: Sequence[Found]) -> np.ndarray:
    matches = RULES[rule]
    return np.array([[matches(truth, place) for truth in task.truths] for place in found], bool).reshape(
        len(found), len(task.truths)
    )


def figures(rows: Sequence[Recorded], weights: np.ndarray) -> dict[str, float]:
    """The mean of each figure over the tasks it is of."""
    found: dict[str, list[float]] = {}
    for row in rows:
        order = np.argsort(-np.round(row.columns @ weights, 6), kind="stable")
        for rule, hits in row.hits.items():
            for name, value in _measured(rule, row.sort, hits[order]).items():
                found.setdefault(name, []).append(value)
    return {name: float(np.mean(values)) for name, values in found.items()}


def _measured(rule: Rule, sort: Sort, hits: np.ndarray) -> dict[str, float]:
    relevant = hits.any(axis=1)
    first = np.where(hits.any(axis=0), hits.argmax(axis=0) + 1, 0) if len(hits) else np.zeros(hits.shape[1], int)
    judged = metrics.Judged(len(hits), tuple((np.flatnonzero(relevant) + 1).tolist()), tuple(first.tolist()))
    prefix = "replay " if sort is Sort.REPLAY else "strict " if rule is Rule.STRICT else ""
    named = {"P@10": metrics.precision(judged, 10), "R@10": metrics.recall(judged, 10),
             "MRR": metrics.reciprocal_rank(judged)}  # fmt: skip
    return {f"{prefix}{name}": value for name, value in named.items() if f"{prefix}{name}" in REACH}


def worth(rows: Sequence[Recorded], weights: np.ndarray) -> float:
    return sum(value / REACH[name] for name, value in figures(rows, weights).items())


def search(rows: Sequence[Recorded], start: np.ndarray) -> np.ndarray:
    """Weights from which no single step along `STEPS` gains more than `LEAST_GAIN`, or those after `ROUNDS`."""
    chosen, best = start, worth(rows, start)
    for _ in range(ROUNDS):
        before = best
        for at, name in enumerate(SIGNALS):
            if name == _FIXED or not start[at]:
                continue
            for step in STEPS:
                tried = chosen.copy()
                tried[at] = max(0.0, round(tried[at] + step, 3))
                value = worth(rows, tried)
                if value > best + LEAST_GAIN:
                    chosen, best = tried, value
        if best == before:
            break
    return chosen


def left_out(rows: Sequence[Recorded], start: np.ndarray) -> dict[str, float]:
    """Figures where each repository is judged by weights found on all the others."""
    sums: dict[str, list[tuple[float, int]]] = {}
    for repo in dict.fromkeys(row.repo for row in rows):
        weights = search([row for row in rows if row.repo != repo], start)
        own = [row for row in rows if row.repo == repo]
        for name, value in figures(own, weights).items():
            sums.setdefault(name, []).append((value, len(own)))
    return {name: sum(v * n for v, n in parts) / sum(n for _, n in parts) for name, parts in sums.items()}


def page(rows: Sequence[Recorded], base: Settings) -> str:
    start = weights_of(base.ranking)
    found = search(rows, start)
    lines = [[name, figure(a), figure(found[at])] for at, (name, a) in enumerate(zip(SIGNALS, start, strict=True))]
    splits: list[tuple[str, Sequence[Recorded]]] = [("all", rows)]
    splits += [(repo, [row for row in rows if row.repo == repo]) for repo in dict.fromkeys(row.repo for row in rows)]
    measured = [
        (f"{name}, {when}", figures(own, weights))
        for name, own in splits
        for when, weights in (("before", start), ("after", found))
    ]
    measured.insert(2, ("each repository left out", left_out(rows, start)))
    cells = [[name, *(figure(of[key]) if key in of else "" for key in REACH)] for name, of in measured]
    return "\n".join([*table(["signal", "before", "after"], lines), "", *table(["split", *REACH], cells), ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.tune", description=__doc__.partition("\n")[0])
    parser.add_argument("--tasks", type=Path, help="a folder of public tasks")
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--try", dest="tried", default="", help="signals without weight to try, separated by commas")
    parser.add_argument("--replays", type=Path, nargs="*", default=[], help="written by: seedwalk eval replay --write")
    given = parser.parse_args(arguments)
    setup = Setup(stores=str(given.stores.resolve()))
    base = trying(without(Settings(), (UNTAUGHT,), MECHANISMS), [name for name in given.tried.split(",") if name])
    rows: list[Recorded] = []
    if given.tasks:
        public = asked(given.repos, tasks=given.tasks)
        rows += record(public.loaded.tasks, Places(given.repos, given.repos, given.stores, public.pins), setup, base)
    for file in given.replays:
        places = Places(given.repos, given.repos, given.stores / ".moving")
        rows += record([replayed(task) for task in load(file).tasks], places, setup, base)
    sys.stdout.write(page(rows, base))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
