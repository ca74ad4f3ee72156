"""What it says that a word is found: nothing for a stop word, little for everybody's, most for nobody's."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from seedwalk.seeds.surprise import strangeness, surprise
from seedwalk.store.lexical import Weighed
from seedwalk.text import stem
from seedwalk.words.everyday import everyday

COOKIE = stem("cookie")


def test_shares_are_of_the_repositories_that_were_counted() -> None:
    shares = everyday()
    assert all(0 < share <= 1 for share in shares.values())
    assert shares["get"] > 0.9 > shares[COOKIE] > 0.05


def test_a_word_says_more_the_fewer_repositories_have_it() -> None:
    told = surprise(["the", "get", COOKIE, "xylophone"], 0.05)
    assert told["the"] == 0.0
    assert told["get"] == 0.0 or told["get"] < 0.1
    assert told["get"] < told[COOKIE] < told["xylophone"] == pytest.approx(log(1.05 / 0.05))
    assert told[COOKIE] == pytest.approx(log(1.05 / (everyday()[COOKIE] + 0.05)))


def test_strangeness_is_the_share_of_the_most_surprise_there_is() -> None:
    silent, everyones, cookie, nobodys = strangeness(["the", "get", COOKIE, "xylophone"], 0.05)
    assert silent == 0.0
    assert nobodys == pytest.approx(1.0)
    assert everyones < 0.1 < cookie < 1.0


def test_strength_is_the_mean_fit_of_the_best_over_what_the_words_could_give() -> None:
    """Four words of which three say something: (1.5 + 1.0) / 2 over 3.0, times root 3."""
    weighed = Weighed(np.zeros(4), [1.0] * 4, np.array([0.2, 1.5, 0.0, 1.0]), [1.0, 0.0, 1.5, 0.5])
    assert weighed.strength(2) == pytest.approx(1.25 / 3 * 3**0.5)
    assert weighed.strength(100) == pytest.approx(2.7 / 4 / 3 * 3**0.5)


def test_nothing_said_or_nothing_there_is_no_match() -> None:
    assert Weighed(np.zeros(1), [1.0], np.ones(1), [0.0]).strength(5) == 0.0
    assert Weighed(np.zeros(0), [1.0], np.zeros(0), [1.0]).strength(5) == 0.0
