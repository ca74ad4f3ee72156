"""Grow the trees of the last look from replayed commits, and say what they give on repositories they never saw.

    python -m seedwalk.eval.training --repos CHECKOUTS --stores DIR [--write] REPLAYS...

REPLAYS are what `seedwalk eval replay --write FILE` wrote. Every commit's message is asked twice, with the history
before it and without any: the trees must serve a fresh clone too. What stood among the best, by the engine without
trees, is a lesson: the features of each symbol, and whether the commit changed it. Printed is what an order by the
trees gives when each repository is judged by trees of the others, by the form of the task and by repository. `--write`
grows them from all lessons and puts them where the engine reads them. Needs lightgbm: pip install 'seedwalk[training]'.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.api import open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.engine import Mind
from seedwalk.errors import UsageError
from seedwalk.eval import metrics
from seedwalk.eval.arena.system import Found
from seedwalk.eval.fixtures import load
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.matching import RULES, Rule
from seedwalk.eval.minds import UNSEEN, replayed
from seedwalk.eval.places import Places
from seedwalk.eval.running import by_place
from seedwalk.eval.stats import paired
from seedwalk.eval.tables import figure, table
from seedwalk.eval.tune import UNTAUGHT
from seedwalk.rank import trees as kept
from seedwalk.rank.trained import FEATURES, exchanged, features
from seedwalk.rank.trees import LEAF, Trees
from seedwalk.seeds.asked import asked
from seedwalk.store.database import FILENAME, open_reader
from seedwalk.thought import Thought

FOLDS = 8
"""Parts that the repositories are dealt into; each is judged by trees of the other seven."""
ROUNDS = 100
_GROWING: dict[str, Any] = {
    "objective": "lambdarank", "num_leaves": 8, "learning_rate": 0.08, "min_data_in_leaf": 80, "lambda_l2": 5.0,
    "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "lambdarank_truncation_level": 20,
    "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 2, "verbose": -1,
}  # fmt: skip
"""Many small trees: 4 or 16 leaves, 50 or 200 rounds and heavier penalties gave the same within chance."""
_DIGITS = 6
"""Decimals of what is written down: more are noise, and the file is read by people."""


class Lesson(Struct, frozen=True):
    """One task as it was answered without trees."""

    repo: str
    form: str
    standing: np.ndarray
    ids: np.ndarray
    table: np.ndarray
    hits: np.ndarray
    """Which truth (column) each of the best symbols (row) is."""
    past: bool
    """Whether it was asked with history."""


def lessons(tasks: Sequence[Task], places: Places, stores: Path, base: Settings) -> Iterator[Lesson]:
    """Each task asked with history and without; the tasks of one commit share one index."""
    for group in by_place(tasks):
        where = places.of(group[0])
        repository = open_repository(where, store=stores / where.name, settings=base)
        repository.index()
        connection = open_reader(repository.store / FILENAME)
        try:
            for past in (True, False):
                settings = without(base, (UNTAUGHT, *(() if past else UNSEEN)), MECHANISMS)
                mind = Mind(connection, settings, where)
                for task in group:
                    thought = mind.think(connection, task.text, settings.ranking.trained_among)
                    if len(thought.ranking) > 1:
                        best = mind.symbols(connection, thought.ranking.tolist())
                        found = [Found(one.path, one.qualified_name) for one in best]
                        yield _lesson(task, mind, thought, found, past=past)
        finally:
            connection.close()


def _lesson(task: Task, mind: Mind, thought: Thought, found: Sequence[Found], *, past: bool) -> Lesson:
    settings, rows = mind.settings, thought.ranking
    said = asked(task.text, settings.asking, settings.ranking.everyday)
    nodes, parent = mind.graph.nodes[rows], mind.structure.parent[rows]
    asks = features(thought.scores, rows, nodes, parent, report=said.reports)
    matches = RULES[Rule.SYMBOL]
    hits = np.array([[matches(truth, place) for truth in task.truths] for place in found], bool)
    taken = said.like_commits(task.text, settings.ranking.trained_words)
    form = "report" if said.reports else "short line" if taken else "long line"
    return Lesson(task.repo, form, thought.scores.total[rows], mind.graph.ids[rows], asks, hits, past)


def grow(taught: Sequence[Lesson], origin: str) -> Trees:
    """Trees that put what a commit changed before what it did not."""
    try:
        import lightgbm
    except ImportError as error:
        raise UsageError("lightgbm is not installed. Run: pip install 'seedwalk[training]'.") from error
    useful = [one for one in taught if one.hits.any()]
    labels = np.concatenate([one.hits.any(axis=1) for one in useful]).astype(int)
    rows = lightgbm.Dataset(np.vstack([one.table for one in useful]), labels, group=[len(one.table) for one in useful])
    model = lightgbm.train(dict(_GROWING), rows, num_boost_round=ROUNDS).dump_model()
    return flattened([tree["tree_structure"] for tree in model["tree_info"]], origin)


def flattened(roots: Iterable[dict[str, Any]], origin: str) -> Trees:
    """Nested nodes, as lightgbm tells them, one after the other."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []

    def put(node: dict[str, Any]) -> int:
        at = len(feature)
        asks = "split_feature" in node
        feature.append(node["split_feature"] if asks else LEAF)
        threshold.append(float(f"{node['threshold']:.{_DIGITS + 3}g}") if asks else 0.0)
        value.append(0.0 if asks else round(node["leaf_value"], _DIGITS))
        left.append(at)
        right.append(at)
        if asks:
            left[at], right[at] = put(node["left_child"]), put(node["right_child"])
        return at

    starts = tuple(put(root) for root in roots)
    return Trees(origin, FEATURES, starts, tuple(feature), tuple(threshold), tuple(left), tuple(right), tuple(value))


