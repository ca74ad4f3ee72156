"""Every tunable, grouped by the stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seedwalk.model import Cost, Depth, Provenance, Trim

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
class Packing:
    """What fits in the budget: tokens, depths, density, and when a match is called weak."""

    budget: int = 8_000
    """Tokens of a pack. It carries code: this is some thirty bodies, and a small share of any reader's window."""
    counter: str = "characters"
    """How tokens are counted: `characters`, `tiktoken`, or `tiktoken:ENCODING`. The first needs nothing installed."""
    characters_per_token: int = 4
    """The usual figure for English and code; the count is rounded up, so that it never claims too little."""
    encoding: str = "o200k_base"
    """The encoding `tiktoken` counts by when none is named: that of the current large models it knows."""
    candidates: int = 120
    """Symbols looked at, from the best down. Later ones hardly ever win a place, and each costs time."""
    depths: tuple[Depth, ...] = (Depth.FULL, Depth.CUT, Depth.OUTLINE, Depth.LINE)
    """Depths a symbol may have. One alone gives the packs of fixed depth that the adaptive ones are compared with."""
    value_full: float = 1.0
    """What a token of a whole body is worth: the measure of the other depths."""
    value_trimmed: float = 1.0
    """Of a body that lost only what the trims take: what is left is the code."""
    value_cut: float = 1.0
    """Of the signature and the lines that speak of the task: closer to what is asked, further from its context."""
    value_outline: float = 0.5
    """Of signature and doc: how to use it, not how it works."""
    value_line: float = 0.4
    """Of one line: that it is there."""
    size: float = 0.9
    """Power of a text's tokens in its value. 0: a symbol is worth the same however long it is, so the shortest win.
    1: every token is worth the same, so rank alone decides. Just below, the first lines of a body are worth a little
    more than the last, which leaves room for a cut body or an outline beside a long one."""
    deeper: float = 1.1
    """A deeper form is worth at least this many times the one before it: a one-line body may be shorter than the line
    about it, and still tells more."""
    sharpness: float = 2.0
    """Power of the score in a symbol's value; 1 is the plain score, more gives the first ranks more depth."""
    cost: Cost = Cost.TOKENS
    """How tokens count when value is divided by them."""
    boilerplate: float = 0.0
    """Share of its value that a symbol made of nothing but trimmed lines loses; off until it is shown to help."""
    exponent_least: float = 0.3
    """Power of the proximity in a symbol's value when no candidate is external: the cube root, or nearly."""
    exponent_per_external: float = 0.2
    """How much the power grows with the number of external symbols per other one among the candidates."""
    exponent_most: float = 0.7
    """Where that growth ends: the walk was nearly all outside, so only what is close to the seeds counts."""
    proximity_least: float = 0.01
    """A symbol the walk hardly reached counts as this near; nothing is infinitely far."""
    cut_from: int = 10
    """Lines of a body worth cutting; the marks of what is left out would cost a shorter one as much."""
    around: int = 1
    """Lines kept on either side of a line that holds a term: a statement seldom stands on one line."""
    frequent_share: float = 0.3
    """A term on more than this share of a body's lines tells none of them apart, and is passed over in it."""
    keep_exits: bool = True
    """A cut body keeps what leaves the function: return, raise, throw, yield."""
    doc_lines: int = 8
    """Lines of a doc that an outline shows: what a thing is for stands at its beginning."""
    trims: tuple[Trim, ...] = (Trim.BLANKS, Trim.COMMENTS, Trim.IMPORTS, Trim.LOGS, Trim.REPEATS)
    """What a trimmed body leaves out. Assignments stay: in a constructor they are what a reader looks for."""
    absorb_from: float = 2.0
    """A symbol inside a body that is shown has no entry of its own when that would cost this many times its lines:
    a field's header is longer than the field."""
    ranking_depth: Depth = Depth.OUTLINE
    """Depth of each symbol when the pure ranking is asked for, where no budget decides."""
    weak_share: float = 0.25
    """Share of the budget a weak match may use: enough to look at, too little to drown in."""
    high_from: float = 0.7
    """Scores from here on: a direct match. The best of these is good even when many score alike."""
    moderate_from: float = 0.4
    """Scores from here on: connected to what was asked. A best score below is a weak match."""
    peripheral_from: float = 0.2
    """Scores from here on: loosely related. A best score below is no match."""
    flat_count: int = 10
    """Scores compared to see whether they are flat: those of a first page. Fewer scores are never called flat."""
    flat_spread: float = 0.04
    """The first `flat_count` scores within this distance are flat: the task matched everything equally."""


SEED_PACKING = Packing(
    budget=50_000, candidates=5_000, depths=(Depth.LINE,), value_line=1.0, size=0.0, sharpness=1.0
)
"""Packing of the profile `seed`: names and signatures only, in a budget made for them, value the plain score."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
    indexing: Indexing = field(default_factory=Indexing)
    lexical: Lexical = field(default_factory=Lexical)
    packing: Packing = field(default_factory=Packing)
