"""The arguments of calls: a step over a whole argument is what the single steps give."""

from __future__ import annotations

import re
from msgspec.structs import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.extract.arguments import read_arguments
from seedwalk.languages import NAMES, family_of
from seedwalk.languages.world import world_of

PIECES = st.sampled_from(
    ["(", ")", "[", "]", "{", "}", ",", " ", "\n", "a", "b.c", "...", "=", ": ", "=>", '"', "'", "`", '"""', "\\", '"/x"',
     "'y'", 'f"{z}"', "r'", '@"', "$", "#", "//", "/*", "*/", "+", "%w[a b]", ":x", "1.5", "é", "\x1c", "-"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=20).map("".join)


@pytest.mark.parametrize("family", sorted({family_of(name) for name in NAMES}))
@given(text=TEXTS, limit=st.integers(1, 4))
def test_whole_arguments_are_what_single_steps_give(family: str, text: str, limit: int) -> None:
    syntax = world_of(family).syntax
    stepwise = replace(syntax, lone=re.compile(rb"(?!)"))
    source = f"({text}".encode()
    assert read_arguments(source, 0, syntax, limit) == read_arguments(source, 0, stepwise, limit)
