"""How mass flows from the seeds: the walk, and the weights of edges."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from seedwalk.config.kinds import Count, Several, Share, Weight
from seedwalk.model import EdgeKind, Provenance

SEED_WEIGHTS: Mapping[EdgeKind, float] = {
    EdgeKind.CALLS: 1.0,
    EdgeKind.IMPLEMENTS: 0.8,
    EdgeKind.IMPLEMENTS_RPC: 0.8,
    EdgeKind.OVERRIDES: 0.8,
    EdgeKind.CONTAINS: 0.8,
    EdgeKind.HANDLES_ROUTE: 0.7,
    EdgeKind.EXTENDS: 0.7,
    EdgeKind.TESTS: 0.6,
    EdgeKind.CONSUMES_RPC: 0.6,
    EdgeKind.ACCESSES_FIELD: 0.6,
    EdgeKind.MEMBER_OF: 0.6,
    EdgeKind.IMPORTS: 0.5,
    EdgeKind.DEPENDS_ON: 0.5,
    EdgeKind.CONSUMES_ENDPOINT: 0.5,
    EdgeKind.TESTED_BY: 0.5,
    EdgeKind.CO_TESTED_WITH: 0.5,
    EdgeKind.TYPE_HINT_OF: 0.5,
    EdgeKind.EXECUTES_PROCESS: 0.5,
    EdgeKind.REFERENCES: 0.4,
    EdgeKind.THROWS: 0.4,
    EdgeKind.DEPLOYED_BY: 0.4,
    EdgeKind.READS_ENV: 0.4,
    EdgeKind.GATED_BY_FLAG: 0.3,
    EdgeKind.DECORATES: 0.3,
    EdgeKind.INHERITS: 0.3,
    EdgeKind.DOCUMENTS: 0.2,
    EdgeKind.SIMILAR_TO: 0.15,
    EdgeKind.OWNED_BY: 0.0,
}
"""How much of a walk's mass flows along an edge of each kind, relative to the others: the seed's table."""


class Walking(Struct, frozen=True):
    """The random walk from the seeds (`rank/walk.py`)."""

    restart: Share = 0.2
    """Share of the mass that returns to the seeds at each step; the seed's value, and lower ones lose the task."""
    steps: Several = 3
    """Steps at most. Three reach what matters: more carry mass into the hubs (docs/experiments/002)."""
    settled: Weight = 0.001
    """Sum of all changes below which a walk has come to rest."""
    stable_ranks: Several = 10
    """First ranks that are watched,"""
    stable_steps: Count = 0
    """and steps they must stay the same for a walk to end early; 0 walks on."""
    backward: Weight = 0.3
    """Part of an edge's weight at which mass flows against it: from a callee to its callers."""
    weights: Mapping[EdgeKind, Weight] = field(default_factory=lambda: SEED_WEIGHTS)
    """How much of the mass flows along an edge of each kind; the seed's table until measurement says otherwise."""
    attenuation: Mapping[Provenance, Weight] = field(default_factory=dict)
    """What is left of an edge's weight by how it is known; nothing is taken off by default."""


USE_WEIGHTS: Mapping[EdgeKind, float] = {
    kind: float(
        kind
        in {
            EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES,
            EdgeKind.TYPE_HINT_OF, EdgeKind.DEPENDS_ON,
        }
    )
    for kind in EdgeKind
}  # fmt: skip
"""Who uses whom, and nothing else: no edge inside a file by place alone, none to or from tests."""
