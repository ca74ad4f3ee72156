"""The last look: what it reads of the best symbols, and how they change places."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.arrays.columns import Few
from seedwalk.graph.arrays import NODE
from seedwalk.model import Kind
from seedwalk.rank.signals import Scores, combine
from seedwalk.rank.trained import FEATURES, SIGNALS, exchanged, features, taught
from seedwalk.rank.trees import Trees

KINDS = tuple(Kind)


def example() -> tuple[Scores, np.ndarray, np.ndarray, np.ndarray]:
    """Five rows of which four are told: a class with its method, a function of the same file, one of another."""
    lexical = np.array([0.5, 1.0, 0.0, 0.8, 0.25])
    signals = {"lexical": lexical, "walk": np.array([0.5, 0, 0, 0, 0])}
    scores = combine(signals, {"lexical": 1.0, "walk": 0.4}, np.ones(5))
    rows = np.array([1, 3, 0, 4])
    nodes = np.zeros(4, NODE)
    nodes["file"] = [7, 9, 7, 7]
    nodes["kind"] = [KINDS.index(kind) for kind in (Kind.CLASS, Kind.FUNCTION, Kind.METHOD, Kind.FUNCTION)]
    nodes["line"], nodes["end_line"] = [1, 1, 2, 30], [20, 1, 9, 31]
    return scores, rows, nodes, np.array([-1, 2, 1, -1])


def told(name: str) -> list[float]:
    scores, rows, nodes, parent = example()
    table = features(scores, rows, nodes, parent, report=True)
    column: list[float] = table[:, FEATURES.index(name)].round(6).tolist()
    return column


def test_features_are_what_they_are_called() -> None:
    assert told("score") == [1.0, 0.8, 0.7, 0.25]
    assert told("rank") == [0, 1, 2, 3]
    assert told("report") == [1.0] * 4
    assert told("lines") == np.log1p([20, 1, 8, 2]).round(6).tolist()
    assert (told("type"), told("function"), told("method")) == ([1, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0])
    assert told("before in file") == [0, 0, 1, 2]
    assert told("of file") == [3, 1, 3, 3]
    assert told("best of file") == [1.0, 0.8, 1.0, 1.0]
    assert told("share of file") == np.round([1.95 / 2.75, 0.8 / 2.75, 1.95 / 2.75, 1.95 / 2.75], 6).tolist()
    assert told("to best of file") == [1.0, 1.0, 0.7, 0.25]
    assert told("files before") == [0, 1, 2, 2]
    assert told("holder") == [-1.0, -1.0, 1.0, -1.0]
    assert told("held") == [1, 0, 0, 0]


def test_shares_of_signals_add_up_to_the_score() -> None:
    scores, rows, nodes, parent = example()
    table = features(scores, rows, nodes, parent, report=False)
    np.testing.assert_allclose(table[:, -len(SIGNALS) :].sum(axis=1), table[:, 0])
    assert told("walk") == [0.0, 0.0, 0.2, 0.0]


@given(st.lists(st.tuples(st.floats(0.01, 1.0), st.floats(-3, 3)), min_size=2, max_size=30), st.floats(0.0, 2.0))
def test_scores_change_places_and_none_is_made_or_lost(rows: list[tuple[float, float]], weight: float) -> None:
    standing = np.sort(np.array([score for score, _ in rows]))[::-1]
    given_ = exchanged(standing, np.arange(len(rows)), np.array([learned for _, learned in rows]), weight)
    assert sorted(given_) == sorted(standing)


def test_what_was_learned_alone_decides_between_equals_and_nothing_where_it_has_no_weight() -> None:
    equal, learned = np.array([1.0, 1.0 - 1e-9, 0.5]), np.array([0.0, 5.0, 1.0])
    assert exchanged(equal, np.arange(3), learned, 0.1).argmax() == 1
    assert exchanged(equal, np.arange(3), learned, 0.0).tolist() == equal.tolist()
    assert exchanged(equal, np.arange(3), np.ones(3), 5.0).tolist() == equal.tolist()


def test_the_signal_is_what_a_row_won_or_lost() -> None:
    scores, rows, nodes, parent = example()
    last_first = Trees("example", FEATURES, (0,), (1, -1, -1), (2.5, 0.0, 0.0), (1, 1, 2), (2, 1, 2), (0.0, 0.0, 9.0))
    table = features(scores, rows, nodes, parent, report=False)
    signal = taught(scores, rows, np.arange(4), table, last_first, 2.0)
    assert isinstance(signal, Few)
    after = scores.total + 2.0 * signal.dense * scores.factor
    assert after[rows].round(6).tolist() == [0.8, 0.7, 0.25, 1.0]
    assert after[2] == scores.total[2]
