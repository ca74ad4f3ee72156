"""Every tunable, grouped by the stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seedwalk.model import Provenance

CONFIDENCE: Mapping[Provenance, float] = {
    Provenance.SYNTAX: 1.0,
    Provenance.IMPORT_RESOLVED: 0.9,
    Provenance.TYPE_RESOLVED: 0.9,
    Provenance.AST_INFERRED: 0.7,
    Provenance.DISPATCHED: 0.7,
    Provenance.DERIVED: 0.8,
    Provenance.DECLARED: 0.9,
    Provenance.CALLBACK: 0.7,
    Provenance.NAME_MATCHED: 0.5,
}
"""How surely an edge is known, by how it is known; the design's figures where it gives one."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Which files are read."""

    max_file_bytes: int = 4_000_000
    """Larger files are data or generated; the largest hand-written source known to us is 3 MB."""
    include_vendored: bool = False
    """Other people's code, and what was built from one's own, would drown the rest."""
    include_minified: bool = False
    """Its names are single letters: nothing in it can be found or read."""


@dataclass(frozen=True, slots=True)
class Lexical:
    """BM25F over name, qualified name, signature, doc, body, place, path (in this order)."""

    weights: tuple[float, ...] = (3.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5)
    """Starting values; they are tuned where retrieval is measured."""
    b: tuple[float, ...] = (0.3, 0.3, 0.5, 0.6, 0.6, 0.3, 0.3)
    """How far a field's length counts: little for names, which are short by nature."""
    k1: float = 1.2
    """How soon more of the same word stops counting; the usual value."""


@dataclass(frozen=True, slots=True)
class Deriving:
    """Edges that follow from all files together, and how many of them one symbol may have."""

    most_implementors: int = 200
    """Types one interface is implemented by: an interface of one everyday method would tie everything together."""
    most_relatives: int = 64
    """Types above or below one that are told of a member written far from its type."""
    most_tested_together: int = 8
    """Subjects of one test; a test that calls more is about none of them in particular."""
    co_tested: int = 5
    """Symbols one is tested together with: the closest few say it, and a walk must not drown in them."""
    least_alike: int = 3
    """Things a function must point at before it can be like another: two calls in common are chance."""
    most_alike: int = 16
    """Functions that may point at one thing for it to tell them alike."""
    similar_from: float = 0.5
    """Jaccard similarity: half of all that two functions use is shared."""
    similar: int = 5
    """Symbols one is similar to."""


@dataclass(frozen=True, slots=True)
class Indexing:
    """How the index is built and kept up."""

    in_process_below: int = 200
    """Files to read; below this, starting other processes costs more than it saves."""
    batch_bytes: int = 400_000
    """Source bytes handed to a process at once: small enough to balance, large enough to be worth a message."""
    processes: int = 0
    """0: one per processor."""
    seconds_per_batch: float = 60.0
    """A process that needs longer for one batch is ended, and the file it was reading is reported."""
    segments: int = 8
    """Lexical segments kept side by side; one more, and the small ones are merged."""
    segment_share: float = 0.1
    """Once the small segments hold this share of the symbols, all are merged into one."""
    patience: float = 600.0
    """How long an indexer waits for another one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
    indexing: Indexing = field(default_factory=Indexing)
    deriving: Deriving = field(default_factory=Deriving)
    lexical: Lexical = field(default_factory=Lexical)
