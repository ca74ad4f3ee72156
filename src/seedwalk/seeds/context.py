"""The channel of path context: where the task's words name a folder or a file, the types that lie there.

Types are anchors: the walk goes on from them to their members. For each word, types with members come first, then
other types, then the rest; among the former those with a method that a word of the task names.
"""

from __future__ import annotations

import numpy as np

from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.lexical import NO_ROW
from seedwalk.seeds.phrases import NAME_ONLY, named_by
from seedwalk.seeds.ranked import Ranked, Told
from seedwalk.seeds.wording import path_words
from seedwalk.text import stem

WITH_METHOD, RICH, LEAN, OTHER = range(4)
"""How good an anchor a symbol is, the best first."""


def context(question: Question, ground: Ground, told: Told) -> Ranked:
    """Symbols of the places that the task's words name."""
    tuning, places = ground.settings.context, ground.places(question.connection)
    grade = grades(question, ground)
    found: dict[int, float] = {}
    for word in path_words(question.task, tuning.letters):
        rows = places.rows(places.segments.beginning(word))
        rows = rows[ground.answers[rows]]
        for row in _anchors(rows, grade, question, ground):
            found.setdefault(row, tuning.values[grade[row]])
    ranked = sorted(found, key=lambda row: -found[row])[: tuning.most]
    return Ranked(np.array(ranked, np.int64), np.array([found[row] for row in ranked]))


def _anchors(rows: np.ndarray, grade: np.ndarray, question: Question, ground: Ground) -> list[int]:
    """The best anchors of one word's places, so many of each sort."""
    tuning = ground.settings.context
    chosen: list[int] = []
    for sorts, most in (((WITH_METHOD, RICH), tuning.rich), ((LEAN,), tuning.lean), ((OTHER,), tuning.other)):
        these = rows[np.isin(grade[rows], sorts)]
        worth = question.relevance[these] - 2.0 * grade[these]  # the grade decides: relevance is at most 1
        if len(these) > most:
            good = worth >= np.partition(worth, len(these) - most)[len(these) - most]
            these, worth = these[good], worth[good]
        chosen += these[np.lexsort((ground.graph.nodes["id"][these], -worth))][:most].tolist()
    return chosen


def grades(question: Question, ground: Ground) -> np.ndarray:
    """How good an anchor every row is."""
    grade = np.where(ground.rich, RICH, np.where(ground.structure.types, LEAN, OTHER))
    if ground.settings.context.type_methods:
        grade[ground.rich & _with_method(question, ground)] = WITH_METHOD
    return grade


def _with_method(question: Question, ground: Ground) -> np.ndarray:
    """Whether each row has a method that a single word of the task names."""
    words = dict.fromkeys(stem(word) for word in question.task.keywords.components)
    named = named_by(words, ground, NAME_ONLY, together=False)
    owners = ground.structure.parent[named & ground.methods]
    found = np.zeros(len(ground), bool)
    found[owners[owners != NO_ROW]] = True
    return found
