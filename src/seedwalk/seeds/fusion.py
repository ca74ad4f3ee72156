"""Weighted reciprocal rank fusion: many rankings become one, whatever their scores mean.

    score(row) = sum over rankings of  weight * sure / (k + rank + 1),   rank counted from 0

`sure` is 1, or the value that a graded ranking gives the row. (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion
Outperforms Condorcet and Individual Rank Learning Methods, 2009.)
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from seedwalk.seeds.lexical import PLACES
from seedwalk.seeds.ranked import NOTHING, Channel, Ranked


def fuse(
    rankings: Mapping[Channel, Ranked], weights: Mapping[Channel, float], ids: np.ndarray, k: int, limit: int
) -> Ranked:
    """The best `limit` rows of all rankings together; equal scores by id."""
    scores: dict[int, float] = {}
    for channel, ranking in rankings.items():
        sure = ranking.values if ranking.graded else np.ones(len(ranking))
        given = weights.get(channel, 0.0) * sure / (k + np.arange(len(ranking)) + 1)
        for row, value in zip(ranking.rows.tolist(), given.tolist(), strict=True):
            scores[row] = scores.get(row, 0.0) + value
    found = [row for row, score in scores.items() if score > 0]
    if not found:
        return NOTHING
    # k in the denominator makes neighbours differ in the fifth decimal: more decimals than elsewhere decide
    order = sorted(found, key=lambda row: (-round(scores[row], 2 * PLACES), int(ids[row])))[:limit]
    return Ranked(np.array(order, np.int64), np.array([scores[row] for row in order]))
