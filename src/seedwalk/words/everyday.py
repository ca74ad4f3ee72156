"""Which words stand in names of code everywhere? Each with the share of repositories whose names have it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def everyday() -> Mapping[str, float]:
    """The share of repositories, by stemmed word; a word that is not here is nobody's everyday word."""
    told = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text(encoding="utf-8"))
    whole = len(told["repositories"])
    return {word: int(count) / whole for count, words in told["words"].items() for word in words.split()}
