"""The first design's score: one sum of seven components over what the walk reached, and a penalty for tests.

    score = (blast radius * w1 + confidence * w2 + recency * w3 + distance * w4
             + authority + feedback + session + commit) * (penalty if it is a test, else 1)

The weights w1 to w4 are 0.40, 0.25, 0.20, 0.15, or 0.35, 0.20, 0.15, 0.15 where HITS adds its adjustment (`hits.py`).
Every component is a column with its weight applied, so that a score is the sum of its explanation (`signals.Scores`).
Pure functions of arrays; a row is a symbol of the graph.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import scaled
from seedwalk.config import Formula
from seedwalk.rank.signals import Scores

NEUTRAL = 0.5
"""Feedback of a symbol that nobody judged, or that was useful as often as not."""
COMPONENTS = ("blast_radius", "confidence", "observed", "distance", "feedback", "session", "commit")
"""The seven. `observed` is recency: of a symbol's last run, where `commit` is that of its last change."""


class Known(Struct, frozen=True):
    """What is known of every row for one task."""

    reach: np.ndarray
    """What the walk gave, its largest 1; where files are given, how many call it. 0: not considered."""
    confidence: np.ndarray
    """The highest confidence of the edges that point at it."""
    seen: np.ndarray
    """Days since it was last observed running; not a number where it never was."""
    hops: np.ndarray
    """Edges from the nearest seed."""
    feedback: np.ndarray
    """Share of its uses that were useful, 0 to 1; `NEUTRAL` where there were none."""
    session: np.ndarray
    """How present it is in this session, 0 to `session_most`."""
    commit: np.ndarray
    """How fresh its last commit is, 0 to 1."""
    tests: np.ndarray
    """Whether it stands in a test."""
    answers: np.ndarray
    """Whether it may be an answer at all: something outside the repository may not."""


def score(
    known: Known, tuning: Formula, *, authority: np.ndarray | None = None, about_tests: bool = False,
    direct: np.ndarray | None = None,
) -> Scores:  # fmt: skip
    """The score of every row. `authority` is the adjustment of HITS, and its presence chooses the weights; `direct` is
    what a row gains by being found by its name, reached or not (`direct.py`)."""
    columns: dict[str, np.ndarray] = dict(components(known, tuning, with_hits=authority is not None))
    if authority is not None:
        columns["authority"] = authority
    considered = known.reach > 0
    if direct is not None:
        columns["direct"] = direct
        considered = considered | (direct > 0)
    penalty = 1.0 if about_tests else tuning.tests
    factor = np.where(known.tests, penalty, 1.0) * (known.answers & considered)
    return Scores(columns, factor, sum(columns.values(), np.zeros(len(factor))) * factor)


def components(known: Known, tuning: Formula, *, with_hits: bool) -> Mapping[str, np.ndarray]:
    """The weighted columns but for the adjustment of HITS."""
    blast, confidence, recency, distance = tuning.weights_hits if with_hits else tuning.weights
    return {
        "blast_radius": blast * blast_radius(known.reach * known.answers, tuning.reach_steps),
        "confidence": confidence * known.confidence,
        "observed": recency * recency_of(known.seen, tuning),
        "distance": distance / (1.0 + known.hops),
        "feedback": feedback_of(known.feedback, tuning),
        "session": tuning.session * np.minimum(known.session, tuning.session_most) / tuning.session_most,
        "commit": tuning.commit * known.commit,
    }


def blast_radius(reach: np.ndarray, steps: int) -> np.ndarray:
    """Reach in whole steps of the largest, always relative: whoever reaches most has 1."""
    stepped: np.ndarray = np.rint(scaled(reach) * steps)
    return scaled(stepped)


def recency_of(seen: np.ndarray, tuning: Formula) -> np.ndarray:
    """How recently each row was observed: a value by the first age it does not exceed; a middling one where it never
    was, so that a repository without traces loses nothing by it."""
    values = np.asarray(tuning.freshness)[np.searchsorted(np.asarray(tuning.ages), seen, side="left")]
    return np.where(np.isnan(seen), tuning.unobserved, values)


def feedback_of(share: np.ndarray, tuning: Formula) -> np.ndarray:
    """From -`feedback_against` for what was never useful, over 0, to `feedback_for` for what always was."""
    leaning = (share - NEUTRAL) / NEUTRAL
    return np.where(leaning > 0, tuning.feedback_for, tuning.feedback_against) * leaning
