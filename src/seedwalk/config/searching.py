"""Symbol search."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from seedwalk.config.kinds import Count, Several, Share, Weight
from seedwalk.config.lexical import Lexical
from seedwalk.model import EdgeKind

SEARCH_WEIGHTS: Mapping[EdgeKind, float] = {
    EdgeKind.CALLS: 1.0,
    EdgeKind.HANDLES_ROUTE: 1.0,
    EdgeKind.IMPORTS: 0.9,
    EdgeKind.ACCESSES_FIELD: 0.9,
    EdgeKind.REFERENCES: 0.8,
    EdgeKind.DECORATES: 0.8,
    EdgeKind.THROWS: 0.8,
    EdgeKind.IMPLEMENTS: 0.7,
    EdgeKind.EXTENDS: 0.7,
    EdgeKind.OVERRIDES: 0.7,
    EdgeKind.TYPE_HINT_OF: 0.6,
    EdgeKind.CONTAINS: 0.3,
    EdgeKind.MEMBER_OF: 0.3,
}
"""Weights of edges in search: the seed's six, given to our kinds by what they say; the others are not walked."""


class Searching(Struct, frozen=True):
    """Symbol search (`searching.py`): full text, then the graph."""

    lexical: Lexical = field(
        default_factory=lambda: Lexical(
            weights=(6.0, 4.0, 0.5, 2.0, 0.3, 1.0, 0.3), b=(0.6, 0.3, 0.5, 0.4, 0.6, 0.3, 0.3), k1=2.0
        )
    )
    """Names and the scopes around them most, docs next: a search is for a symbol one half remembers."""
    holding: Weight = 2.0
    """Power of the share of the query that a symbol holds: one that lacks a word falls behind those that have all."""
    naming: Weight = 1.0
    """How much more a symbol is worth when its name and scopes hold the whole query."""
    tests: Share = 0.4
    """What is left of the score of tests, mocks and generated code: they repeat the names of what they are about."""
    values: Share = 0.6
    """What is left of a field's or a constant's: often named as the type or the method beside it."""
    modules: Share = 0.5
    """What is left of a module's, a document's or a deployment's: they bear the names of the code they tell of."""
    pool: Several = 200
    """Hits that are re-ordered: nobody looks at the rest."""
    reorder_above: Count = 3
    """Hits from which the graph is asked; fewer have no neighbourhood to tell of. The seed's value."""
    position: Weight = 0.6
    """Weight of the place among the hits; the seed's value."""
    graph: Weight = 0.4
    """Weight of the graph; the seed's value."""
    damping: Share = 0.85
    """Part of the mass that follows edges at each step; the seed's value."""
    iterations: Several = 20
    """Steps at most; the seed's value."""
    settled: Weight = 0.01
    """Sum of all changes below which the walk ends: the order of the first ranks no longer changes then."""
    floor: Weight = 0.0001
    """Mass a symbol must have to hand any on: below, it cannot change the first ranks any more."""
    seeds: Several = 10
    """First hits that the walk returns to."""
    methods: Count = 10
    """Methods taken from the type of a field among them."""
    backward: Weight = 0.3
    """Part of an edge's weight at which the walk goes against it."""
    route: Several = 4
    """Edges at most on the way that an explanation tells."""
    weights: Mapping[EdgeKind, Weight] = field(default_factory=lambda: SEARCH_WEIGHTS)
    """Weights of edges."""
