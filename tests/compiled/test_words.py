"""The compiled vocabulary counts as the one in Python does."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.model import Flags, Kind, Span, Symbol, SymbolId
from seedwalk.store import words as counting
from seedwalk.store.lexical import pack_segment
from seedwalk.store.streams import Stream
from seedwalk.store.vocabulary import Numbered, Vocabulary, term_hash
from seedwalk.text import stem, terms, words

NOISE = frozenset({"def", "return", "größe"})
PIECES = st.sampled_from(
    ["get", "URL", "URLs", "HTTP", "Server", "_", "__", "s", "x", "9", "42", "Utf8", "def", "return", ".", " ", "\n",
     "\t", "(", "é", "größe", "名前", "naïve", "a" * 79, "B" * 80, "\ufffd", "İ", "ß", "\0", "'", "-"]
)  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=25).map(lambda parts: "".join(parts).encode("utf-8", "replace"))


@dataclass(frozen=True)
class File:
    """A file of a few symbols."""

    symbols: list[Symbol]
    own_text: list[list[tuple[int, int]]]
    source: bytes


@st.composite
def files(draw: st.DrawFn) -> File:
    source = b" ".join([draw(TEXTS), draw(st.binary(max_size=8)), draw(TEXTS)])
    symbols, own = [], []
    for position in range(draw(st.integers(1, 4))):
        name, qualified, signature, doc = (draw(TEXTS).decode() for _ in range(4))
        symbols.append(
            Symbol(
                SymbolId(position), Kind.FUNCTION, name, qualified, "some/Place.py", Span(1, 1, 0, 1), 1, signature,
                doc, Flags.NONE, 0, None,
            )  # fmt: skip
        )
        bounds = draw(st.lists(st.integers(0, len(source)), max_size=4).map(sorted))
        own.append(list(zip(bounds[::2], bounds[1::2], strict=False)))
    return File(symbols, own, source)


def counted(vocabulary: Numbered, told: list[File]) -> tuple[list[Stream], bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "vocabulary", lambda: vocabulary)
        counter = counting.WordCounter()
        streams = [counter.add(at, one.symbols, one.own_text, one.source, NOISE) for at, one in enumerate(told)]
        return streams, pack_segment(counter.segment())


@given(told=st.lists(files(), min_size=1, max_size=3))
def test_both_count_the_same_words(quick: Any, told: list[File]) -> None:
    assert counted(quick.Vocabulary(terms, stem, words), told) == counted(Vocabulary(), told)


@given(
    met=st.lists(st.lists(st.sampled_from([b"getUser", b"user", b"users", b"x", b"HTTPUser"]), max_size=9), max_size=9),
    often=st.sampled_from([1, 300]),
)
def test_both_tally_words_alike(quick: Any, met: list[list[bytes]], often: int) -> None:
    known = Vocabulary()
    numbers = [known.number(word) for words_met in met for word in words_met * often]
    given_ = (
        np.arange(len(met)) * 3, np.array([len(words_met) * often for words_met in met], np.uint32),
        np.array(numbers, np.uint32), 3 * len(met),
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "vocabulary", lambda: known)
        ours, plain = counting._count(*given_), counting.plain_count(*given_)
    assert [column.tolist() for column in ours] == [column.tolist() for column in plain]


def test_a_word_that_has_no_number_is_refused(quick: Any) -> None:
    one, four, ends = np.zeros(1, np.int64), np.array([4], np.uint32), np.array([0, 1], np.uint32)
    for wrong in (
        (one, four, four, four, four, one, 1), (one - 1, four, four, four, four, one, 1),
        (one, four // 4, four, four, four, one, 1), (one, four // 4, four // 4, ends, four, one, 1),
    ):  # fmt: skip
        with pytest.raises(IndexError):
            quick.count_words(*wrong)


@given(met=st.lists(TEXTS, max_size=20))
def test_both_number_words_and_terms_alike(quick: Any, met: list[bytes]) -> None:
    ours, plain = quick.Vocabulary(terms, stem, words), Vocabulary()
    assert [ours.number(word) for word in met] == [plain.number(word) for word in met]
    assert (ours.each_terms(), ours.hashes()) == (plain.each_terms(), plain.hashes())
    known = range(len(plain.hashes()) // 8)
    assert ours.spelled(known) == plain.spelled(known)


def test_ten_thousand_words_keep_their_numbers(quick: Any) -> None:
    dice = random.Random(1)
    met = [bytes(dice.choices(b"abcXYZ_09", k=dice.randint(0, 9))) for _ in range(10_000)]
    ours, plain = quick.Vocabulary(terms, stem, words), Vocabulary()
    first = [ours.number(word) for word in met]
    assert first == [plain.number(word) for word in met] == [ours.number(word) for word in met]
    assert ours.hashes() == plain.hashes()


def test_terms_are_hashed_as_ever(quick: Any) -> None:
    ours = quick.Vocabulary(terms, stem, words)
    ours.number(b"request")
    assert ours.hashes() == term_hash("request").to_bytes(8, "little")


def test_a_word_whose_stem_fails_is_learned_the_next_time(quick: Any) -> None:
    failing = [True]

    def stemmed(word: str) -> str:
        if failing:
            raise RuntimeError(failing.pop())
        return stem(word)

    ours, plain = quick.Vocabulary(terms, stemmed, words), Vocabulary()
    with pytest.raises(RuntimeError):
        ours.number(b"getUsers")
    assert [ours.number(word) for word in (b"setUsers", b"getUsers")] == [1, 2]
    assert [plain.number(word) for word in (b"setUsers", b"getUsers")] == [1, 2]
    assert ours.each_terms() == plain.each_terms()


def test_what_is_no_vocabulary_of_words_is_refused(quick: Any) -> None:
    ours = quick.Vocabulary(terms, stem, words)
    with pytest.raises(TypeError):
        ours.number("text")
    wrongs: list[list[Any]] = [[], [[], [[]], b"", NOISE], [[], []], [[], [], "text", NOISE]]
    for wrong in wrongs:
        with pytest.raises(TypeError):
            ours.spoken(*wrong)
    with pytest.raises(IndexError):
        ours.spelled([len(ours.hashes())])
