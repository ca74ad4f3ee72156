"""Full text re-ordered by the graph: what was found counts by its place, and by how near it is to the rest of it.

    combined = position * 1 / (rank + 1) + graph * rank of the graph around the first hits, the largest scaled to 1

The graph's part is personalised PageRank: a walk that returns to the first hits with 1 - damping at each step.
(Haveliwala: Topic-Sensitive PageRank, 2002.) Pure functions of arrays; a row is a symbol.
"""

from __future__ import annotations

import numpy as np

from seedwalk.arrays.tallies import distinct
from seedwalk.config import Searching
from seedwalk.model import Kind
from seedwalk.search.spread import Neighbourhood, Steps
from seedwalk.seeds.lexical import NO_ROW, Structure

_KINDS = tuple(Kind)
_FIELD = _KINDS.index(Kind.FIELD)
_METHODS = (_KINDS.index(Kind.METHOD), _KINDS.index(Kind.CONSTRUCTOR))


def text_scores(words: np.ndarray, held: np.ndarray, named: np.ndarray, tuning: Searching) -> np.ndarray:
    """What a row's words are worth: the plain score, times the share of the query it holds, times how well the query
    fits its name. `held` and `named` are shares from 0 to 1."""
    scores: np.ndarray = words * held**tuning.holding * (1.0 + tuning.naming * named)
    return scores


def seeds_of(hits: np.ndarray, structure: Structure, tuning: Searching) -> np.ndarray:
    """The rows a walk begins at: the first hits, and for a field among them the methods of its type.

    A field is pointed at by few; the methods beside it lead to what its type is for.
    """
    first = hits[: tuning.seeds]
    owners = {int(structure.parent[row]) for row in first if structure.kind[row] == _FIELD} - {NO_ROW}
    beside = [_methods(np.flatnonzero(structure.parent == owner), structure, tuning) for owner in sorted(owners)]
    return distinct(np.concatenate([first, *beside]).astype(np.int64))


def _methods(members: np.ndarray, structure: Structure, tuning: Searching) -> np.ndarray:
    return members[np.isin(structure.kind[members], _METHODS)][: tuning.methods]


def proximity(steps: Steps, seeds: np.ndarray, tuning: Searching) -> np.ndarray:
    """Personalised PageRank from the seeds, each with the same weight; the largest is 1.

    Only rows with more than `floor` of the mass hand it on; what the others held returns to the seeds, so that the
    cost is that of the neighbourhood and not of the repository: on Django a search takes a quarter of the time.
    """
    around = Neighbourhood(steps, seeds)
    share = 1.0 / max(len(seeds), 1)
    mass = np.full(len(seeds), share)
    for _ in range(tuning.iterations):
        after = tuning.damping * around.given(mass, tuning.floor)
        after[: len(seeds)] += (1.0 - after.sum()) * share
        settled = _difference(after, mass) < tuning.settled
        mass = after
        if settled:
            break
    near = np.zeros(len(steps))
    near[around.rows] = mass / (mass.max(initial=0.0) or 1.0)
    return near


def _difference(after: np.ndarray, before: np.ndarray) -> float:
    """The sum of all changes; what was reached just now had nothing before."""
    known = len(before)
    change = after[:known] - before
    return float(np.abs(change, out=change).sum() + after[known:].sum())


def combined(hits: np.ndarray, near: np.ndarray, tuning: Searching) -> np.ndarray:
    """The score of every row: by its place among the hits, if it has one, and by the graph."""
    scores = tuning.graph * near
    scores[hits] += tuning.position / (np.arange(len(hits)) + 1)
    total: np.ndarray = scores
    return total
