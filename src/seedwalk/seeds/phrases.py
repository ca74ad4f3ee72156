"""Phrases: words that stand together in the task and together in a name.

A phrase counts as one rare word: with n rows that have it, its weight w for the field it stands in,

    score = ln(1 + (N - n + 0.5) / (n + 0.5)) * w / (k1 + w)

Compounds of the task are phrases, and so are pairs of words adjacent in its text. The lexical index knows which rows
have all the words; whether they stand together is read off the few names that do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.ranked import Ranked, Told
from seedwalk.store.words import Field, term_hash
from seedwalk.task import Task
from seedwalk.text import parts, stem

NAME_ONLY, AND_AROUND = 1, 2
"""Fields of the lexical index that are asked: the name, or the names around it too."""


def phrases(question: Question, ground: Ground, told: Told) -> Ranked:
    """Rows whose names hold phrases of the task, by the sum of what each phrase is worth."""
    scores = np.zeros(len(ground))
    for phrase in phrases_of(question.task):
        rows, values = holders(phrase, question, ground)
        scores[rows] += values
    rows = np.flatnonzero((scores > 0) & ground.answers)
    rows = rows[np.lexsort((ground.graph.nodes["id"][rows], -question.relevance[rows], -scores[rows]))]
    return Ranked(rows, scores[rows])


def phrases_of(task: Task) -> list[tuple[str, ...]]:
    """The phrases of a task as stems, each once: its compounds, then its adjacent words.

    `BlastRadius`, `blast_radius` and "blast radius" are one phrase.
    """
    written = (*task.keywords.exact, *task.keywords.compounds)
    cut = [*(stems_of(name) for name in written), *(tuple(map(stem, pair.split())) for pair in task.phrases)]
    return list(dict.fromkeys(phrase for phrase in cut if len(phrase) > 1))


def stems_of(name: str) -> tuple[str, ...]:
    """The parts of a name with its scopes, stemmed.

    >>> stems_of("ModelAdmin.get_inlines")
    ('model', 'admin', 'get', 'inline')
    """
    return tuple(stem(part) for word in name.split(".") for part in parts(word))


def holders(phrase: Sequence[str], question: Question, ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """The rows that have a phrase, and what it gives each: most where its words stand together in the name itself."""
    weights = ground.settings.wording.fields.weights
    inside, around = _apart(phrase, question, ground)
    given = [weights[Field.NAME]] * len(inside) + [weights[Field.QUALIFIED]] * len(around)
    return np.array([*inside, *around], np.int64), worth(np.array(given), ground)


def worth(weights: np.ndarray, ground: Ground) -> np.ndarray:
    """What a word gives to the rows that have it, for the weight it has in each: the more the rarer it is."""
    idf = np.log1p((ground.words.symbols - len(weights) + 0.5) / (len(weights) + 0.5))
    found: np.ndarray = idf * weights / (ground.settings.wording.fields.k1 + weights)
    return found


def named_by(words: Iterable[str], ground: Ground, fields: int, *, together: bool = True) -> np.ndarray:
    """Whether each row has these stems, all `together` or any, in its name, or in the names around it too."""
    masks = [ground.words.having(term_hash(word), fields) for word in words]
    join = np.logical_and if together else np.logical_or
    return ground.by_row(join.reduce(masks)) if masks else np.zeros(len(ground), bool)


def _apart(phrase: Sequence[str], question: Question, ground: Ground) -> tuple[list[int], list[int]]:
    """Rows whose name has the phrase, and rows that have it across or in the names around."""
    rows = np.flatnonzero(named_by(dict.fromkeys(phrase), ground, AND_AROUND) & ground.answers)
    rows = ground.ordered(rows, question.relevance)[: ground.settings.wording.checked]
    names = ground.qualified(question.connection)
    inside, around = [], []
    for row in rows.tolist():
        if _together(phrase, stems_of(names[row].rpartition(".")[2])):
            inside.append(row)
        elif _together(phrase, stems_of(names[row])):
            around.append(row)
    return inside, around


def _together(phrase: Sequence[str], among: Sequence[str]) -> bool:
    size = len(phrase)
    return any(tuple(among[at : at + size]) == tuple(phrase) for at in range(len(among) - size + 1))
