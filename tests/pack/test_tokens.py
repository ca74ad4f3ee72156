"""Counters by name."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from seedwalk.config import Packing
from seedwalk.errors import UsageError
from seedwalk.pack import tokens


def fake_tiktoken(get_encoding: object) -> SimpleNamespace:
    return SimpleNamespace(list_encoding_names=lambda: ["o200k_base", "other"], get_encoding=get_encoding)


@pytest.fixture(autouse=True)
def forgotten() -> None:
    tokens._encoded.cache_clear()


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("ä😀x\n", 1)])
def test_four_characters_are_a_token_and_a_rest_is_one_more(text: str, count: int) -> None:
    assert tokens.counter_named(Packing())(text) == count


def test_tiktoken_counts_by_the_encoding_named_or_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def encoding(name: str) -> SimpleNamespace:
        return SimpleNamespace(encode_ordinary=lambda text: list(text) if name == "other" else text.split())

    monkeypatch.setitem(sys.modules, "tiktoken", fake_tiktoken(encoding))
    usual, other = (tokens.counter_named(Packing(counter=name)) for name in ("tiktoken", "tiktoken:other"))
    assert (usual("two words"), other("two words")) == (2, 9)
    assert (usual.name, other.name) == ("tiktoken o200k_base", "tiktoken other")


def test_a_counter_that_cannot_be_had_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(name: str) -> object:
        raise ConnectionError("no route")

    for name in ("words", "characters:3", ""):
        with pytest.raises(UsageError, match=rf"'{name}' is no way to count tokens. Choose characters"):
            tokens.counter_named(Packing(counter=name))
    with pytest.raises(UsageError, match=r"characters_per_token is 0. Give 1 or more"):
        tokens.counter_named(Packing(characters_per_token=0))
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(UsageError, match=r"not installed. Run: pip install"):
        tokens.counter_named(Packing(counter="tiktoken"))
    monkeypatch.setitem(sys.modules, "tiktoken", fake_tiktoken(offline))
    with pytest.raises(UsageError, match=r"'missing' is no encoding of tiktoken. Choose one of: o200k_base, other"):
        tokens.counter_named(Packing(counter="tiktoken:missing"))
    with pytest.raises(UsageError, match=r"cannot read the encoding 'other' .ConnectionError."):
        tokens.counter_named(Packing(counter="tiktoken:other"))
