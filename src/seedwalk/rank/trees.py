"""Regression trees added up: each asks a few questions of a row of features and gives a number; a score is their sum.

A node asks whether a feature is at most its threshold, and leads left if so, right if not; a leaf leads to itself, and
children stand behind their parents. All questions are asked of all rows at once, and all trees are gone down together:
a hundred trees over a hundred rows cost half a millisecond.
(Burges: From RankNet to LambdaRank to LambdaMART, 2010, is how they are grown; `eval/training.py` grows them.)
"""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path

import msgspec
import numpy as np

from seedwalk.compiled import quick

LEAF = -1
"""The feature of a node that asks nothing."""
PLACE = Path(__file__).with_name("trees.json")


class Trees(msgspec.Struct, frozen=True, dict=True):
    """Nodes of all trees, one after the other; `roots` are where each begins."""

    origin: str
    """What they were grown from."""
    features: tuple[str, ...]
    """What the columns of a table must be."""
    roots: tuple[int, ...]
    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]
    """What a leaf gives."""

    @cached_property
    def _nodes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        ways = (self.feature, self.left, self.right)
        feature, left, right = (np.array(column, np.intp) for column in ways)
        return feature, np.array(self.threshold), left, right, np.array(self.value)

    @cached_property
    def _starts(self) -> np.ndarray:
        return np.array(self.roots, np.intp)

    @cached_property
    def _deepest(self) -> int:
        """Questions on the longest way to a leaf; children stand behind their parents."""
        depth = [0] * len(self.feature)
        for at in range(len(depth) - 1, -1, -1):
            if self.feature[at] != LEAF:
                depth[at] = 1 + max(depth[self.left[at]], depth[self.right[at]])
        return max(depth, default=0)

    def score(self, table: np.ndarray) -> np.ndarray:
        """The sum of what all trees give each row.

        >>> low, high = (1, 1, 2), (2, 1, 2)
        >>> one = Trees("example", ("size",), (0,), (0, LEAF, LEAF), (5.0, 0.0, 0.0), low, high, (0.0, -1.0, 1.0))
        >>> one.score(np.array([[3.0], [8.0]])).tolist()
        [-1.0, 1.0]
        """
        compiled = quick()
        if compiled is None:
            return self.plain_score(table)
        total = np.zeros(len(table))
        compiled.fall(np.ascontiguousarray(table, float), self._starts, *self._nodes, total)
        return total

    def plain_score(self, table: np.ndarray) -> np.ndarray:
        """The same in numpy."""
        feature, threshold, left, right, value = self._nodes
        many = np.arange(len(table))
        goes_left = table.T[feature] <= threshold[:, None]
        leads = np.where(goes_left, left[:, None], right[:, None]) * len(table) + many
        at = self._starts[:, None] * len(table) + many
        for _ in range(self._deepest):
            at = leads.ravel().take(at)
        total: np.ndarray = value[at // max(len(table), 1)].sum(axis=0)
        return total


@cache
def grown() -> Trees:
    """The trees that come with seedwalk."""
    return msgspec.json.decode(PLACE.read_bytes(), type=Trees)
