"""The channel of names, in tiers: the very name, then its beginning, a part of it, a part of its path.

Names of several parts come first, and single words only where those found next to nothing. Inside a tier the symbols
whose words fit the task best come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from seedwalk.arrays.tallies import distinct
from seedwalk.config import Naming
from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.ranked import Ranked, Told
from seedwalk.store import symbols

EXACT, PREFIX, SUBSTRING, PATH = range(4)
"""Tiers, the surest first."""


def names(question: Question, ground: Ground, told: Told) -> Ranked:
    """The symbols that the task's keywords name."""
    tuning, keywords = ground.settings.naming, question.task.keywords
    primary, components = (*keywords.exact, *keywords.compounds), keywords.components
    found = _Found(question, ground, tuning)
    found.named(primary)
    if len(found) < tuning.components_below:
        found.named(components)
    everything = (*primary, *components)
    if len(found) < tuning.substring_below:
        found.holding([word for word in everything if len(word) >= tuning.substring_letters])
    if len(found) < tuning.path_below:
        found.lying([word for word in everything if len(word) >= tuning.path_letters])
    return found.ranked()


class _Found:
    """What the tiers found so far, in order."""

    def __init__(self, question: Question, ground: Ground, tuning: Naming) -> None:
        self._question, self._ground, self._tuning = question, ground, tuning
        self._rows: list[int] = []
        self._values: list[float] = []
        self._seen: set[int] = set()

    def __len__(self) -> int:
        return len(self._rows)

    def named(self, words: Sequence[str]) -> None:
        """The first two tiers: names that are one of these words, then those that begin with one."""
        look = self._question.connection
        self._add(EXACT, self._of(identity for word in words for identity in symbols.ids_named(look, word)))
        if len(self) < self._tuning.prefix_below:
            plain = [word for word in words if "." not in word]
            rows = self._of(identity for word in plain for identity in symbols.ids_beginning(look, word))
            self._add(PREFIX, rows, self._tuning.prefix_cap)

    def holding(self, words: Sequence[str]) -> None:
        """Qualified names that hold one of these words."""
        spelled = self._ground.spelled(self._question.connection)
        rows = [spelled.holding(word) for word in dict.fromkeys(word.lower() for word in words)]
        self._add(SUBSTRING, self._answers(rows), self._tuning.substring_cap)

    def lying(self, words: Sequence[str]) -> None:
        """Symbols of files with one of these words as a folder or as their name."""
        places = self._ground.places(self._question.connection)
        files = [places.segments.equal(word) for word in dict.fromkeys(word.lower() for word in words)]
        self._add(PATH, self._answers([places.rows(named) for named in files]), self._tuning.path_cap)

    def ranked(self) -> Ranked:
        return Ranked(np.array(self._rows, np.int64), np.array(self._values))

    def _of(self, ids: Iterable[int]) -> np.ndarray:
        return self._ground.rows(list(ids))

    def _answers(self, parts: Sequence[np.ndarray]) -> np.ndarray:
        rows = distinct(np.concatenate([np.zeros(0, np.int64), *parts]))
        kept: np.ndarray = rows[self._ground.answers[rows]]
        return kept

    def _add(self, tier: int, rows: np.ndarray, cap: int | None = None) -> None:
        """The rows of a tier that no tier before it had, until there are `cap` in all."""
        for row in self._ground.ordered(rows, self._question.relevance).tolist():
            if cap is not None and len(self) >= cap:
                break
            if row not in self._seen:
                self._seen.add(row)
                self._rows.append(row)
                self._values.append(self._tuning.values[tier])
