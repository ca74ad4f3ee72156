"""Channels, fusion and seeds: the first design's figures."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

from seedwalk.config.kinds import Count, Weight
from seedwalk.config.lexical import Lexical


class Naming(Struct, frozen=True):
    """Tiers of names (`seeds/names.py`): the very name, its beginning, a part of it, a part of its path."""

    components_below: Count = 5
    """Single words are looked for when the names of several parts found fewer symbols: `before` drowns
    `before_request`."""
    prefix_below: Count = 15
    """Beginnings of names are looked for when fewer symbols were found,"""
    prefix_cap: Count = 30
    """until so many are."""
    substring_below: Count = 5
    """Parts of qualified names likewise,"""
    substring_cap: Count = 20
    """until so many are,"""
    substring_letters: Count = 4
    """by words of at least so many letters: shorter ones stand in everything."""
    path_below: Count = 30
    """Parts of paths likewise,"""
    path_cap: Count = 40
    """until so many are,"""
    path_letters: Count = 3
    """by words of at least so many letters."""
    values: tuple[Weight, ...] = (1.0, 0.7, 0.5, 0.3)
    """What a symbol of each tier counts as a signal; fusion sees ranks alone."""


SEED_FIELDS = Lexical(weights=(10.0, 3.0, 1.0, 3.0, 0.0, 5.0, 4.0), b=(0.75,) * 7, k1=1.2)
"""The first design's columns: name, qualified name, signature, doc, place, path, no bodies; k1 and b as FTS5 has them.
(Its guidance on tuning still gives the path 1.0.)"""


class Wording(Struct, frozen=True):
    """Words, phrases and beginnings of paths as one ranking (`seeds/phrases.py`, `seeds/wording.py`)."""

    fields: Lexical = field(default_factory=lambda: SEED_FIELDS)
    """How much each field counts."""
    limit: Count = 30
    """Symbols it names."""
    phrases: Weight = 1.0
    """How much a phrase counts beside a word; 0 looks for none."""
    checked: Count = 400
    """Symbols whose names are read to see whether the words of a phrase stand together; the rest has them apart."""
    prefixes: Weight = 1.0
    """How much a word that begins a part of the path counts; 0 looks for none."""
    path_letters: Count = 4
    """Letters of such a word: shorter ones begin everything."""
    related: Weight = 1.0
    """How much a word's neighbour in the thesaurus counts; 0 does not widen."""
    fallback: bool = True
    """Whether a name of several parts that nothing has is looked for by its parts."""


class PathContext(Struct, frozen=True):
    """Types where the task's words name a folder or a file (`seeds/context.py`)."""

    letters: Count = 4
    """Letters of such a word."""
    rich: Count = 5
    """Types with members named for each word: the walk goes on from them."""
    lean: Count = 10
    """Types without."""
    other: Count = 15
    """Other symbols."""
    most: Count = 30
    """Symbols of all words together."""
    type_methods: bool = True
    """Whether types with a method that a word of the task names come first."""
    values: tuple[Weight, ...] = (1.0, 0.8, 0.6, 0.4)
    """What each counts as a signal: a type with such a method, one with members, another type, anything else."""


class Vectors(Struct, frozen=True):
    """Likeness of texts (`embed/`, `seeds/alike.py`)."""

    features: Count = 100_000
    """Terms kept, the rarest first. The document that the encoder is from keeps 10,000; where there are more, those
    are words that stand once."""
    least: Count = 1
    """Symbols that must have a term."""
    limit: Count = 30
    """Symbols it names."""


class Fusing(Struct, frozen=True):
    """Weighted reciprocal rank fusion (`seeds/fusion.py`). A channel of weight 0 is not asked."""

    k: Count = 60
    """How little the first ranks stand out: the usual constant."""
    candidates: Count = 40
    """Symbols kept."""
    names: Weight = 2.0
    """Weight of the tiers of names,"""
    lexical: Weight = 2.0
    """of words and phrases (once 1 in the first design, and names 3: they find the same symbols),"""
    concepts: Weight = 2.0
    """of concepts,"""
    context: Weight = 1.5
    """of path context where it is fused,"""
    vectors: Weight = 0.0
    """and of likeness: three encoders added nothing as a channel."""


class SeedPolicy(StrEnum):
    """Which symbols the walk begins at."""

    SCORES = "scores"
    """The best by the score of their words, mentions and places, with that score."""
    FUSED = "fused"
    """The first of all channels fused, filtered and ordered, with weights by rank."""


class ContextUse(StrEnum):
    """How path context enters."""

    OFF = "off"
    FUSED = "fused"
    """As a channel beside the others."""
    SUPPLEMENTAL = "supplemental"
    """As more seeds, of little weight: as a channel it would lose to what is found by name."""


class Seeding(Struct, frozen=True):
    """From candidates to seeds (`seeds/choose.py`)."""

    policy: SeedPolicy = SeedPolicy.SCORES
    """What the weights of the signals were found with; the profile `seed` fuses."""
    context: ContextUse = ContextUse.SUPPLEMENTAL
    """How path context enters; the table of channels gives it a weight, its own section says so."""
    implementors: bool = True
    """Whether the types that implement an interface among the seeds are seeds too."""
    noise: bool = True
    """Whether externals, built and minified code, mocks, fixtures and names of two letters are left out."""
    shortest_name: Count = 3
    """Letters of a name that is not minified."""
    type_first: bool = True
    """Whether types come first on a dense graph: the walk goes from them to their methods."""
    dense_from: Count = 50_000
    """Symbols of a dense graph. (The overview of the first design says 40,000.)"""
    focus: bool = True
    """Whether the package with most candidates comes first: seeds that hang together make a better walk."""
    by_size: bool = True
    """Whether larger graphs get more seeds."""
    few: Count = 15
    """Seeds of a small graph,"""
    some: Count = 20
    """of one with more than"""
    some_from: Count = 10_000
    """symbols,"""
    many: Count = 25
    """and of one with more than"""
    many_from: Count = 40_000
    """symbols."""
    gap_fill: bool = True
    """Whether symbols alike in text are added when hardly anything was found,"""
    gap_below: Count = 5
    """which is fewer candidates than this,"""
    gap_added: Count = 10
    """and how many are added."""
    by_rank: bool = True
    """Whether the first seeds count more than the last."""
    first: Weight = 1.0
    """Weight of the first seed,"""
    last: Weight = 0.4
    """of the last one,"""
    supplement: Weight = 0.3
    """and of those that path context adds."""
