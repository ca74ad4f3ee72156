"""Framework injection: what a framework's own word for a thing names goes to the top, whatever the walk says of it.

"Custom validator" names classes that neither words nor edges lead to. So a class of phrases that belongs to a
framework, of enough weight and strongly matched, puts the symbols it names before all others, in the order the classes
name them. The gate keeps single everyday words ("command") from flooding the first page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from seedwalk.concepts.classes import Layer, Match
from seedwalk.config import Injection
from seedwalk.rank.signals import Scores

COLUMN = "injected"


def admitted(matches: Iterable[Match], tuning: Injection) -> list[Match]:
    """The matches that pass the gate, in their order."""
    return [
        match
        for match in matches
        if match.layer is Layer.FRAMEWORK and match.weight >= tuning.weight_from and (match.strong or not tuning.strong)
    ]


def inject(scores: Scores, rows: Sequence[int]) -> Scores:
    """Scores in which these rows come first, in this order; a row that cannot be an answer is passed over.

    The first of n gets the best score plus 1, the last the best plus 1/n: the column says what each gained.
    """
    able = [row for row in dict.fromkeys(rows) if scores.factor[row] > 0]
    if not able:
        return scores
    at = np.array(able)
    wanted = scores.total.max(initial=0.0) + np.arange(len(at), 0, -1) / len(at)
    column = np.zeros(len(scores.total))
    column[at] = (wanted - scores.total[at]) / scores.factor[at]
    total = scores.total.copy()
    total[at] = wanted
    return Scores({**scores.columns, COLUMN: column}, scores.factor, total)
