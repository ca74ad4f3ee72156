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
class Understanding:
    """How a task is taken apart (`seeds/understand.py`). Nothing here looks at an index."""

    max_characters: int = 20_000
    """A longer task is cut and says so: what matters stands at the top, and the rest is log. Three times the longest
    of 1,392 public issues."""
    binary_share: float = 0.1
    """Share of characters no text has (NUL, control codes, undecodable bytes) from which a task is not text."""
    max_identifier: int = 100
    """What stands in backticks and is longer is code or prose, not a name."""
    shortest_word: int = 2
    """One letter finds everything."""
    shortest_paired: int = 3
    """Each word of a compound made from two adjacent words."""
    longest_paired_at_least: int = 4
    """One of the two must be this long: two three-letter words make a name nobody wrote."""
    max_compounds: int = 200
    """Names asked of the index, in the order they were found; a pasted log would give thousands."""
    max_components: int = 300
    """Words asked of the index, in the order of the text."""
    max_mentions: int = 100
    """Paths, frames, messages, error types and quoted strings: of each at most so many."""
    max_quoted: int = 200
    """A longer quotation is prose."""
    max_line: int = 1_000
    """A longer line is no frame of a stack trace and no message of an error."""


@dataclass(frozen=True, slots=True)
class Concepts:
    """Classes of phrases that mean the same code (`concepts/`)."""

    repository: float = 1.0
    """Weight of the repository's own classes: its authors know their words best."""
    universal: float = 0.8
    """Weight of classes for any software: right often enough, seldom sure."""
    language: float = 0.8
    """Weight of classes for one language, the same as universal: they say the same things in its spelling."""
    derived: float = 0.7
    """Weight of aliases made from the graph: nobody read them."""
    framework: float = 0.9
    """Weight of classes for a framework that the repository uses: public names, sure to mean what they say."""
    phrases_for_strong: int = 2
    """So many phrases of one class make a match strong; fewer can only do it by length."""
    words_for_strong: int = 2
    """A phrase of so many words makes a match strong alone: `command` is anybody's word, `custom validator` is not."""
    cross_verbs: bool = True
    """Whether a phrase after an action verb ("find the blast radius") also counts as the phrase with its verb."""
    verbs_strengthen: bool = False
    """Whether that second phrase helps to make a match strong. Off: any task begins with a verb."""
    filler_words: int = 2
    """Stop words that may stand between a verb and its phrase: "clear out the cache"."""
    shortest_target: int = 4
    """Shorter targets name hundreds of unrelated symbols."""


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
    lexical: Lexical = field(default_factory=Lexical)
    understanding: Understanding = field(default_factory=Understanding)
    concepts: Concepts = field(default_factory=Concepts)