def judged(lesson: Lesson, trees: Trees | None, weight: float) -> metrics.Judged:
    """A task's answer, as it was or in the order that trees give."""
    hits = lesson.hits
    if trees is not None:
        final = np.round(exchanged(lesson.standing, lesson.ids, trees.score(lesson.table), weight), _DIGITS)
        hits = hits[np.lexsort((lesson.ids, -final))]
    first = np.where(hits.any(axis=0), hits.argmax(axis=0) + 1, 0)
    return metrics.Judged(len(hits), tuple((np.flatnonzero(hits.any(axis=1)) + 1).tolist()), tuple(first.tolist()))


_SPLITS = ("all, with history", "all, without history", "report", "short line", "long line")
MEASURES: dict[str, Callable[[metrics.Judged], float]] = {
    "R@10": lambda one: metrics.recall(one, 10),
    "R@20": lambda one: metrics.recall(one, 20),
    "MRR": metrics.reciprocal_rank,
}


def left_out(taught: Sequence[Lesson], tell: Callable[[str], None]) -> list[tuple[Lesson, Trees]]:
    """Every lesson, with trees grown from other repositories alone."""
    repos = sorted({one.repo for one in taught})
    found: list[tuple[Lesson, Trees]] = []
    for fold in range(min(FOLDS, len(repos))):
        out = set(repos[fold::FOLDS])
        trees = grow([one for one in taught if one.repo not in out], "")
        found += [(one, trees) for one in taught if one.repo in out]
        tell(f"judged {', '.join(sorted(out))} by trees of the others")
    return found


def page(pairs: Sequence[tuple[Lesson, Trees]], weight: float) -> str:
    """Before and after, by the form of the task and by repository, with what a paired test says."""
    told = [(one, judged(one, None, weight), judged(one, trees, weight)) for one, trees in pairs]
    splits: dict[str, list[tuple[metrics.Judged, metrics.Judged]]] = {name: [] for name in _SPLITS}
    for one, before, after in sorted(told, key=lambda row: row[0].repo):
        for name in ("all, with history", one.form, one.repo) if one.past else ("all, without history",):
            splits.setdefault(name, []).append((before, after))
    lines = []
    for name, own in splits.items():
        cells = [name, str(len(own))]
        for of in MEASURES.values():
            compared = paired([of(before) for before, _ in own], [of(after) for _, after in own])
            cells += [f"{figure(compared.before)} → {figure(compared.after)}", figure(compared.p)]
        lines.append(cells)
    head = ["split", "tasks", *(cell for name in MEASURES for cell in (name, "p"))]
    return "\n".join([*table(head, lines), ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.training", description=__doc__.partition("\n")[0])
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--write", action="store_true", help="grow trees from all lessons and keep them")
    parser.add_argument("replays", type=Path, nargs="+", help="files that seedwalk eval replay --write made")
    given = parser.parse_args(arguments)
    base = Settings()
    places = Places(given.repos, given.repos, given.stores / ".moving")
    taught: list[Lesson] = []
    for file in given.replays:
        taught += lessons([replayed(task) for task in load(file).tasks], places, given.stores, base)
        sys.stderr.write(f"{file.stem}: {len(taught)} lessons so far\n")
    weight = base.ranking.trained
    sys.stdout.write(page(left_out(taught, lambda line: print(line, file=sys.stderr)), weight))
    if given.write:
        repos = sorted({one.repo or "this one" for one in taught})
        grown = grow(taught, f"{len(taught) // 2} replayed commits of {', '.join(repos)}")
        kept.PLACE.write_bytes(msgspec.json.format(msgspec.json.encode(grown), indent=0) + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
