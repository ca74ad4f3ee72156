"""Phrases made from the graph: what calls a symbol, or is called by it, is often named after what the symbol is for.

`handle_blast_radius` calls `transitive_callers`: so "blast radius" means `transitive_callers`, though no word of it
says so. Names of neighbours are cut into words, words that any name has are dropped, and each two that then stand side
by side are a phrase.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from seedwalk.concepts.classes import Concept, Layer, Match
from seedwalk.concepts.match import Dictionary, is_generic, matches
from seedwalk.graph.ordering import each_once
from seedwalk.seeds.ground import Ground, Question
from seedwalk.text import parts, stem
from seedwalk.words import wordlists

_SHORTEST = 3
_NEIGHBOURS = 200
"""Neighbours of one symbol that are looked at: what everything calls is named after nothing."""


def aliases(rows: Sequence[int], question: Question, ground: Ground) -> list[tuple[Match, int]]:
    """Those of these rows that a phrase of the task means by the names around them, each with its match."""
    names, said = ground.qualified(question.connection), {stem(word) for word in question.task.words}
    classes = []
    for row, near in zip(rows, neighbours(rows, ground), strict=True):
        made = dict.fromkeys(phrase for one in near.tolist() for phrase in phrases_of(names[one].rpartition(".")[2]))
        # a class of thousands of phrases takes longer to make than to match: only those of the task's words are made
        spoken = tuple(phrase for phrase in made if said.issuperset(map(stem, phrase.split())))
        if spoken:
            classes.append(Concept(f"derived.{row}", spoken, ("derived",), Layer.DERIVED, "graph"))
    found = matches(question.task, Dictionary(classes), (), (), ground.settings.concepts)
    return [(match, int(match.id.rpartition(".")[2])) for match in found]


def neighbours(rows: Sequence[int], ground: Ground) -> list[np.ndarray]:
    """For each row, what calls it and what it calls, by row."""
    callers, callees = ground.calls
    wanted = np.zeros(len(ground), bool)
    wanted[list(rows)] = True
    into, out = wanted[callees], wanted[callers]
    pairs = np.concatenate([
        np.stack([callees[into], callers[into]], axis=1), np.stack([callers[out], callees[out]], axis=1)
    ])  # fmt: skip
    return [each_once(pairs[pairs[:, 0] == row, 1])[:_NEIGHBOURS] for row in rows]


def phrases_of(name: str) -> list[str]:
    """Pairs of telling words that stand side by side in a name.

    >>> phrases_of("handleBlastRadius"), phrases_of("get_new_user"), phrases_of("sendOrderMailLater")
    (['blast radius'], [], ['order mail', 'mail later'])
    """
    telling = [word for word in (part.lower() for part in parts(name)) if _tells(word)]
    return [f"{left} {right}" for left, right in pairwise(telling)]


@lru_cache(maxsize=100_000)
def _tells(word: str) -> bool:
    """Whether a word of a name says what the code is about."""
    lists = wordlists()
    common = word in lists.stop or word in lists.verbs or is_generic(word)
    return len(word) >= _SHORTEST and word.isalpha() and not common
