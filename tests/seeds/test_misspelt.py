"""A word that nothing says may be a slip away from one that something says; the note tells it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import seedwalk
from seedwalk.seeds.misspelt import meant
from seedwalk.store.words import term_hash
from seedwalk.text import stem

SAID = {term_hash(stem(word)) for word in ("length", "follow", "flow", "cache", "sitemap", "date", "cat")}


def known(terms: Sequence[int]) -> list[bool]:
    return [term in SAID for term in terms]


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("lenght", "length"),  # two letters exchanged
        ("Sitmap", "sitemap"),  # one forgotten
        ("chache", "cache"),  # one too many
        ("folow", "follow"),  # a forgotten letter before one too many: flow
        ("caat", ""),  # too short to tell
        ("gates", ""),  # a wrong letter makes another word
        ("tomatoes", ""),
        ("l\u00e4nge", ""),
        ("open_lenght", ""),
    ],
)
def test_a_slip_is_told_from_another_word(word: str, wanted: str) -> None:
    assert meant(word, known, SAID.__contains__) == wanted


def test_a_word_that_only_a_test_has_is_not_what_was_meant() -> None:
    assert meant("lenght", known, lambda _: False) == ""


def test_an_answer_names_the_word_that_may_be_meant(tmp_path: Path) -> None:
    (tmp_path / "cookie.py").write_text("def set_length(header):\n    return header\n")
    repository = seedwalk.open(tmp_path)
    repository.index()
    notes = repository.context("where is the lenght of the header set by tomatoes").notes
    assert "Nothing outside the tests mentions: lenght (or length?), tomatoes." in notes
