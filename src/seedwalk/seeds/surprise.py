"""How much does it say when a word of the task is found here? Little for a word that code everywhere is full of.

    surprise(t) = ln((1 + f) / (share of repositories whose names have t + f)),    0 for a stop word

The rarity of a word inside one repository does not tell whether a task belongs to it: "request" is rare in a build tool
and still found there. What tells is that words are found which other repositories do not have.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import log

from seedwalk.text import stem
from seedwalk.words import wordlists
from seedwalk.words.everyday import everyday


def surprise(terms: Iterable[str], floor: float) -> dict[str, float]:
    """The surprise of each term, in the order given; `floor` bounds it for words that nobody has."""
    known, silent = everyday(), _silent()
    return {term: 0.0 if term in silent else log((1 + floor) / (known.get(term, 0.0) + floor)) for term in terms}


def strangeness(terms: Iterable[str], floor: float) -> list[float]:
    """The surprise of each term, as a share of that of a word which nobody has."""
    most = log((1 + floor) / floor)
    return [value / most for value in surprise(terms, floor).values()]


@cache
def _silent() -> frozenset[str]:
    stop = wordlists().stop
    return stop | {stem(word) for word in stop}
