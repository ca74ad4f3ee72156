"""Every tunable, a file per stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from seedwalk.config.asking import PLAIN_ASKING, Asking
from seedwalk.config.caching import Caching
from seedwalk.config.concepts import Concepts
from seedwalk.config.confidence import CONFIDENCE, Declared
from seedwalk.config.deriving import Deriving
from seedwalk.config.formula import Bounding, Direct, Formula, Injection
from seedwalk.config.history import History
from seedwalk.config.hits import Hits
from seedwalk.config.indexing import Indexing
from seedwalk.config.lexical import Lexical, Mixing
from seedwalk.config.nearness import Nearness
from seedwalk.config.organising import Organising
from seedwalk.config.packing import SEED_PACKING, Packing
from seedwalk.config.ranking import Ranking, ScorePolicy
from seedwalk.config.searching import SEARCH_WEIGHTS, Searching
from seedwalk.config.seeding import (
    SEED_FIELDS,
    ContextUse,
    Fusing,
    Naming,
    PathContext,
    Seeding,
    SeedPolicy,
    Vectors,
    Wording,
)  # fmt: skip
from seedwalk.config.settings import Settings
from seedwalk.config.sources import Sources
from seedwalk.config.understanding import Understanding
from seedwalk.config.walking import SEED_WEIGHTS, USE_WEIGHTS, Walking

__all__ = [
    "CONFIDENCE",
    "PLAIN_ASKING",
    "SEARCH_WEIGHTS",
    "SEED_FIELDS",
    "SEED_PACKING",
    "SEED_WEIGHTS",
    "USE_WEIGHTS",
    "Asking",
    "Bounding",
    "Caching",
    "Concepts",
    "ContextUse",
    "Declared",
    "Deriving",
    "Direct",
    "Formula",
    "Fusing",
    "History",
    "Hits",
    "Indexing",
    "Injection",
    "Lexical",
    "Mixing",
    "Naming",
    "Nearness",
    "Organising",
    "Packing",
    "PathContext",
    "Ranking",
    "ScorePolicy",
    "Searching",
    "SeedPolicy",
    "Seeding",
    "Settings",
    "Sources",
    "Understanding",
    "Vectors",
    "Walking",
    "Wording",
]
