"""Every tunable, a file per stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_PARTS = {
    "asking": "PLAIN_ASKING Asking",
    "caching": "Caching",
    "concepts": "Concepts",
    "confidence": "CONFIDENCE Declared",
    "deriving": "Deriving",
    "formula": "Bounding Direct Formula Injection",
    "history": "History",
    "hits": "Hits",
    "indexing": "Indexing",
    "lexical": "Lexical Mixing",
    "nearness": "Nearness",
    "organising": "Organising",
    "packing": "SEED_PACKING Packing",
    "ranking": "Ranking ScorePolicy",
    "searching": "SEARCH_WEIGHTS Searching",
    "seeding": "SEED_FIELDS ContextUse Fusing Naming PathContext Seeding SeedPolicy Vectors Wording",
    "settings": "Settings",
    "sources": "Sources",
    "understanding": "Understanding",
    "walking": "SEED_WEIGHTS USE_WEIGHTS Walking",
}
"""The file of each stage, and what it has. One is imported when it is asked for: to make all of these classes takes
45 ms, and a process that reads files needs one of them."""
_HOMES = {name: part for part, names in _PARTS.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
