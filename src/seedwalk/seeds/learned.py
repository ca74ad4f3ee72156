"""The seam to what use has taught: words that led to a symbol which was then read or changed.

Nothing is learned here; whoever learns gives an object with `of`. How sure an association is grows with how often it
was seen, from `learned_least` at `learned_from` times to `learned_most` at `learned_full` times and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from seedwalk.config import Concepts
from seedwalk.model import SymbolId


class Association(NamedTuple):
    """A word that led to a symbol so many times."""

    word: str
    symbol: SymbolId
    times: int


class Learned(Protocol):
    """What use has taught."""

    def of(self, words: Sequence[str]) -> Sequence[Association]:
        """The associations of these words, in any order."""
        ...


class NothingLearned:
    """What a repository knows before anyone has used it."""

    def of(self, words: Sequence[str]) -> Sequence[Association]:
        return ()


def sureness(times: int, tuning: Concepts) -> float:
    """What an association seen so many times counts; 0 for one seen too seldom.

    >>> [round(sureness(times, Concepts()), 3) for times in (1, 2, 6, 10, 99)]
    [0.0, 0.3, 0.55, 0.8, 0.8]
    """
    if times < tuning.learned_from:
        return 0.0
    span = max(tuning.learned_full - tuning.learned_from, 1)
    grown = min((times - tuning.learned_from) / span, 1.0)
    return tuning.learned_least + (tuning.learned_most - tuning.learned_least) * grown
