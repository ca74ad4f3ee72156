"""Trees added up: each leads a row down to a leaf, and what comes with seedwalk fits the features it is asked."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from seedwalk.eval.training import flattened
from seedwalk.rank.trained import FEATURES
from seedwalk.rank.trees import LEAF, Trees, grown


def leaf(value: float) -> dict[str, object]:
    return {"leaf_value": value}


def asks(feature: int, threshold: float, left: dict[str, object], right: dict[str, object]) -> dict[str, object]:
    return {"split_feature": feature, "threshold": threshold, "left_child": left, "right_child": right}


DEEP, FLAT = asks(0, 1.0, leaf(1.0), asks(1, 5.0, leaf(2.0), leaf(3.0))), asks(1, 0.0, leaf(10.0), leaf(20.0))
TWO = flattened([DEEP, FLAT], "two")


@pytest.mark.parametrize(
    ("row", "score"),
    [([1.0, 9.0], 21.0), ([1.1, 5.0], 22.0), ([2.0, 5.1], 23.0), ([0.0, 0.0], 11.0)],
    ids=["at the threshold is left", "deeper left", "deeper right", "both left"],
)
def test_a_row_gets_what_its_leaves_give(row: list[float], score: float) -> None:
    assert TWO.score(np.array([row])).tolist() == [score]


def test_rows_of_one_table_do_not_touch_each_other() -> None:
    table = np.random.default_rng(0).uniform(-1, 7, (50, 2))
    assert TWO.score(table).tolist() == [TWO.score(row[None])[0] for row in table]


def test_a_tree_that_asks_nothing_gives_its_leaf() -> None:
    assert flattened([leaf(0.5)], "one").score(np.zeros((3, 2))).tolist() == [0.5] * 3


def test_what_comes_with_seedwalk_asks_for_the_features_there_are() -> None:
    kept = grown()
    assert kept.features == FEATURES
    assert max(kept.feature) < len(FEATURES)
    assert len(kept.roots) == 100
    assert "replayed commits of" in kept.origin


def test_what_comes_with_seedwalk_leads_every_row_down_to_a_leaf() -> None:
    kept = grown()
    inside = [at for at, feature in enumerate(kept.feature) if feature != LEAF]
    assert all(kept.left[at] > at and kept.right[at] > at for at in inside)
    assert np.isfinite(kept.score(np.random.default_rng(0).uniform(-1, 50, (20, len(FEATURES))))).all()


def test_trees_are_the_same_when_written_and_read() -> None:
    assert msgspec.json.decode(msgspec.json.encode(TWO), type=Trees) == TWO
