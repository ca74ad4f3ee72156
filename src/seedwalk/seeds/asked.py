"""What a task asks for, as the lexical index knows it: its terms, each once, and what each weighs.

    said(t)    = idf(t) * (1 + repeated * ln times(t))
    telling(t) = said(t) * (everyday + (1 - everyday) * strangeness(t))                  in the headline
    telling(t) = said(t) * rest * idf(t) / rare * (report where every report has t)      below it
    telling(t) *= runtime                                  where only the message of a runtime has t

The headline of a task is its first line that says something. A task of one line is all headline; an issue has a title,
a story and a log, and most of its words are not about what is wrong. How rare a word is here tells less of one that
code everywhere has: "add" or "value" may be rare in a repository, and its tasks are about something else
(`surprise.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
from msgspec import Struct

from seedwalk.config import Asking
from seedwalk.seeds.surprise import strangeness
from seedwalk.store.words import term_hash
from seedwalk.text import stem, terms, words
from seedwalk.words import wordlists

_WRAPPED = 60
"""Letters of a line that may have been broken because the page was full."""
_GOES_ON = re.compile(r"\s*[a-z]")


class Asked(Struct, frozen=True):
    """The terms of a task in the order of the text."""

    terms: tuple[int, ...]
    spelled: tuple[str, ...]
    weight: np.ndarray
    below: np.ndarray
    """Whether each stands below the headline only."""
    own: np.ndarray
    """Whether each stands anywhere but in what a runtime says of any fault."""
    rare: float

    @property
    def reports(self) -> bool:
        """Whether anything is said below the headline."""
        return bool(self.below.any())

    def like_commits(self, text: str, words: int) -> bool:
        """Whether a text is worded as commits are: a report, or a line of fewer words than that."""
        return self.reports or len(text.split()) < words

    def telling(self, idf: np.ndarray) -> np.ndarray:
        """What each term counts, given how telling it is in some texts."""
        by_rarity = np.where(self.below, idf / self.rare, 1.0) if self.rare else 1.0
        told: np.ndarray = idf * self.weight * by_rarity
        return told


def asked(text: str, tuning: Asking, floor: float, spared: str | None = None) -> Asked:
    """What a text asks for; `floor` is the share of repositories below which a word counts as nobody's, `spared` the
    text without what a runtime says of any fault."""
    head, rest = headline(text, tuning.headline)
    times = Counter(_terms(head))
    first = len(times)
    times.update(_terms(rest))  # a term keeps the place where it was first said
    below = np.arange(len(times)) >= first
    weight = 1.0 + tuning.repeated * np.log(np.array(list(times.values()), float))
    weight[below] *= tuning.rest
    if tuning.everyday < 1.0:
        strange = np.array(strangeness(list(times)[:first], floor))
        weight[:first] *= tuning.everyday + (1.0 - tuning.everyday) * strange
    if tuning.report < 1.0:
        said = _said_by_all()
        weight[below & np.array([term in said for term in times], bool)] *= tuning.report
    own = np.ones(len(times), bool)
    if spared is not None and spared != text and tuning.runtime < 1.0:
        left = set(_terms(spared))
        own = np.array([term in left for term in times], bool)
        weight[~own] *= tuning.runtime
    return Asked(tuple(map(term_hash, times)), tuple(times), weight, below, own, tuning.rare)


def headline(text: str, least: int) -> tuple[str, str]:
    """The first line that has words, and the rest; a line of few words, or one that was broken, brings the next.

    >>> headline("Hi!\\nThe cache forgets its keys\\n\\nSteps: ...", 3)
    ('Hi!\\nThe cache forgets its keys', '\\nSteps: ...')
    """
    lines = text.split("\n")
    said = 0
    for place, line in enumerate(lines):
        said += len(words(line.encode("utf-8", "replace")))
        broken = len(line) >= _WRAPPED and place + 1 < len(lines) and _GOES_ON.match(lines[place + 1])
        if said >= least and not broken:
            return "\n".join(lines[: place + 1]), "\n".join(lines[place + 1 :])
    return text, ""


def _terms(text: str) -> list[str]:
    return [term for word in words(text.encode("utf-8", "replace")) for term in terms(word.decode())]


@cache
def _said_by_all() -> frozenset[str]:
    """Terms that tell nothing of what a report is about."""
    lists = wordlists()
    return frozenset(stem(word) for word in lists.stop | lists.report)
