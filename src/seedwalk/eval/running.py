"""A system over a set of tasks, repository by repository; each in a process of its own, so that memory is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from seedwalk.errors import SeedwalkError
from seedwalk.eval import judging
from seedwalk.eval.arena import make
from seedwalk.eval.arena.labels import label
from seedwalk.eval.arena.system import Answer
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.bout import LIMIT, LIMITS, Bout, Tell, fight
from seedwalk.eval.fixtures.task import Problem, Task
from seedwalk.eval.places import Places
from seedwalk.eval.record import Record, key_of
from seedwalk.eval.results import Prepared, Result, digest_of
from seedwalk.eval.said import keep, said
from seedwalk.sources import git

Fight = Callable[[str, Setup, Path, Sequence[Task], int], Bout]


def run(
    name: str, tasks: Sequence[Task], places: Places, setup: Setup, *, called: str = "", limit: int = 0,
    tell: Tell = lambda _: None, fight_with: Fight | None = None, record: Record | None = None,
) -> tuple[Result, list[Problem]]:  # fmt: skip
    """One result, and the fixtures whose repository is not there. Tasks of one commit share one preparation; what the
    record has is not asked again. `limit` is how many symbols are asked for, 0: as many as tasks of their sort want."""
    bouts: list[Bout] = []
    problems: list[Problem] = []
    asked: list[Task] = []
    known, commit = record or Record(), commit_of_this()
    limit = limit or max((LIMITS.get(task.sort, LIMIT) for task in tasks), default=LIMIT)
    for group in by_place(tasks):
        key = key_of(name, setup, commit, group, limit)
        bout = known.get(key)
        if bout is None:
            try:
                where = places.of(group[0])
            except SeedwalkError as error:
                path, _, line = group[0].place.rpartition(":")
                problems.append(Problem(path, int(line or 1), f"{error} ({len(group)} tasks not asked)"))
                continue
            tell(f"{name}: {len(group)} tasks on {group[0].repo or where.name}")
            bout = (fight_with or apart)(name, setup, where, group, limit)
            known.put(key, bout)
        bouts.append(bout)
        asked += group
    return (
        Result(
            name, commit, called, digest_of(asked), tuple(row for bout in bouts for row in bout.rows),
            tuple(bout.prepared for bout in bouts), setup.profile, tuple(sorted(setup.without)), limit, setup.chosen,
            setup.bound, datetime.now(UTC).isoformat(timespec="seconds"),
        ),
        problems,
    )  # fmt: skip


def by_place(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Tasks of one repository and commit together; commits in the order they were given, which is that of time."""
    order = {repo: at for at, repo in enumerate(dict.fromkeys(task.repo for task in tasks))}
    ordered = sorted(tasks, key=lambda task: order[task.repo])
    for _, group in groupby(ordered, key=lambda task: (task.repo, task.commit)):
        yield list(group)


def here(name: str, setup: Setup, repository: Path, tasks: Sequence[Task], limit: int) -> Bout:
    """In this process: for tests, and for systems that are only asked once."""
    system, called = make(name, setup), label(name, setup.profile, sorted(setup.without), setup.chosen)

    def hear(task: Task, answer: Answer, failed: str) -> None:
        keep(Path(setup.answers), said(called, system, task, answer, failed))

    return fight(
        system, repository, tasks, limit=limit, bound=setup.bound, once=setup.once, hear=hear if setup.answers else None
    )


def apart(name: str, setup: Setup, repository: Path, tasks: Sequence[Task], limit: int) -> Bout:
    """In a new process. One that dies costs its tasks, not the run."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(here, name, setup, repository, list(tasks), limit).result()
        except BrokenProcessPool:
            why = "the process died"
            return Bout(
                Prepared(tasks[0].repo or repository.name, git.head(repository) or "", 0.0, 0, why),
                tuple(judging.failed_row(task, why) for task in tasks),
            )


def commit_of_this() -> str:
    """The commit of the seedwalk that is running; empty where it is not run from a checkout."""
    return git.head(Path(__file__).parent) or ""
