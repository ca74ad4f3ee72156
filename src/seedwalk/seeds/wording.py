"""The lexical channel of the first design: words, widened by a thesaurus; phrases; beginnings of parts of paths.

All of it is one BM25 sum over the rows (`store/lexical.py`, `phrases.worth`), from which the best few are named.
A name of several parts that nothing has is looked for by the parts of its last component, in names alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from seedwalk.concepts.thesaurus import related
from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.lexical import best
from seedwalk.seeds.phrases import NAME_ONLY, named_by, stems_of, worth
from seedwalk.seeds.ranked import Channel, Ranked, Told
from seedwalk.store.words import Field, term_hash
from seedwalk.task import Task
from seedwalk.text import stem
from seedwalk.words import wordlists


def wording(question: Question, ground: Ground, told: Told) -> Ranked:
    """The rows that say what the task says, by the sum of all of it."""
    tuning, task = ground.settings.wording, question.task
    scores = _words(task, ground) + _missing(question, ground)
    if tuning.related:
        scores = scores + tuning.related * _widened(task, ground)
    if tuning.phrases and Channel.PHRASE in told:
        found = told[Channel.PHRASE]
        scores[found.rows] += tuning.phrases * found.values
    if tuning.prefixes:
        scores = scores + tuning.prefixes * _placed(question, ground)
    scores = scores * ground.answers
    rows = best(scores, ground.graph.nodes["id"], tuning.limit)
    return Ranked(rows, scores[rows])


def path_words(task: Task, letters: int) -> tuple[str, ...]:
    """Words of a task that may name a folder or a file: long enough, and not what prose is made of."""
    stop = wordlists().stop
    return tuple(dict.fromkeys(word for word in task.words if len(word) >= letters and word not in stop))


def _words(task: Task, ground: Ground) -> np.ndarray:
    """Single words, and names of several parts whole."""
    keywords = task.keywords
    whole = [name.rpartition(".")[2].lower() for name in (*keywords.exact, *keywords.compounds)]
    return _scores([*whole, *map(stem, keywords.components)], ground)


def _widened(task: Task, ground: Ground) -> np.ndarray:
    """The words that the thesaurus puts beside those of the task."""
    near = related(task.keywords.components)
    return _scores([stem(other) for others in near.values() for other in others], ground)


def _scores(terms: Iterable[str], ground: Ground) -> np.ndarray:
    hashes = [term_hash(term) for term in dict.fromkeys(terms)]
    return ground.by_row(ground.words.scores(hashes, ground.settings.wording.fields))


def _missing(question: Question, ground: Ground) -> np.ndarray:
    """What the parts of compounds that no name has give to the names that have those parts."""
    total = np.zeros(len(ground))
    if not ground.settings.wording.fallback:
        return total
    weight, seen = ground.settings.wording.fields.weights[Field.NAME], set()
    for name in (*question.task.keywords.exact, *question.task.keywords.compounds):
        last = name.rpartition(".")[2]
        pieces = dict.fromkeys(stems_of(last))
        whole = ground.words.having(term_hash(last.lower()), NAME_ONLY)
        if whole.any() or named_by(pieces, ground, NAME_ONLY).any():
            continue
        for part in pieces:
            if part not in seen:
                seen.add(part)
                rows = np.flatnonzero(named_by([part], ground, NAME_ONLY))
                total[rows] += worth(np.full(len(rows), weight), ground)
    return total


def _placed(question: Question, ground: Ground) -> np.ndarray:
    """What words that begin a part of the path give to all that lies there."""
    total = np.zeros(len(ground))
    tuning, places = ground.settings.wording, ground.places(question.connection)
    for word in path_words(question.task, tuning.path_letters):
        rows = places.rows(places.tokens.beginning(stem(word)))
        total[rows] += worth(np.full(len(rows), tuning.fields.weights[Field.PATH]), ground)
    return total
