"""Lessons from replayed commits, and trees grown from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from seedwalk.config import Settings
from seedwalk.errors import UsageError
from seedwalk.eval import training
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.places import Places
from seedwalk.eval.training import Lesson, flattened, judged, page
from seedwalk.rank.trained import FEATURES
from tests.eval.scripted import git
from tests.index.test_history import ONE, TWO, commit

_RANK = FEATURES.index("rank")


def lesson(repo: str, hit: int, *, past: bool = True, form: str = "report") -> Lesson:
    """Twelve symbols, of which one is right."""
    table = np.zeros((12, len(FEATURES)))
    table[:, _RANK] = np.arange(12)
    hits = np.zeros((12, 1), bool)
    hits[hit] = True
    return Lesson(repo, form, np.linspace(1.0, 0.9, 12), np.arange(12), table, hits, past)


_LOW, _HIGH = {"leaf_value": 0.0}, {"leaf_value": 1.0}
LAST_FIRST = flattened([{"split_feature": _RANK, "threshold": 10.5, "left_child": _LOW, "right_child": _HIGH}], "")


def test_a_lesson_is_judged_as_it_was_answered_and_in_the_order_of_trees() -> None:
    assert judged(lesson("a", 11), None, 1.0).found == (12,)
    assert judged(lesson("a", 11), LAST_FIRST, 1.0).found == (1,)


def test_the_page_tells_each_split_with_its_tasks() -> None:
    told = page([(lesson("a", 11), LAST_FIRST), (lesson("b", 0, form="short line"), LAST_FIRST)], 1.0)
    rows: dict[str, Sequence[str]] = {}
    for line in told.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        rows[cells[0]] = cells[1:]
    assert rows["report"][:2] == ["1", "0.000 → 1.000"]
    assert rows["short line"][:2] == ["1", "1.000 → 1.000"]
    assert rows["all, without history"][0] == "0"
    assert rows["a"][0] == rows["b"][0] == "1"


def test_a_commit_gives_a_lesson_with_its_past_and_one_without(tmp_path: Path) -> None:
    place = tmp_path / "repos" / "demo"
    place.mkdir(parents=True)
    git(place, "init", "-q", "-b", "main")
    commit(place, "cookies are parsed", {"a.py": ONE, "b.py": TWO})
    head = git(place, "rev-parse", "HEAD").strip()
    task = Task("demo@1", Sort.REPLAY, Sort.REPLAY, "one and two", ("a.py:one",), "demo", head)
    places = Places(place.parent, place.parent, tmp_path / "moving")
    found = list(training.lessons([task], places, tmp_path / "stores", Settings()))
    assert [one.past for one in found] == [True, False]
    assert {one.form for one in found} == {"short line"}
    assert all(one.table.shape == (len(one.ids), len(FEATURES)) for one in found)


def test_trees_learn_to_put_what_was_changed_first() -> None:
    pytest.importorskip("lightgbm", reason="lightgbm, which grows trees, is not installed")
    taught = [lesson(f"r{at % 4}", 11) for at in range(80)]
    trees = training.grow(taught, "test")
    assert judged(taught[0], trees, 1.0).found == (1,)


def test_without_lightgbm_training_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "lightgbm", None)
    with pytest.raises(UsageError, match=r"seedwalk\[training\]"):
        training.grow([lesson("a", 0)], "")
