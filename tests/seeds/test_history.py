"""The history channel's mathematics on a history worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import History
from seedwalk.seeds.asked import Asked
from seedwalk.seeds.history import Memory, memory

DAY = 86_400
PARSE, CACHE, FIX = 11, 22, 33
# rows: 0 module  1, 2 functions in it  3 module  4 function in it
MODULE = np.array([0, 0, 0, 3, 3])
PLAIN = History(k1=1.0, b=0.0, file=0.0)


def terms(*hashes: int) -> bytes:
    return np.array(hashes, "<u8").tobytes()


def ask(*hashes: int, weight: float = 1.0) -> Asked:
    """Terms of a headline."""
    many = len(hashes)
    return Asked(hashes, ("",) * many, np.full(many, weight), np.zeros(many, bool), np.ones(many, bool), rare=0.0)


def remembered() -> Memory:
    """Commit 7 (parse, fix) touched rows 1 and 4, commit 8 (cache) row 1, commit 9 (fix) row 2."""
    pairs = [(1, 7), (4, 7), (1, 8), (2, 9), (-1, 9), (1, 6)]  # a symbol that is gone, a commit that no longer counts
    rows, commits = np.array(pairs).T
    times = np.array([0, 90 * DAY, 100 * DAY])
    told = [terms(PARSE, FIX), terms(CACHE), terms(FIX)]
    return memory(np.array([7, 8, 9]), times, told, rows, commits, MODULE)


def of_symbols(asked: Asked, tuning: History) -> np.ndarray:
    """What the commits that touched each row say."""
    past, rows = remembered(), np.zeros(len(MODULE))
    rows[past.symbols.rows] = past.symbols.words(past.saying(asked), tuning)
    return rows


def of_files(past: Memory, asked: Asked) -> list[float]:
    """What the commits that touched each file say, the first file's first."""
    told = dict(zip(past.files.rows.tolist(), past.files.words(past.saying(asked), PLAIN).tolist(), strict=True))
    return [told.get(file, 0.0) for file in (0, 3)]


def idf(having: int) -> float:
    return float(np.log1p((3 - having + 0.5) / (having + 0.5)))


def test_a_symbol_is_spoken_for_by_the_commits_that_touched_it() -> None:
    assert of_symbols(ask(CACHE), PLAIN) == pytest.approx([0, idf(1) / 2, 0, 0, 0])


def test_a_term_nobody_wrote_counts_nothing_and_one_that_weighs_more_counts_more() -> None:
    twice = of_symbols(ask(FIX, weight=2.0), PLAIN)
    assert twice == pytest.approx(2 * of_symbols(ask(FIX), PLAIN))
    assert of_symbols(ask(FIX, 99), PLAIN).tolist() == of_symbols(ask(FIX), PLAIN).tolist()
    assert of_symbols(ask(FIX), PLAIN) == pytest.approx([0, idf(2) / 2, idf(2) / 2, 0, idf(2) / 2])


def test_a_file_speaks_for_its_symbols_by_every_commit_that_touched_it() -> None:
    assert of_files(remembered(), ask(CACHE)) == pytest.approx([idf(1) / 2, 0])


def test_a_file_touched_twice_by_one_commit_counts_it_once() -> None:
    rows, commits = np.array([1, 2]), np.array([7, 7])
    both = memory(np.array([7]), np.array([0]), [terms(CACHE)], rows, commits, MODULE)
    rare = float(np.log1p(0.5 / 1.5))
    assert of_files(both, ask(CACHE)) == pytest.approx([rare / 2, 0])


def test_history_is_scaled_among_what_may_be_answered_and_the_file_is_added_at_its_weight() -> None:
    answers = np.array([0, 1, 1, 0, 1])
    past = remembered()
    found = past.history(past.saying(ask(CACHE)), replace(PLAIN, file=0.5), answers)
    assert found == pytest.approx([0, 1.5, 0.5, 0, 0])


def test_much_touched_symbols_count_less_for_each_word() -> None:
    scores = of_symbols(ask(PARSE), replace(PLAIN, b=1.0))
    assert 0 < scores[1] < scores[4]


def test_freshness_halves_with_age_counted_from_the_last_commit() -> None:
    fresh = remembered().recency(10.0)
    assert fresh == pytest.approx([0, 0.5, 1.0, 0, 2**-10])


def test_nothing_remembered_says_nothing() -> None:
    none = memory(np.zeros(0, int), np.zeros(0, int), [], np.array([1]), np.array([7]), MODULE)
    assert none.history(none.saying(ask(FIX)), PLAIN, np.ones(5)).tolist() == none.recency(1.0).tolist() == [0] * 5
