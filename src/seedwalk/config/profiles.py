"""Profiles: named sets of tunables. `default` is what measures best, `seed` the constants of the first design."""

from __future__ import annotations

from msgspec.structs import replace

from seedwalk.config import (
    PLAIN_ASKING,
    SEED_PACKING,
    Bounding,
    Direct,
    Hits,
    Injection,
    Mixing,
    Ranking,
    ScorePolicy,
    Seeding,
    SeedPolicy,
    Settings,
    Vectors,
    Walking,
)  # fmt: skip
from seedwalk.errors import UsageError
from seedwalk.model import Provenance

DEFAULT_PROFILE = "default"
_SEED_WALK = Walking(steps=20, backward=0.0, stable_steps=2, attenuation={Provenance.TYPE_RESOLVED: 0.3})
"""What a language server resolves in the first design, the types of receivers resolve here: 0.3 of its weight."""
_SEED_RANKING = Ranking(
    seeds=15, walk=0.5, uses=0.0, exact=0.0, owner=0.0, cover=0.0, beside=0.0, whole=0.0, size=0.0, mention=0.5,
    glossary=0.0, above=0.0, hits=1.0, frame=0.0, near=0.0, precedent=0.0, trained=0.0, scoring=ScorePolicy.FORMULA,
)  # fmt: skip

PROFILES: dict[str, Settings] = {
    DEFAULT_PROFILE: Settings(),
    "seed": replace(
        Settings(), asking=PLAIN_ASKING, mixing=Mixing(asides=1.0), packing=SEED_PACKING, walking=_SEED_WALK,
        ranking=_SEED_RANKING, hits=Hits(),
        seeding=Seeding(policy=SeedPolicy.FUSED), vectors=Vectors(features=10_000),
        bounding=Bounding(hops=4, floor=0.02), injection=Injection(on=True), direct=Direct(on=True),
    ),  # fmt: skip
}


def profile_named(name: str) -> Settings:
    if name not in PROFILES:
        raise UsageError(f"'{name}' is no profile. Choose from: {', '.join(PROFILES)}.")
    return PROFILES[name]
