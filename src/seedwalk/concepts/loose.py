"""Which classes does a task nearly speak of? It says words of their phrases, though no phrase as it is written.

Each class is a small text, made of its phrases; how well it fits is the sum of what the shared words tell, a word of
few classes more than one of many (BM25 without lengths). One shared word is anybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from seedwalk.concepts.classes import Concept, stems
from seedwalk.text import stem
from seedwalk.words import wordlists

_SATURATION = 1.0
"""A word that ten phrases of a class have counts twice as much as one that a single phrase has, not ten times."""


class Near(NamedTuple):
    """A class, and how well it fits beside the one that fits best."""

    concept: Concept
    share: float


class Texts:
    """Classes as texts."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._concepts = tuple(concepts)
        self._having: dict[str, list[tuple[int, int]]] = {}
        for number, concept in enumerate(self._concepts):
            for word, times in Counter(word for phrase in concept.phrases for word in stems(phrase)).items():
                self._having.setdefault(word, []).append((number, times))

    def near(self, words: Sequence[str], least: int, most: int) -> list[Near]:
        """The classes that share at least so many words with a task, the best first, at most so many."""
        stop = wordlists().stop
        said = dict.fromkeys(stem(word) for word in words if word and word not in stop)
        worth: dict[int, float] = {}
        shared: Counter[int] = Counter()
        for word in said:
            having = self._having.get(word, [])
            for number, times in having:
                telling = log(1 + len(self._concepts) / len(having))
                worth[number] = worth.get(number, 0.0) + telling * times * (_SATURATION + 1) / (times + _SATURATION)
                shared[number] += 1
        ranked = sorted((-value, number) for number, value in worth.items() if shared[number] >= least)
        return [Near(self._concepts[number], value / ranked[0][0]) for value, number in ranked[:most]]
