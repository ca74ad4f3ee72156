"""Phrases made from the graph: what calls a symbol, or is called by it, is often named after what the symbol is for.

`handle_blast_radius` calls `transitive_callers`: so "blast radius" means `transitive_callers`, though no word of it
says so. Names of neighbours are cut into words, words that any name has are dropped, and each two that then stand side
by side are a phrase.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from seedwalk.concepts.classes import Concept, Layer, Match
from seedwalk.concepts.match import Dictionary, is_generic, matches
from seedwalk.seeds.ground import Ground, Question
from seedwalk.store import symbols
from seedwalk.text import parts
from seedwalk.words import wordlists

_SHORTEST = 3
_NEIGHBOURS = 200
"""Neighbours of one symbol that are looked at: what everything calls is named after nothing."""


def aliases(rows: Sequence[int], question: Question, ground: Ground) -> list[tuple[Match, int]]:
    """Those of these rows that a phrase of the task means by the names around them, each with its match."""
    around = neighbours(rows, ground)
    ids = sorted({int(ground.graph.nodes["id"][near]) for near in np.concatenate([*around, np.zeros(0, np.int64)])})
    names = {identity: name for identity, (name, _, _) in symbols.told(question.connection, ids).items()}
    classes = []
    for row, near in zip(rows, around, strict=True):
        called = [names.get(int(ground.graph.nodes["id"][one]), "") for one in near]
        made = tuple(dict.fromkeys(phrase for name in called for phrase in phrases_of(name)))
        if made:
            classes.append(Concept(f"derived.{row}", made, ("derived",), Layer.DERIVED, "graph"))
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
    return [np.unique(pairs[pairs[:, 0] == row, 1])[:_NEIGHBOURS] for row in rows]


def phrases_of(name: str) -> list[str]:
    """Pairs of telling words that stand side by side in a name.

    >>> phrases_of("handleBlastRadius"), phrases_of("get_new_user"), phrases_of("sendOrderMailLater")
    (['blast radius'], [], ['order mail', 'mail later'])
    """
    lists = wordlists()
    telling = [
        word
        for word in (part.lower() for part in parts(name))
        if len(word) >= _SHORTEST and word.isalpha() and word not in lists.stop | lists.verbs and not is_generic(word)
    ]
    return [f"{left} {right}" for left, right in pairwise(telling)]
