"""The lines of a file are those of its text split at newlines, whatever bytes it has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seedwalk.indexing.texts import Lines

_PIECES = st.sampled_from([b"a", b"\r", b"\n", b"\r\n", b"\x0c", b"\xc3\xa9", b"\xc3", b"\xff", b"\xe2\x82"])


@given(st.lists(_PIECES, max_size=12).map(b"".join), st.integers(1, 9), st.integers(1, 9))
def test_lines_are_those_of_the_whole_text_split_at_newlines(text: bytes, first: int, last: int) -> None:
    whole = text.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    assert Lines(text).between(first, last) == "\n".join(whole[first - 1 : last])
