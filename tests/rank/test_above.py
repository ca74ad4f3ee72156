"""What stands above the best gains by it: bases, interfaces and overridden methods, for tasks that ask what to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.graph.sparse import by_rows
from seedwalk.rank.above import above
from tests.seeds.here import Here, standing

FILES = {
    "auth/base.py": "class Scheme:\n    def verify(self, given): raise NotImplementedError\n",
    "auth/token.py": (
        "from auth.base import Scheme\n\n\n"
        "class TokenLogin(Scheme):\n    def verify(self, given):\n        return check_login_token(given)\n\n\n"
        "def check_login_token(given): return bool(given)\n"
    ),
    "auth/other.py": "class Unrelated:\n    def verify(self, given): return given\n",
}
TASK = "let users who come back after a week login with the token that they were given before"
SHORT = "reject an empty login token"


def upward(size: int, pairs: list[tuple[int, int]]) -> tuple:  # type: ignore[type-arg]
    below, over = (np.array(column, np.int64) for column in zip(*sorted(pairs), strict=True))
    return (by_rows(size, below, over, np.ones(len(below))),)


def test_what_the_best_stand_below_gains_by_the_best_of_them() -> None:
    parent = np.array([-1, -1, 1, -1, -1, -1])  # 2 is a member of 1
    leads = upward(6, [(0, 3), (1, 3), (1, 4)])
    found = above(np.array([0, 2]), np.array([2.0, 1.0]), parent, leads)
    assert found.dense.tolist() == [0, 0, 0, 1.0, 0.5, 0]


def test_nothing_stands_above_nothing() -> None:
    assert not len(above(np.zeros(0, np.int64), np.zeros(0), np.array([-1, -1]), upward(2, [(0, 1)])).rows)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    with standing(tmp_path, FILES, Settings()) as here:
        yield here


def gained(here: Here, text: str, name: str) -> float:
    columns = here.mind.think(here.connection, text, 20).scores.columns
    return float(columns["above"][here.row(name)]) if "above" in columns else 0.0


def test_a_base_and_the_method_it_asks_for_gain(here: Here) -> None:
    most = Settings().ranking.above
    assert 0.0 < gained(here, TASK, "Scheme") <= most
    assert 0.0 < gained(here, TASK, "Scheme.verify") <= most
    assert gained(here, TASK, "Unrelated.verify") == 0.0
    assert gained(here, TASK, "check_login_token") == 0.0


def test_a_task_worded_like_a_commit_is_left_as_it_was(here: Here) -> None:
    assert gained(here, SHORT, "Scheme") == 0.0
    assert gained(here, f"{TASK}\n\nSteps to reproduce: wait a week, then login.", "Scheme") == 0.0


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    with standing(tmp_path, FILES, without(Settings(), ["above"], MECHANISMS)) as here:
        assert gained(here, TASK, "Scheme") == 0.0


def test_an_edit_that_takes_the_base_away_is_seen(tmp_path: Path) -> None:
    with standing(tmp_path, FILES, Settings()):
        pass
    changed = {**FILES, "auth/token.py": FILES["auth/token.py"].replace("(Scheme)", "")}
    with standing(tmp_path, changed, Settings()) as here:
        assert gained(here, TASK, "Scheme") == 0.0
