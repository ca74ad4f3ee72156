"""Classes of phrases that mean the same code."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share, Weight


class Concepts(Struct, frozen=True):
    """Classes of phrases that mean the same code (`concepts/`)."""

    repository: Weight = 1.0
    """Weight of the repository's own classes: its authors know their words best."""
    universal: Weight = 0.8
    """Weight of classes for any software: right often enough, seldom sure."""
    language: Weight = 0.8
    """Weight of classes for one language, the same as universal: they say the same things in its spelling."""
    derived: Weight = 0.7
    """Weight of aliases made from the graph: nobody read them."""
    framework: Weight = 0.9
    """Weight of classes for a framework that the repository uses: public names, sure to mean what they say."""
    phrases_for_strong: Several = 2
    """So many phrases of one class make a match strong; fewer can only do it by length."""
    words_for_strong: Several = 2
    """A phrase of so many words makes a match strong alone: `command` is anybody's word, `custom validator` is not."""
    cross_verbs: bool = True
    """Whether a phrase after an action verb ("find the blast radius") also counts as the phrase with its verb."""
    verbs_strengthen: bool = False
    """Whether that second phrase helps to make a match strong. Off: any task begins with a verb."""
    filler_words: Count = 2
    """Stop words that may stand between a verb and its phrase: "clear out the cache"."""
    shortest_target: Several = 4
    """Shorter targets name hundreds of unrelated symbols."""
    curated: bool = True
    """Whether the classes that ship with seedwalk count."""
    own: bool = True
    """Whether the repository's own `concepts.toml` counts."""
    weak: Share = 0.5
    """Part of its weight that an own class keeps where one word alone speaks of it (`seeds/glossary.py`)."""
    loose: Share = 0.2
    """Part of its weight that the own class has whose words the task says most of, though no phrase as it is written;
    those after it less, by how well they fit (`concepts/loose.py`)."""
    loose_words: Several = 2
    """Words of its phrases that a task must say for that."""
    loose_most: Count = 3
    """Classes that may count so."""
    aliases: bool = True
    """Whether phrases are made from the names around the symbols found by name."""
    aliased: Count = 10
    """First symbols found by name that get such phrases; the first design's figure."""
    from_use: bool = True
    """Whether what use has taught counts."""
    learned_from: Count = 2
    """Times a word must have led to a symbol; the first design's figures, this and the next three."""
    learned_full: Count = 10
    """Times from which more change nothing."""
    learned_least: Weight = 0.3
    """Weight of what was seen `learned_from` times."""
    learned_most: Weight = 0.8
    """Weight of what was seen `learned_full` times."""
    strong_only: bool = False
    """Whether a weak match names symbols at all. In the first design it does, and only injection asks for more."""
    cap: Weight = 2.0
    """Symbols named by concepts, at most so many times those found by names and words: else they drown them."""


# -- channels, fusion and seeds: the first design's figures ----------------------------------------------------------
