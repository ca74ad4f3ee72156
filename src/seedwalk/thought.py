"""What a question leads to, step by step: what was found, what a walk reached, and the ranking it all made."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct, field

from seedwalk.arrays.columns import Few
from seedwalk.rank.signals import Scores
from seedwalk.seeds.asked import Asked
from seedwalk.seeds.glossary import Glossed
from seedwalk.seeds.ranked import NOTHING, Channel, Ranked, Seeds
from seedwalk.store.lexical import Weighed
from seedwalk.task import Task


class Found(Struct, frozen=True):
    """What a question found before any walk."""

    task: Task
    asked: Asked
    """The task's words as the lexical index knows them, and what each weighs."""
    weighed: Weighed
    lexical: Few
    mention: Few
    place: Few
    glossed: Glossed
    """What the repository's own words say the task means."""
    told: Mapping[Channel, Ranked] = field(default_factory=dict)
    """What each channel that was asked found."""
    fused: Ranked = NOTHING
    """All channels as one ranking, where it is asked for."""


class Reached(Struct, frozen=True):
    """What a question found, where the walk began, and what it reached: all that a score is made of."""

    found: Found
    seeds: Seeds
    mass: np.ndarray
    wanted: int | None = None
    """How many of the best are asked for; None where the score of every row is."""


class Thought(Struct, frozen=True):
    """Everything one question led to, for the answer and for its explanation."""

    task: Task
    lexical: Few
    seeds: np.ndarray
    """Rows the walk began at, best first."""
    mass: np.ndarray
    scores: Scores
    ranking: np.ndarray
    """Rows by score, best first."""
    strength: float = 1.0
    """How well the best symbols match by words that not everybody has; see `Weighed.strength`."""
    given: bool = False
    """Whether the rows to begin from were given, rather than found by words."""
    unheard: tuple[str, ...] = ()
    """Words of the headline that no symbol which may be an answer says."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """For some of these the word that may be meant (`seeds/misspelt.py`)."""
    heard: float = 0.0
    """How much it says that the other words of the task are found (`seeds/surprise.py`)."""
    named: bool = False
    """Whether the task writes the name of a symbol that is here with that of its owner, or nothing else; or
    speaks of one by the repository's own words."""
    told: Mapping[Channel, Ranked] = field(default_factory=dict)
    """What each channel that was asked found."""
    fused: Ranked = NOTHING
    wrong: str = ""
    """Why the repository's own words could not be used."""
