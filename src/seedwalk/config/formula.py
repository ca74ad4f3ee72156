"""The first design's scoring: settings of the policy "formula" (`rank/formula.py` and what stands beside it)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from seedwalk.config.kinds import Count, Length, Positive, Several, Share, SomeShare, Weight

Parts = Annotated[tuple[Weight, ...], Length(4)]
"""Of blast radius, confidence, recency, distance."""
Ages = Annotated[tuple[Positive, ...], Length(3)]
Freshness = Annotated[tuple[Share, ...], Length(4)]
"""One more than there are ages: the last is for what is older."""


class Bounding(Struct, frozen=True):
    """How far a walk may go, and how much of it counts (`rank/bounds.py`). The first design: four hops, floor 0.02."""

    hops: Count = 0
    """Edges from a seed, whichever way they point, beyond which there is no walk; 0 sets no bound."""
    floor: Share = 0.0
    """Part of the largest mass below which a symbol has none."""


class Formula(Struct, frozen=True):
    """The sum of seven components; the seed's values where it gives one."""

    weights: Parts = (0.40, 0.25, 0.20, 0.15)
    """Of blast radius, confidence, recency, distance, without HITS."""
    weights_hits: Parts = (0.35, 0.20, 0.15, 0.15)
    """The same where HITS adds its adjustment."""
    reach_steps: Several = 100
    """Whole steps that the walk's mass is told in, as if callers were counted."""
    ages: Ages = (1.0, 7.0, 30.0)
    """Days since a symbol was observed running up to which each value of `freshness` holds;"""
    freshness: Freshness = (1.0, 0.8, 0.5, 0.2)
    """the last one is for what is older."""
    unobserved: Share = 0.3
    """Recency of what was never observed: a repository without traces must not lose all of it."""
    feedback_for: Weight = 0.25
    """What a symbol gains that was useful every time it was shown,"""
    feedback_against: Weight = 0.05
    """and one loses that never was: it may have been judged wrongly."""
    session: Weight = 0.20
    """What a symbol gains that is as present in a session as can be,"""
    session_most: Positive = 2.0
    """which is this much: two uses just now."""
    commit: Weight = 0.05
    """What a symbol gains that was changed just now. The document names this component and gives no weight; this is
    that of `ranking.recency`."""
    tests: SomeShare = 0.3
    """What is left of the score of a test, unless the task is about tests."""


class Injection(Struct, frozen=True):
    """Framework classes that go straight to the top (`rank/injection.py`)."""

    on: bool = False
    """Whether it is done at all."""
    weight_from: Weight = 0.9
    """Weight a class must have."""
    strong: bool = True
    """Whether it must be strongly matched: two phrases, or one of several words."""


class Direct(Struct, frozen=True):
    """Graphs too large for a walk to tell their symbols apart (`rank/direct.py`)."""

    on: bool = False
    """Whether names are asked at all."""
    symbols: Count = 200_000
    """Symbols from which a graph is that large."""
    flat_count: Several = 10
    """First scores that are compared,"""
    flat_spread: Weight = 0.04
    """and the distance within which they are flat: the document's example clusters between 0.44 and 0.48."""
    named: Weight = 0.5
    """What a symbol gains whose very name the task says: more than any component, so that it comes first;"""
    member: Weight = 0.25
    """and a member of such a type, less, so that it comes next."""
