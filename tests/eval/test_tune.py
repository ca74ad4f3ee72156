"""The search over weights, and what reading history costs, on small things."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seedwalk.config import Settings
from seedwalk.engine import SIGNALS
from seedwalk.errors import UsageError
from seedwalk.eval import bench_history, tune
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.matching import Rule
from seedwalk.eval.tune import Recorded
from tests.eval.scripted import git
from tests.index.test_history import ONE, TWO, commit

WALK, SIZE = SIGNALS.index("walk"), SIGNALS.index("size")


def recorded(repo: str, sort: Sort = Sort.GRADED) -> Recorded:
    """Eleven candidates of falling words; the last alone is right, and only the walk says so."""
    columns = np.zeros((11, len(SIGNALS)))
    columns[:, 0] = np.linspace(1.0, 0.9, 11)
    columns[-1, WALK] = 1.0
    hits = np.zeros((11, 1), bool)
    hits[-1] = True
    rules = (Rule.SYMBOL,) if sort is Sort.REPLAY else (Rule.STRICT, Rule.LENIENT)
    return Recorded(repo, sort, columns, dict.fromkeys(rules, hits))


def weights(walk: float) -> np.ndarray:
    found = np.zeros(len(SIGNALS))
    found[0], found[WALK] = 1.0, walk
    return found


def test_figures_are_those_of_the_ranking_under_the_weights() -> None:
    rows = [recorded("a"), recorded("b", Sort.REPLAY)]
    assert tune.figures(rows, weights(0.0)) == pytest.approx(
        {"P@10": 0, "R@10": 0, "MRR": 1 / 11, "strict R@10": 0, "replay R@10": 0, "replay MRR": 1 / 11}
    )
    assert tune.figures(rows, weights(0.2)) == pytest.approx(
        {"P@10": 0.1, "R@10": 1, "MRR": 1, "strict R@10": 1, "replay R@10": 1, "replay MRR": 1}
    )


def test_the_search_finds_the_weight_that_ranks_right_and_leaves_what_is_off_alone() -> None:
    found = tune.search([recorded("a"), recorded("b")], weights(0.01))
    assert found[WALK] > 0.1
    assert (found[0], found[SIZE]) == (1.0, 0.0)


def test_a_signal_that_is_tried_is_recorded_and_one_that_has_a_weight_keeps_it() -> None:
    tried = tune.trying(Settings(), ["concepts", "walk"]).ranking
    assert (tried.concepts, tried.names) == (tune.TRIED, 0.0)
    assert tried.walk == Settings().ranking.walk
    with pytest.raises(UsageError, match="'whim' is no signal"):
        tune.trying(Settings(), ["whim"])


def test_a_repository_is_judged_by_the_others_alone() -> None:
    wrong = recorded("b")
    wrong.columns[-1, WALK] = 0.0  # nothing here can be learned
    assert tune.left_out([recorded("a"), wrong], weights(0.01))["R@10"] == 0.0
    assert tune.left_out([recorded("a"), recorded("b")], weights(0.01))["R@10"] == 1.0


def test_history_is_timed_once_for_all_and_once_for_the_next_commit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "made"
    root.mkdir()
    git(root, "init", "-q")
    for number in range(3):
        commit(root, f"Make it {number}", {"a.py": ONE + TWO.replace("2", str(number))}, number)
    bench_history.main(["--repo", str(root)])
    told = capsys.readouterr().out.splitlines()
    assert [line.split("|")[2].strip() for line in told[2:]] == ["2", "1"]
    assert git(root, "status", "--porcelain") == ""
