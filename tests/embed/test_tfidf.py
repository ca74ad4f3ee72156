"""The built-in encoder: how text is cut, what a word weighs, which words are kept, and when a space is made anew."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import Vectors
from seedwalk.embed import tfidf
from seedwalk.embed.tfidf import Tfidf, TfidfSpace, tokens
from seedwalk.store import spaces
from tests.seeds.here import standing


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("getUserById", ["getuserbyid", "user", "id"]),
        ("user_table", ["user_table", "user", "table"]),
        ("the user of it", ["user"]),
        ("ab x1 9lives", ["lives"]),
        ("", []),
    ],
)
def test_identifiers_count_whole_and_in_their_parts(text: str, found: list[str]) -> None:
    assert tokens(text) == found


def test_a_word_weighs_its_frequency_times_its_rarity() -> None:
    """basket twice and price once in the first of two texts: tf 1 and 0.75, idf ln(3/2) + 1 and ln(3/3) + 1."""
    space = Tfidf(Vectors()).learn(["basket basket price", "price"])
    basket, price = math.log(3 / 2) + 1, 0.75 * (math.log(3 / 3) + 1)
    length = math.hypot(basket, price)
    assert space.likeness("basket").tolist() == pytest.approx([basket / length, 0.0], abs=1e-6)
    assert space.likeness("price").tolist() == pytest.approx([price / length, 1.0], abs=1e-6)


def test_of_too_many_words_the_rarest_are_kept() -> None:
    space = Tfidf(Vectors(features=1)).learn(["basket price", "basket"])
    assert space.terms == ("price",)
    assert Tfidf(Vectors(least=2)).learn(["basket price", "basket"]).terms == ("basket",)


def test_what_shares_no_word_is_not_alike() -> None:
    space = Tfidf(Vectors()).learn(["basket price", "order"])
    assert space.likeness("whale songs").tolist() == [0.0, 0.0]
    assert Tfidf(Vectors()).learn([]).likeness("basket").tolist() == []


@given(st.lists(st.text("abc _", max_size=20), max_size=8), st.text("abc _", max_size=20))
def test_likeness_lies_between_nothing_and_the_same(texts: list[str], asked: str) -> None:
    space = Tfidf(Vectors()).learn(texts)
    found = space.likeness(asked)
    assert len(found) == len(texts)
    assert (found >= 0).all()
    assert (found <= 1 + 1e-5).all()
    for text, value in zip(texts, found, strict=True):
        if text == asked and tokens(text):
            assert value == pytest.approx(1.0, abs=1e-5)


def test_a_packed_space_says_the_same() -> None:
    encoder = Tfidf(Vectors())
    space = encoder.learn(["basket basket price", "price order"])
    again = encoder.unpack(space.pack())
    assert np.array_equal(again.likeness("basket order"), space.likeness("basket order"))


def test_another_way_to_cut_words_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Tfidf(Vectors()).fingerprint
    assert Tfidf(Vectors(features=5)).fingerprint != before
    monkeypatch.setattr(tfidf, "_SHORTEST_PART", 3)
    assert Tfidf(Vectors()).fingerprint != before


def test_a_space_is_kept_beside_the_index_and_made_anew_for_another_tokenizer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[int] = []
    learn = Tfidf.learn

    def counted(self: Tfidf, texts: list[str]) -> TfidfSpace:
        learned.append(len(texts))
        return learn(self, texts)

    monkeypatch.setattr(Tfidf, "learn", counted)
    files = {"a.py": 'def charge():\n    """Charge the customer."""\n'}
    for shortest, times in ((2, 1), (2, 1), (1, 2)):
        monkeypatch.setattr(tfidf, "_SHORTEST_PART", shortest)
        with standing(tmp_path, files) as here:
            ground = here.mind.ground
            found = ground.likeness.ranked("customer", here.connection, ground.graph, ground.answers)
            assert here.names(found) == ["charge"]
        assert len(learned) == times
    assert (tmp_path / "store" / spaces.FILENAME).is_file()


def test_a_broken_or_foreign_file_of_vectors_is_passed_over(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "index.db") as connection:
        assert spaces.load(connection, "key") is None
        assert spaces.keep(connection, "key", b"space")
        assert spaces.load(connection, "key") == b"space"
        assert spaces.load(connection, "other") is None
        (tmp_path / spaces.FILENAME).write_bytes(b"\xff\x00broken")
        assert spaces.load(connection, "key") is None
        assert sorted(path.name for path in tmp_path.iterdir()) == ["index.db", spaces.FILENAME]
