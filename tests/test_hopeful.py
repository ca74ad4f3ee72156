"""A question works out the scores of those rows that can be told, and tells what the scores of all would have told."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.engine import Mind
from seedwalk.store.database import FILENAME, open_reader
from tests.test_golden import copy_of_mixed

TASKS = (
    "let the service of the shop keep its orders when they are loaded twice from the store",
    "load settings", "a test that the parser fails", "store", "nothing of the kind: xyzzy",
    "The shop forgets its orders\n\nIt happens when a service is called twice.\n\n  File \"app.py\", line 3, in run\n",
)  # fmt: skip


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> seedwalk.Repository:
    return copy_of_mixed(Path(tmp_path_factory.mktemp("mixed")))


@pytest.mark.parametrize("task", TASKS, ids=range(len(TASKS)))
@pytest.mark.parametrize("limit", [1, 5, 50])
def test_what_is_told_does_not_depend_on_who_was_left_out(mixed: seedwalk.Repository, task: str, limit: int) -> None:
    connection = open_reader(mixed.store / FILENAME)
    mind = Mind(connection, mixed.settings, mixed.root)
    few, every = (mind.think(connection, task, limit, every=every) for every in (False, True))
    connection.close()
    assert few.ranking.tolist() == every.ranking.tolist()
    for row in few.ranking.tolist():
        assert few.scores.total[row] == every.scores.total[row]
        assert few.scores.of(row) == every.scores.of(row)
