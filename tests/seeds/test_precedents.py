"""What earlier commits like a task say, on the history that `test_history` works out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import History
from seedwalk.seeds.asked import Asked
from seedwalk.seeds.history import Memory, memory
from seedwalk.seeds.precedents import likeness, precedents
from tests.seeds.test_history import CACHE, FIX, MODULE, PARSE, PLAIN, ask, idf, remembered, terms

ALL = np.ones(5)


def told(asked: Asked, tuning: History = PLAIN, answers: np.ndarray = ALL, past: Memory | None = None) -> np.ndarray:
    past = past or remembered()
    return precedents(past, past.saying(asked), tuning, answers).dense


def test_a_commit_is_as_like_a_task_as_the_cosine_of_their_words() -> None:
    past, whole = remembered(), np.hypot(idf(1), idf(2))
    assert likeness(past, past.saying(ask(PARSE))) == pytest.approx([idf(1) ** 2 / whole, 0, 0])
    assert likeness(past, past.saying(ask(FIX))) == pytest.approx([idf(2) ** 2 / whole, 0, idf(2)])


def test_what_a_like_commit_touched_is_spoken_for_the_more_the_less_it_touched() -> None:
    found = told(ask(FIX))
    assert found[2] == pytest.approx(1.0)  # touched alone, by the commit that says nothing else
    assert found[1] == found[4] == pytest.approx(idf(2) / np.hypot(idf(1), idf(2)) / np.sqrt(2))
    assert found[0] == found[3] == 0.0


def test_what_else_stands_in_the_file_of_a_precedent_gains_nothing() -> None:
    assert told(ask(CACHE), replace(PLAIN, file=0.5)) == pytest.approx([0, 1.0, 0, 0, 0])


def test_only_the_most_like_are_asked() -> None:
    assert told(ask(FIX), replace(PLAIN, precedents=1)) == pytest.approx([0, 0, 1.0, 0, 0])


def test_what_may_not_be_answered_gets_nothing() -> None:
    assert told(ask(CACHE), answers=np.array([1, 0, 1, 1, 1])).tolist() == [0] * 5


def test_no_commits_say_nothing_and_neither_do_those_without_words() -> None:
    none = memory(np.zeros(0, int), np.zeros(0, int), [], np.array([1]), np.array([7]), MODULE)
    silent = memory(np.array([7]), np.array([0]), [terms()], np.array([1]), np.array([7]), MODULE)
    assert all(told(ask(FIX), past=past).tolist() == [0] * 5 for past in (none, silent))
