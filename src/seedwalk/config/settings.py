"""All stages together."""

from __future__ import annotations

from msgspec import Struct, field

from seedwalk.config.asking import Asking
from seedwalk.config.caching import Caching
from seedwalk.config.concepts import Concepts
from seedwalk.config.deriving import Deriving
from seedwalk.config.formula import Bounding, Direct, Formula, Injection
from seedwalk.config.history import History
from seedwalk.config.hits import Hits
from seedwalk.config.indexing import Indexing
from seedwalk.config.lexical import Lexical, Mixing
from seedwalk.config.nearness import Nearness
from seedwalk.config.organising import Organising
from seedwalk.config.packing import Packing
from seedwalk.config.ranking import Ranking
from seedwalk.config.searching import Searching
from seedwalk.config.seeding import Fusing, Naming, PathContext, Seeding, Vectors, Wording
from seedwalk.config.sources import Sources
from seedwalk.config.understanding import Understanding
from seedwalk.config.walking import USE_WEIGHTS, Walking


class Settings(Struct, frozen=True):
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
    indexing: Indexing = field(default_factory=Indexing)
    deriving: Deriving = field(default_factory=Deriving)
    lexical: Lexical = field(default_factory=Lexical)
    mixing: Mixing = field(default_factory=Mixing)
    asking: Asking = field(default_factory=Asking)
    walking: Walking = field(default_factory=Walking)
    using: Walking = field(default_factory=lambda: Walking(backward=0.5, weights=USE_WEIGHTS))
    """The second walk."""
    hits: Hits = field(default_factory=Hits)
    bounding: Bounding = field(default_factory=Bounding)
    formula: Formula = field(default_factory=Formula)
    injection: Injection = field(default_factory=Injection)
    direct: Direct = field(default_factory=Direct)
    ranking: Ranking = field(default_factory=Ranking)
    nearness: Nearness = field(default_factory=Nearness)
    naming: Naming = field(default_factory=Naming)
    wording: Wording = field(default_factory=Wording)
    context: PathContext = field(default_factory=PathContext)
    vectors: Vectors = field(default_factory=Vectors)
    fusing: Fusing = field(default_factory=Fusing)
    seeding: Seeding = field(default_factory=Seeding)
    history: History = field(default_factory=History)
    searching: Searching = field(default_factory=Searching)
    organising: Organising = field(default_factory=Organising)
    packing: Packing = field(default_factory=Packing)
    understanding: Understanding = field(default_factory=Understanding)
    concepts: Concepts = field(default_factory=Concepts)
    caching: Caching = field(default_factory=Caching)
