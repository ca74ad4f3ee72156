"""Signatures and hashes: the compiled functions give what those in Python give."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from seedwalk.extract.definitions import (
    MAX_SIGNATURE,
    body_hash,
    hashed,
    one_line,
    plain_body_hash,
    plain_hash,
    plain_line,
)

TEXTS = st.binary(max_size=300) | st.text("ab \t\n\r\f\v\x1c\x1f\x85:={}()é", max_size=300).map(str.encode)


@given(text=TEXTS)
def test_both_hash_alike(quick: Any, text: bytes) -> None:
    assert quick.hashed(text) == hashed(text) == plain_hash(text)


@given(text=TEXTS, bounds=st.lists(st.integers(0, 300), min_size=4, max_size=4))
def test_both_hash_bodies_alike_wherever_the_name_stands(quick: Any, text: bytes, bounds: list[int]) -> None:
    start, end, name, behind = (min(bound, len(text)) for bound in bounds)
    start, end = sorted((start, end))
    assert body_hash(text, start, end, name, behind) == plain_body_hash(text[start:end], name - start, behind - start)


@given(text=TEXTS, repeated=st.sampled_from([1, 10, 4 * MAX_SIGNATURE]))
def test_both_put_signatures_on_one_line_alike(quick: Any, text: bytes, repeated: int) -> None:
    whole = (text * repeated)[: 4 * MAX_SIGNATURE]
    assert one_line(whole) == plain_line(whole)


def test_long_texts_hash_alike(quick: Any) -> None:
    for length in (127, 128, 129, 255, 256, 257, 100_000):
        assert quick.hashed(b"x" * length) == plain_hash(b"x" * length)
