"""The first design's scoring over one state of an index: what is known of every row, its score, and what goes on top.

Known → score → names, where a large graph's scores are flat → framework classes on top. The mathematics is `rank/`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seedwalk.config import Settings
from seedwalk.embed.tfidf import Tfidf
from seedwalk.graph.arrays import Graph
from seedwalk.graph.matrix import WalkMatrix
from seedwalk.model import Flags
from seedwalk.rank import direct, formula, injection
from seedwalk.rank.formula import NEUTRAL, Known
from seedwalk.rank.hits import adjustment, hits
from seedwalk.rank.signals import Scores
from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.lexical import Structure
from seedwalk.seeds.likeness import Likeness
from seedwalk.seeds.meanings import Meanings
from seedwalk.seeds.meant import meanings
from seedwalk.seeds.ranked import Seeds
from seedwalk.store import symbols
from seedwalk.store.lexical import LexicalIndex


def ground_of(
    graph: Graph, words: LexicalIndex, rows: np.ndarray, structure: Structure, answers: np.ndarray, settings: Settings,
    root: Path | None,
) -> Ground:  # fmt: skip
    """One state of an index as channels see it; `rows` are the graph's for each of the lexical index."""
    meanings = Meanings(root, settings.concepts)
    likeness = Likeness(Tfidf(settings.vectors), settings.vectors.limit)
    return Ground(graph, words, rows, structure, answers, settings, meanings, likeness)


def formulated(
    question: Question, ground: Ground, seeds: Seeds, mass: np.ndarray, matrix: WalkMatrix, confidence: np.ndarray,
    commit: np.ndarray,
) -> Scores:  # fmt: skip
    """The score of every row for a task; `commit` says how fresh each row's last change is."""
    settings, about_tests = ground.settings, question.task.about_tests
    begun = np.isin(np.arange(len(ground)), seeds.rows)
    known = known_of(ground, mass, np.where(begun, 0.0, 1.0), confidence, commit)
    authority = None
    if settings.ranking.hits:
        authority = settings.ranking.hits * adjustment(*hits(matrix, mass, settings.hits), begun, settings.hits)
    scores = formula.score(known, settings.formula, authority=authority, about_tests=about_tests)
    if settings.direct.on and direct.needed(int(ground.graph.alive.sum()), scores.total, settings.direct):
        gains = direct.gains(named(question, ground), ground.structure.parent, ground.structure.types, settings.direct)
        scores = formula.score(known, settings.formula, authority=authority, about_tests=about_tests, direct=gains)
    return injection.inject(scores, injected(question, ground)) if settings.injection.on else scores


def known_of(
    ground: Ground, reach: np.ndarray, hops: np.ndarray, confidence: np.ndarray, commit: np.ndarray
) -> Known:  # fmt: skip
    """What is known of every row. No run was observed and nothing was taught yet, so those components stand in the
    middle of their ranges, as they do for any symbol that nobody saw run or judged."""
    size = len(ground)
    return Known(
        reach=reach, confidence=confidence, seen=np.full(size, np.nan), hops=hops, feedback=np.full(size, NEUTRAL),
        session=np.zeros(size), commit=commit, tests=(ground.structure.flags & int(Flags.TEST)) != 0,
        answers=ground.answers,
    )  # fmt: skip


def around(given: np.ndarray, ground: Ground, reach: np.ndarray, confidence: np.ndarray, commit: np.ndarray) -> Scores:
    """The scores around rows that are given; `reach` is what the walk from them gave, or `called_from`. Tests count in
    full: whoever gives files asks for what is near them, and their tests are."""
    begun = np.isin(np.arange(len(ground)), given)
    known = known_of(ground, reach, np.where(begun, 0.0, 1.0), confidence, commit)
    return formula.score(known, ground.settings.formula, about_tests=True)


def called_from(given: np.ndarray, ground: Ground, callers: np.ndarray) -> np.ndarray:
    """The reach of the given rows and of those that call one of them: their real callers; 0 for all others."""
    sources, targets = ground.calls
    near = np.isin(np.arange(len(ground)), given)
    near[sources[np.isin(targets, given)]] = True
    return np.where(near, 1.0 + callers, 0.0)


def named(question: Question, ground: Ground) -> np.ndarray:
    """Whether each row is called as the task says: by its names of code, or by its words where it has none."""
    keywords = question.task.keywords
    found = np.zeros(len(ground), bool)
    for names in ((*keywords.exact, *keywords.compounds), keywords.components):
        last = dict.fromkeys(name.rpartition(".")[2] for name in names)
        found[ground.rows(symbols.called(question.connection, last))] = True
        if found.any():
            break
    return found


def injected(question: Question, ground: Ground) -> list[int]:
    """The rows that framework classes put on top, in the order of the classes."""
    found = meanings(question, ground, {})
    strong = {match.id for match in injection.admitted((one.match for one in found), ground.settings.injection)}
    return [row for one in found if one.match.id in strong for row in one.rows.tolist()]
