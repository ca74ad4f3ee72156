"""Which classes does a task speak of? A phrase matches as whole words, whatever their endings, in any letter case.

Time is linear in the task: each word opens the few phrases that begin with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from seedwalk.concepts.classes import Concept, Match, spellings, stems
from seedwalk.concepts.loose import Texts
from seedwalk.config import Concepts
from seedwalk.task import Task
from seedwalk.text import stem
from seedwalk.words import wordlists


class _Phrase(NamedTuple):
    stems: tuple[str, ...]
    text: str
    concept: int


class Dictionary:
    """Classes, arranged by the first word of each phrase."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self.concepts = tuple(concepts)
        self._opening: dict[str, list[_Phrase]] = {}
        for number, concept in enumerate(self.concepts):
            for text in concept.phrases:
                compared = stems(text)
                self._opening.setdefault(compared[0], []).append(_Phrase(compared, text, number))

    @cached_property
    def texts(self) -> Texts:
        """The same classes, to be asked which of them a task nearly speaks of."""
        return Texts(self.concepts)

    @cached_property
    def scoped(self) -> bool:
        """Whether some class counts in some repositories only."""
        return any(concept.languages or concept.framework for concept in self.concepts)

    def spoken(self, words: Sequence[str]) -> Iterable[tuple[int, _Phrase]]:
        """Every phrase in the words, with the place where it begins."""
        stemmed = [stem(word) for word in words]
        for place, first in enumerate(stemmed):
            for phrase in self._opening.get(first, ()):
                if tuple(stemmed[place : place + len(phrase.stems)]) == phrase.stems:
                    yield place, phrase


def matches(
    task: Task,
    dictionary: Dictionary,
    languages: Collection[str],
    frameworks: Collection[str],
    tuning: Concepts | None = None,
) -> list[Match]:
    """The classes in scope that the task speaks of: the heavier first, then those of more words, then by id."""
    tuning = tuning or Concepts()
    told: dict[int, dict[tuple[str, ...], str]] = {}
    crossed: dict[int, list[str]] = {}
    for place, phrase in dictionary.spoken(task.words):
        told.setdefault(phrase.concept, {}).setdefault(phrase.stems, phrase.text)
        verb = verb_before(task.words, place, tuning) if tuning.cross_verbs else ""
        if verb:
            crossed.setdefault(phrase.concept, []).append(f"{verb} {phrase.text}")
    found = []
    for number, phrases in told.items():
        concept = dictionary.concepts[number]
        targets = usable_targets(concept.targets, tuning)
        if targets and in_scope(concept, languages, frameworks):
            with_verbs = tuple(dict.fromkeys(crossed.get(number, ())))
            found.append(_match(concept, targets, tuple(phrases.values()), with_verbs, tuning))
    return sorted(found, key=lambda match: (-match.weight, -_length(match), match.id))


def _match(
    concept: Concept, targets: tuple[str, ...], plain: tuple[str, ...], with_verbs: tuple[str, ...], tuning: Concepts
) -> Match:
    counted = (*plain, *with_verbs) if tuning.verbs_strengthen else plain
    strong = len(counted) >= tuning.phrases_for_strong or any(
        len(stems(phrase)) >= tuning.words_for_strong for phrase in counted
    )
    return Match(concept.id, targets, concept.weight_by(tuning), (*plain, *with_verbs), concept.layer, strong)


def _length(match: Match) -> int:
    return sum(len(stems(phrase)) for phrase in match.phrases)


def verb_before(words: Sequence[str], place: int, tuning: Concepts) -> str:
    """The action verb that stands before a place, with at most a few stop words between; empty when there is none."""
    lists = wordlists()
    for back in range(1, tuning.filler_words + 2):
        if place < back or not words[place - back]:
            return ""
        word = words[place - back]
        if word in lists.verbs:
            return word
        if word not in lists.stop:
            return ""
    return ""


def in_scope(concept: Concept, languages: Collection[str], frameworks: Collection[str]) -> bool:
    """Whether a class counts in a repository of these languages that uses these frameworks."""
    spoken_there = not concept.languages or any(language in languages for language in concept.languages)
    return spoken_there and (not concept.framework or concept.framework in frameworks)


def usable_targets(targets: Iterable[str], tuning: Concepts) -> tuple[str, ...]:
    """The targets that name something in particular: neither short nor on the list of names that everything has."""
    return tuple(name for name in targets if len(name) >= tuning.shortest_target and not is_generic(name))


def is_generic(target: str) -> bool:
    """Whether a name is one that any code base has hundreds of."""
    return any(spelled in _generic() for spelled in spellings(target))


@cache
def _generic() -> frozenset[str]:
    text = Path(__file__).with_name("data").joinpath("generic.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)["names"])
