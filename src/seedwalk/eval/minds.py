"""Tasks with the engine that answers them: each repository, at each commit, opened once for all its tasks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from seedwalk.api import Repository, open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import DEFAULT_PROFILE, profile_named
from seedwalk.engine import Mind
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.asking import asked
from seedwalk.eval.fixtures import load
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.places import Places
from seedwalk.eval.running import by_place
from seedwalk.store.database import FILENAME, open_reader

UNSEEN = ("history", "recency")
"""Off for public tasks: some of them were made from changes that lie in the history."""


class Opened(Struct, frozen=True):
    """A repository as it stands for some tasks, and the engine over it."""

    repository: Repository
    mind: Mind
    connection: sqlite3.Connection
    tasks: Sequence[Task]

    @property
    def settings(self) -> Settings:
        return self.mind.settings


def minds(tasks: Sequence[Task], places: Places, setup: Setup) -> Iterator[Opened]:
    """One for each commit that tasks are asked at. Replayed commits are asked with history, all others without."""
    for group in by_place(tasks):
        where = places.of(group[0])
        off = (*setup.without, *(() if group[0].sort is Sort.REPLAY else UNSEEN))
        settings = without(profile_named(setup.profile or DEFAULT_PROFILE), off, MECHANISMS)
        repository = open_repository(where, store=setup.store_of(where), settings=settings)
        repository.index()
        connection = open_reader(repository.store / FILENAME)
        try:
            yield Opened(repository, Mind(connection, settings), connection, group)
        finally:
            connection.close()


def everything(
    tasks: Path | None, repos: Path, stores: Path, replays: Sequence[Path], setup: Setup, sample: int = 0
) -> Iterator[Opened]:
    """Public tasks, then replayed commits, each with its engine."""
    if tasks is not None:
        public = asked(repos, tasks=tasks, sample=sample)
        yield from minds(public.loaded.tasks, Places(repos, repos, stores, public.pins), setup)
    for file in replays:
        places = Places(repos, repos, stores / ".moving")
        yield from minds([replayed(task) for task in load(file).tasks], places, setup)


def replayed(task: Task) -> Task:
    """A task written down as an issue, as the replay it was."""
    return Task(task.id, Sort.REPLAY, Sort.REPLAY, task.text, task.truths, task.repo, task.commit, task.files)
