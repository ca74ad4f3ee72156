"""Building a replay: windows of a repository's history, commits drawn with a seed, and a record to go on from.

Every commit looked at is written down at once, so that a build that was stopped goes on where it stopped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from seedwalk.api import open_repository
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.places import moved
from seedwalk.eval.replay import history
from seedwalk.eval.replay.history import Window
from seedwalk.eval.replay.making import Made, Tree, Why, make, tree_of

COMMITS = 200
WINDOW = 50
"""Commits of the main line that share one cut-off: later ones meet an older index."""
TASKS = 100


class Plan(msgspec.Struct, frozen=True):
    """What to replay: how far back, in which windows, how many tasks, drawn with which seed."""

    commits: int = COMMITS
    window: int = WINDOW
    tasks: int = TASKS
    seed: int = 0


class Replay(msgspec.Struct, frozen=True):
    """Tasks in the order of their windows, the split in time, and what became of the commits looked at."""

    tasks: tuple[Task, ...]
    cuts: tuple[tuple[str, int], ...]
    """Each cut-off that was asked from, with the number of its tasks."""
    looked_at: dict[str, int]


def build(
    root: Path,
    name: str,
    moving: Path,
    plan: Plan,
    *,
    record: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Replay:
    """Commits are taken in a drawn order, window by window in turn, until there are enough tasks."""
    found = history.windows(root, plan.commits, plan.window)
    known = _read(record)
    trees: dict[str, Tree] = {}
    made: list[tuple[int, Made]] = []
    tasks = 0
    for at, commit in _drawn(found, plan.seed):
        if tasks >= plan.tasks:
            break
        window = found[at]
        key = f"{window.cut}..{commit.id}"
        one = known.get(key)
        if one is None:
            if window.cut not in trees:
                tell(f"indexing {name} at {window.cut[:12]}")
                trees[window.cut] = _tree(root, moving, window.cut)
            one = make(root, name, window, commit, trees[window.cut])
            _write(record, key, one)
        made.append((at, one))
        tasks += one.task is not None
    order = {commit.id: place for window in found for place, commit in enumerate(window.commits)}
    made.sort(key=lambda pair: (pair[0], order[pair[1].commit]))
    counts = Counter(found[at].cut for at, one in made if one.task)
    return Replay(
        tuple(one.task for _, one in made if one.task is not None),
        tuple((window.cut, counts[window.cut]) for window in found if counts[window.cut]),
        {why.value: count for why in Why if (count := sum(one.why is why for _, one in made))},
    )


def fixture_lines(tasks: Sequence[Task]) -> str:
    """The tasks in the form of issues, so that any verb that takes fixtures takes them."""
    rows = (
        {
            "id": task.id, "repo": task.repo, "commit": task.commit, "created": f"{at:06}", "text": task.text,
            "files": task.files, "functions": task.truths,
        }
        for at, task in enumerate(tasks)
    )  # fmt: skip
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def _drawn(windows: list[Window], seed: int) -> list[tuple[int, history.Commit]]:
    """Every commit with its window, shuffled inside each window, the windows taking turns."""
    draw = random.Random(seed)
    queues = []
    for at, window in enumerate(windows):
        commits = sorted(window.commits, key=lambda commit: commit.id)
        draw.shuffle(commits)
        queues.append([(place, at, commit) for place, commit in enumerate(commits)])
    return [
        (at, commit) for _, at, commit in sorted((one for queue in queues for one in queue), key=lambda one: one[:2])
    ]


def _tree(root: Path, moving: Path, cut: str) -> Tree:
    repository = open_repository(moved(root, moving, cut))
    repository.index()
    return tree_of(repository.symbols("*"))


def _read(record: Path | None) -> dict[str, Made]:
    if record is None or not record.exists():
        return {}
    found = {}
    for line in record.read_bytes().split(b"\n"):
        try:
            key, made = msgspec.json.decode(line, type=tuple[str, Made])
        except msgspec.DecodeError:
            continue  # an empty line, or the last of a build that was stopped while writing it
        found[key] = made
    return found


def _write(record: Path | None, key: str, made: Made) -> None:
    if record is not None:
        record.parent.mkdir(parents=True, exist_ok=True)
        with record.open("ab") as file:
            file.write(b"\n" + msgspec.json.encode((key, made)) + b"\n")
