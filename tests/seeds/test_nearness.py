"""Words that stand together, in a task and in streams small enough to count by hand."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import Asking, Nearness
from seedwalk.seeds.nearness import nearness, pairs
from seedwalk.store.streams import mark
from seedwalk.store.words import term_hash
from seedwalk.text import stem

ASKING = Asking(rest=0.4)
PLAIN = Nearness(apart=2, window=3, length=0.0)


def counted(text: str, tuning: Nearness = PLAIN) -> dict[frozenset[str], float]:
    """What each pair of a text counts, by its two terms."""
    found = pairs(text, ASKING, tuning)
    spelled = {mark(term_hash(stem(word))): word for word in WORDS}
    named = [spelled[mark] for mark in found.marks.tolist()]
    return {
        frozenset((named[one], named[other])): float(found.weight[found.number[one, other]])
        for one in range(len(named))
        for other in range(one)
        if found.number[one, other] >= 0
    }


WORDS = ("symbolic", "link", "read", "source", "file", "cache", "key", "forget", "expire", "page")


def stream(text: str) -> np.ndarray:
    return np.array([mark(term_hash(stem(word))) for word in text.split()], "<u2")


def near(text: str, *streams: str, tuning: Nearness = PLAIN) -> list[float]:
    found: list[float] = nearness(pairs(text, ASKING, tuning), [stream(one) for one in streams], tuning).tolist()
    return found


def test_words_next_to_each_other_are_a_pair_and_those_further_apart_count_less() -> None:
    assert counted("symbolic link source") == {
        frozenset({"symbolic", "link"}): 1.0,
        frozenset({"link", "source"}): 1.0,
        frozenset({"symbolic", "source"}): 0.5,
    }


def test_stop_words_are_passed_over_and_sentences_end_pairs() -> None:
    assert counted("read the source. Link of a page") == {
        frozenset({"read", "source"}): 1.0,
        frozenset({"link", "page"}): 1.0,
    }


def test_identifiers_are_read_by_their_parts() -> None:
    assert counted("readSource link", replace(PLAIN, apart=1)) == {
        frozenset({"read", "source"}): 1.0,
        frozenset({"source", "link"}): 1.0,
    }


def test_what_stands_below_the_headline_counts_less_unless_the_headline_says_it_too() -> None:
    told = counted("cache forget key\ncache forget page expire", replace(PLAIN, apart=1))
    assert told[frozenset({"cache", "forget"})] == 1.0
    assert told[frozenset({"page", "expire"})] == pytest.approx(0.4)


@pytest.mark.parametrize("text", ["", "link", "the of and", "link link link", "1 2 3", "...."])
def test_a_text_without_two_words_has_no_pairs(text: str) -> None:
    assert len(pairs(text, ASKING, PLAIN)) == 0


def test_only_so_much_of_a_long_text_is_looked_at() -> None:
    assert len(pairs("symbolic link " + "x" * 50, ASKING, replace(PLAIN, letters=14))) == 1


def test_a_stream_has_a_pair_in_either_order_within_the_window_and_no_further() -> None:
    found = near("symbolic link", "symbolic link", "link symbolic", "link a b symbolic", "link a b c symbolic")
    assert found == [1.0, 1.0, 1.0, 0.0]


def test_a_pair_does_not_reach_from_one_stream_into_the_next() -> None:
    assert near("symbolic link", "a symbolic", "link b") == [0.0, 0.0]


def test_a_pair_that_few_have_tells_more() -> None:
    text = "symbolic link. read source"
    common = np.log1p(3 / 2) / np.log1p(3 / 1)
    assert near(text, "symbolic link", "read source", "source read") == pytest.approx([1.0, common, common])


def test_saying_it_again_tells_less_each_time() -> None:
    once, twice = near("symbolic link", "link symbolic a b c d", "link symbolic a b c d e f link symbolic")
    assert (once, twice) == pytest.approx(((1 / 2) / (2 / 3), 1.0))


def test_a_longer_stream_must_say_more() -> None:
    long = "link symbolic " + "x " * 6
    assert near("symbolic link", "link symbolic", long, tuning=replace(PLAIN, length=1.0)) == pytest.approx(
        [1.0, (1 / (1 + 8 / 5)) / (1 / (1 + 2 / 5))]
    )


def test_streams_of_nothing_have_nothing() -> None:
    assert near("symbolic link", "", "", tuning=replace(PLAIN, length=1.0)) == [0.0, 0.0]
