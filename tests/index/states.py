"""Everything an index says, as one value that can be compared."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seedwalk.api import Repository, open_repository
from seedwalk.config import Indexing, Settings
from seedwalk.store.database import FILENAME, open_reader, telling

QUERIES = ("base renamed shape", "read the store helper total", "Circle area pkg handlers load_config")
"""Between them the words that the texts of the tests' trees exchange: each adds to the scores that are compared."""


@dataclass(frozen=True, slots=True)
class State:
    """What a reader can see."""

    dump: list[dict[str, Any]]
    packages: dict[str, str]
    skipped: list[tuple[str, str, str]]
    found: dict[str, list[tuple[int, float]]]
    streams: list[tuple[str, bytes, bytes]]
    counted: tuple[int, int, dict[str, int], dict[str, int]]


def state_of(repository: Repository) -> State:
    return State(
        dump=list(repository.dump()),
        packages=repository.packages(),
        skipped=[(row.path, row.reason, row.detail) for row in repository.skipped()],
        found={
            query: [(hit.symbol.id, hit.score) for hit in repository.search(query, limit=50)] for query in QUERIES
        },
        streams=_streams(repository),
        counted=_counted(repository),
    )


def seen(repository: Repository) -> State:
    """As `state_of`, by a look that leaves nothing open: a process forked then has the index to itself."""
    return state_of(open_repository(repository.root, store=repository.store, settings=repository.settings))


def _streams(repository: Repository) -> list[tuple[str, bytes, bytes]]:
    """The words of every file in their order."""
    path = repository.store / FILENAME
    with closing(open_reader(path)) as connection, telling(path):
        query = "SELECT path, starts, marks FROM streams LEFT JOIN files ON files.id = file_id ORDER BY path"
        return connection.execute(query).fetchall()


def _counted(repository: Repository) -> tuple[int, int, dict[str, int], dict[str, int]]:
    status = repository.status()
    return status.files, status.symbols, status.edges, status.languages


def repository_at(root: Path, store: Path, **indexing: Any) -> Repository:
    """A repository whose index lies beside it; `indexing` overrides tunables."""
    return open_repository(root, store=store, settings=Settings(indexing=Indexing(**indexing)))


def fresh_state(root: Path, store: Path) -> tuple[str, State]:
    """Snapshot and state of an index made from nothing."""
    repository = repository_at(root, store)
    return repository.index(rebuild=True).snapshot, state_of(repository)
