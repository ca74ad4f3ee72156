"""Whatever bytes a file holds, extraction gives symbols that keep its laws."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.extract import extract
from seedwalk.languages import NAMES, specs
from tests.index.mixed import TEXTS
from tests.index.nasty import ending


def check_extracted(language: str, source: bytes) -> None:
    extracted = extract(f"folder/any{ending(language)}", language, source)
    symbols = extracted.symbols
    ids = [symbol.id for symbol in symbols]
    assert len(set(ids)) == len(ids)
    assert symbols[0].parent is None
    lines = source.count(b"\n") + 1
    for symbol in symbols:
        span = symbol.span
        assert 0 <= span.start_byte <= span.end_byte <= len(source)
        assert 1 <= span.start_line <= symbol.line <= span.end_line <= lines or symbol is symbols[0]
        assert symbol.name
        assert symbol.qualified_name.endswith(symbol.name)
        f"{symbol.name}{symbol.qualified_name}{symbol.signature}{symbol.doc}".encode()
    assert {symbol.parent for symbol in symbols[1:]} <= set(ids)
    assert len(extracted.own_text) == len(symbols)
    for stretches in extracted.own_text:
        assert all(0 <= start <= end <= len(source) for start, end in stretches)
    for reference in extracted.facts.each_reference():
        assert 0 <= reference.scope < len(symbols)
        assert 0 <= reference.byte <= len(source)
        assert 1 <= reference.line <= lines
    extracted.facts.encode()


def snippets(language: str) -> list[str]:
    endings = specs()[language].extensions
    return [text for path, texts in TEXTS.items() if path.endswith(endings) for text in texts]


PIECES = "(){}[]<>;:,.=\"'`#@/*\\\n\t |&!?$%"


def mutate(text: str, seed: int) -> bytes:
    """Cut, repeat, exchange and insert, a few times over."""
    source = random.Random(seed)
    for _ in range(source.randint(1, 6)):
        start = source.randint(0, len(text))
        end = min(len(text), start + source.randint(0, 30))
        piece = source.choice((source.choice(PIECES), text[start:end] * 2, "", "\x00", "é", "class ", "end ", "def "))
        at = source.choice((start, source.randint(0, len(text))))
        text = text[:at] + piece + text[max(at, end) if source.random() < 0.5 else at :]
    return text.encode()


@pytest.mark.parametrize("language", NAMES)
@given(source=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_extracted(language: str, source: bytes) -> None:
    check_extracted(language, source)


@pytest.mark.parametrize("language", NAMES)
@given(seed=st.integers(min_value=0, max_value=2**32), choice=st.integers(min_value=0, max_value=99))
def test_any_mutation_of_real_code_is_extracted(language: str, seed: int, choice: int) -> None:
    known = snippets(language)
    check_extracted(language, mutate(known[choice % len(known)], seed))


@pytest.mark.parametrize("language", NAMES)
def test_every_beginning_of_real_code_is_extracted(language: str) -> None:
    """A file as it is while somebody types it."""
    for text in snippets(language)[:3]:
        source = text.encode()
        for end in range(0, len(source), 3):
            check_extracted(language, source[:end])


@pytest.mark.parametrize("source", [b"#\x80", b"# caf\xe9\ndef brew(cup)\n  pour(cup)\nend\n"])
def test_a_comment_that_is_no_text_costs_nothing_but_itself(source: bytes) -> None:
    """Ruby's query asks what a comment says; found by `make test-all`."""
    check_extracted("ruby", source)
    names = [symbol.name for symbol in extract("any.rb", "ruby", source).symbols[1:]]
    assert names == (["brew"] if b"brew" in source else [])
