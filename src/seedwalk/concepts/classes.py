"""The nouns: a class of phrases that mean the same code, and a class that a task spoke of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from seedwalk.config import Concepts
from seedwalk.text import parts, stem


class Layer(StrEnum):
    """Who says that these phrases mean this code. The value is the name of its weight in `config.Concepts`."""

    REPOSITORY = "repository"
    UNIVERSAL = "universal"
    LANGUAGE = "language"
    FRAMEWORK = "framework"
    DERIVED = "derived"
    LEARNED = "learned"
    """What use has taught; each has a weight of its own, by how often it was seen."""


class Concept(msgspec.Struct, frozen=True):
    """A class. It counts in repositories of its languages that use its framework; no scope is every repository."""

    id: str
    phrases: tuple[str, ...]
    targets: tuple[str, ...]
    """Names of code, each in one spelling: `spellings` gives the others."""
    layer: Layer
    origin: str
    languages: tuple[str, ...] = ()
    framework: str = ""
    weight: float | None = None
    """Only where it differs from its layer's."""

    def weight_by(self, tuning: Concepts) -> float:
        """How much the class counts."""
        by_layer: float = getattr(tuning, self.layer.value)
        return by_layer if self.weight is None else self.weight


class Match(msgspec.Struct, frozen=True):
    """A class that a task spoke of, and the words that say so, as the class writes them."""

    id: str
    targets: tuple[str, ...]
    weight: float
    phrases: tuple[str, ...]
    layer: Layer
    strong: bool
    """Two phrases, or one of several words: sure enough to act on alone."""


def spellings(target: str) -> tuple[str, ...]:
    """A name as symbols may be called, in lower case: joined, and with underscores. Letter case does not count.

    >>> spellings("load_config"), spellings("LoadConfig"), spellings("Session")
    (('loadconfig', 'load_config'), ('loadconfig', 'load_config'), ('session',))
    """
    pieces = [piece.lower() for piece in parts(target)]
    return tuple(dict.fromkeys((target.replace("_", "").lower(), "_".join(pieces), target.lower())))


def spelled(targets: Iterable[str]) -> tuple[str, ...]:
    """Several names in all their spellings, each once."""
    return tuple(dict.fromkeys(name for target in targets for name in spellings(target)))


def stems(phrase: str) -> tuple[str, ...]:
    """A phrase as it is compared: its words, stemmed."""
    return tuple(stem(word) for word in re.findall(r"[^\W_]+", phrase))
