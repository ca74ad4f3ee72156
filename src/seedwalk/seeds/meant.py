"""The channel of concepts: symbols that phrases of the task mean, whatever their names say.

Classes count by their layer's weight, aliases from the graph and what use has taught below them. A channel that names
more symbols than all others together drowns them, so it is capped by what names and words found.
"""

from __future__ import annotations

from math import isinf
from typing import NamedTuple

import numpy as np

from seedwalk.concepts.classes import Layer, Match, spelled
from seedwalk.seeds.aliases import aliases
from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.learned import sureness
from seedwalk.seeds.ranked import Channel, Ranked, Told
from seedwalk.store import symbols
from seedwalk.words import wordlists


class Meaning(NamedTuple):
    """A class that the task speaks of, and the rows it names here, the most relevant first."""

    match: Match
    rows: np.ndarray


def meant(question: Question, ground: Ground, told: Told) -> Ranked:
    """The symbols that concepts name, the surest first."""
    found: dict[int, float] = {}
    for meaning in meanings(question, ground, told):
        for row in meaning.rows.tolist():
            found.setdefault(row, meaning.match.weight)
    tuning = ground.settings.concepts
    others = sum(len(told[channel]) for channel in (Channel.NAMES, Channel.LEXICAL) if channel in told)
    kept = list(found)[: _most(tuning.cap, others)]
    return Ranked(np.array(kept, np.int64), np.array([found[row] for row in kept]), graded=True)


def _most(cap: float, others: int) -> int | None:
    """How many symbols concepts may name beside those of others; where there are none, none can be drowned."""
    return None if isinf(cap) or not others else round(cap * others)


def meanings(question: Question, ground: Ground, told: Told) -> list[Meaning]:
    """Everything the task speaks of, the heaviest class first; a class that names nothing here is left out."""
    tuning = ground.settings.concepts
    found = [*_classes(question, ground), *_derived(question, ground, told), *_learned(question, ground)]
    kept = [one for one in found if len(one.rows) and (one.match.strong or not tuning.strong_only)]
    return sorted(kept, key=lambda one: -one.match.weight)


def _classes(question: Question, ground: Ground) -> list[Meaning]:
    found = []
    for match in ground.meanings.matches(question.task, question.connection):
        rows = ground.rows(symbols.called(question.connection, spelled(match.targets)))
        found.append(Meaning(match, ground.ordered(rows, question.relevance)))
    return found


def _derived(question: Question, ground: Ground, told: Told) -> list[Meaning]:
    """Aliases of the symbols that were found by name."""
    tuning = ground.settings.concepts
    if not tuning.aliases or Channel.NAMES not in told:
        return []
    first = told[Channel.NAMES].rows[: tuning.aliased].tolist()
    return [Meaning(match, np.array([row], np.int64)) for match, row in aliases(first, question, ground)]


def _learned(question: Question, ground: Ground) -> list[Meaning]:
    """What the task's words led to before, each word and symbol on its own."""
    tuning, stop = ground.settings.concepts, wordlists().stop
    if not tuning.from_use:
        return []
    words = tuple(dict.fromkeys(word for word in question.task.words if word and word not in stop))
    found = []
    for word, symbol, times in sorted(ground.meanings.learned.of(words)):
        weight = sureness(times, tuning)
        if weight > 0:
            match = Match(f"learned.{word}", (), weight, (word,), Layer.LEARNED, strong=True)
            found.append(Meaning(match, ground.rows([symbol])))
    return found
