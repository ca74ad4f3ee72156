"""Words that stand for each other in code: who asks for a consumer may find a subscriber or a listener."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from seedwalk.text import stem


def related(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each word that has some, the other words of its clusters; a word already asked for is not given again.

    >>> related(["consumer", "listener"])["consumer"]
    ('subscriber', 'receiver')
    """
    asked = list(dict.fromkeys(words))
    known = {stem(word) for word in asked}
    found: dict[str, tuple[str, ...]] = {}
    for word in asked:
        others = [other for cluster in _clusters_of().get(stem(word), ()) for other in cluster]
        fresh = tuple(dict.fromkeys(other for other in others if stem(other) not in known))
        if fresh:
            found[word] = fresh
    return found


@cache
def clusters() -> dict[str, tuple[str, ...]]:
    """Every cluster by its id."""
    table = tomllib.loads(Path(__file__).with_name("data").joinpath("thesaurus.toml").read_text(encoding="utf-8"))
    return {name: tuple(words) for domain in table["domain"].values() for name, words in domain.items()}


@cache
def _clusters_of() -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in clusters().values():
        for word in words:
            found[stem(word)] = (*found.get(stem(word), ()), words)
    return found
