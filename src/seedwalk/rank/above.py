"""Above the best: the types they extend, the interfaces they implement, the methods they override.

    above(s) = highest score, as a share of the best one's, of the best symbols that stand directly below s;
               a member stands below what its type stands below

What a task asks for is often told by those who do it: five handlers speak of authentication, and the interface they
implement has three lines and none of the words. Whoever changes one of them reads what it must keep to
(docs/experiments/021).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seedwalk.arrays.columns import Few, nothing
from seedwalk.graph.sparse import Sparse
from seedwalk.model import EdgeKind

UPWARD = (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES)
"""Edges from those below to those above."""


def above(rows: np.ndarray, scores: np.ndarray, parent: np.ndarray, upward: Sequence[Sparse]) -> Few:
    """What stands above these rows, which have these scores, the best first; `upward` says who is above whom."""
    if not len(rows):
        return nothing(len(parent))
    share, around = scores / scores[0], parent[rows]
    below = ((rows, share), (around[around >= 0], share[around >= 0]))
    places = [(part, *part.places(some), worth) for part in upward for some, worth in below]
    over, where = np.unique(np.concatenate([part.columns[at] for part, at, _, _ in places]), return_inverse=True)
    found = np.zeros(len(over))
    np.maximum.at(found, where, np.concatenate([np.repeat(worth, sizes) for _, _, sizes, worth in places]))
    return Few(over.astype(np.intp), found, len(parent))
