"""How signals become one score."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, SomeShare, Weight


class ScorePolicy(StrEnum):
    """How a score is made."""

    WEIGHTED = "weighted"
    """The weighted sum of all signals."""
    FORMULA = "formula"
    """The first design's: proximity, confidence, recency, distance, and what was learned."""


class Ranking(Struct, frozen=True):
    """How signals become one score (`rank/signals.py`)."""

    seeds: Several = 60
    """Symbols the walk begins at: the best by their words."""
    lexical: Weight = 1.0
    """Weight of the words, scaled so that the best symbol has 1: the measure of the others."""
    walk: Weight = 0.4
    """Weight of the walk's mass, scaled so that the largest is 1."""
    uses: Weight = 0.4
    """Weight of a second walk, along uses alone: members of a type do not share its mass (docs/experiments/002)."""
    exact: Weight = 0.15
    """What a symbol gains when its name is a word of the task, however many have that name."""
    owner: Weight = 0.15
    """Part of the score of the type around a member that the member gains: types are read with their members."""
    cover: Weight = 0.15
    """What a symbol gains when the task says every word of its name, less when only some (docs/experiments/008)."""
    beside: Weight = 0.1
    """Part of the best score in its file that a symbol gains: what is read together stands together."""
    whole: Weight = 0.15
    """Weight of how well its file as one text speaks of the task, scaled so that the best file has 1: the words of a
    task are often spread over the symbols of a file (docs/experiments/015)."""
    size: Weight = 0.14
    """What a symbol of `size_most` lines gains, shorter ones by the logarithm: there is more to read in it."""
    size_most: Several = 300
    """Lines from which a symbol counts as no longer: 1,000 lines speak for a symbol no more (docs/experiments/016)."""
    mention: Weight = 0.2
    """What a symbol gains when the task writes its very name and hardly any other symbol has it."""
    mention_most: Count = 3
    """Files that may define a name for its mention to tell anything."""
    place: Weight = 0.4
    """What a symbol gains when the task names its file."""
    glossary: Weight = 0.4
    """What a symbol gains when the repository's own `concepts.toml` says that a phrase of the task means it."""
    frame: Weight = 0.4
    """What a symbol gains when a stack trace in the task passes through it, or the task names a line of it."""
    above: Weight = 0.4
    """What a symbol gains when the best symbol of all extends, implements or overrides it, and less by how much less
    another of the best has: who does something is found by its words, what it keeps to is not. In tasks worded unlike
    commits (`trained_words`): these change what does something (`rank/above.py`, docs/experiments/021)."""
    above_among: Several = 5
    """Best symbols that are asked what they stand below."""
    near: Weight = 0.25
    """What one of the best symbols gains when words that stand together in the task stand together in it, scaled so
    that the most is 1 (docs/experiments/012)."""
    namesakes: SomeShare = 0.9
    """What is left of a symbol's score for every better one of the same name: who has read the first `resolve` knows
    of the others (`rank/naming.py`, docs/experiments/014). 1 leaves all."""
    private: SomeShare = 0.9
    """What a task of one line leaves of a symbol's score whose name begins with one underscore: it is there for others
    of its file, and they are what is spoken of. A report leaves all: faults are mended where things are done
    (docs/experiments/016). 1 leaves all."""
    namesakes_among: Several = 60
    """Best symbols whose names are looked at for these two."""
    trained: Weight = 0.2
    """How much of the order of the best is what replayed commits taught (`rank/trained.py`, docs/experiments/017):
    a step of one deviation of what was learned moves a symbol as much as this part of the best score does."""
    trained_among: Several = 100
    """Best symbols that may change places for it."""
    trained_words: Count = 10
    """A task of one line is left as it is from so many words on: those of commits are shorter, and in longer ones,
    which ask what to read, a type is meant as often as a method. A report counts however long it is."""
    judged: Several = 4
    """Best symbols by which the match as a whole is judged: few have most words of a short task, and by ten of them a
    quarter more commit messages looked weak in their own repository (docs/experiments/017)."""
    everyday: SomeShare = 0.05
    """Share of repositories below which a word counts as nobody's (`seeds/surprise.py`)."""
    hits: Weight = 0.0
    """Weight of the adjustment by HITS; off until it is shown to help."""
    history: Weight = 0.3
    """Weight of what earlier commits said of a symbol, scaled so that the most is 1."""
    precedent: Weight = 0.2
    """Weight of what the commits most like the task touched, scaled so that the most is 1."""
    recency: Weight = 0.05
    """What a symbol that speaks of the task gains, by its words' score, when it was changed just now."""
    names: Weight = 0.0
    """Weight of what the tiers of names say (`seeds/names.py`); off, as the next five, until it is shown to help."""
    phrase: Weight = 0.0
    """Weight of phrases of the task that stand together in a name (`seeds/phrases.py`)."""
    concepts: Weight = 0.0
    """Weight of the classes of phrases that mean a symbol (`seeds/meant.py`)."""
    context: Weight = 0.0
    """Weight of standing where the task's words name a folder or a file (`seeds/context.py`)."""
    vectors: Weight = 0.0
    """Weight of the likeness of a symbol's text (`seeds/alike.py`)."""
    fused: Weight = 0.0
    """Weight of the place that the fused channels give."""
    scoring: ScorePolicy = ScorePolicy.WEIGHTED
    """Which formula makes the score."""
