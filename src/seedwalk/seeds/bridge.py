"""From the rows of the lexical index to those of the graph, and what words say on the way.

The lexical index has its rows by file, the graph by id, which is as good as at random. What a row takes from the symbol
around it, from those inside it and from its file is looked up in the index's order, where all of them are near; only
what comes out is brought over.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seedwalk.arrays.columns import Few, having, scaled
from seedwalk.compiled import quick
from seedwalk.config import Lexical, Mixing
from seedwalk.seeds.lexical import NO_ROW, Structure, mixed_few
from seedwalk.store.lexical import LexicalIndex


class Bridge:
    """The lexical index as the graph's rows see it; `rows` are theirs for each of its own, below 0 where there is none.
    `structure` and `kept` are the graph's: how its rows stand to each other, what kind and flags leave of each."""

    def __init__(self, words: LexicalIndex, rows: np.ndarray, structure: Structure, kept: np.ndarray) -> None:
        self._words, self._rows, self._size = words, rows, len(kept)
        self._all_known = bool((rows >= 0).all())
        living = np.where(words.alive, rows, NO_ROW)
        self._structure, self._kept = structure.among(living), kept[rows]
        self._file = np.full(self._size + 1, NO_ROW)  # the last place is where NO_ROW points
        self._file[living] = words.file

    def over(self, values: Few) -> Few:
        """Values of living rows of the index as values of the graph's."""
        rows, known = self._rows[values.rows], values.values
        if not self._all_known:
            there = np.flatnonzero(rows >= 0)
            rows, known = rows[there], known[there]
        return Few(rows, known, self._size)

    def mixed(self, scores: np.ndarray, tuning: Mixing) -> Few:
        """What the scores of the index's rows make of the graph's (`lexical.mixed`), the best 1; rows rise."""
        compiled, around = quick(), self._structure
        if compiled is None:
            return scaled(having(self.over(mixed_few(scores, around, tuning, self._kept)).dense))
        mixed, best = np.zeros(self._size), np.zeros(len(scores))
        near = (around.holder, around.module, around.parent)
        compiled.mix(scores, *near, self._kept, self._rows, best, mixed, tuning.parent, tuning.file, tuning.child)
        return scaled(having(mixed))

    def covered(self, terms: Sequence[int]) -> Few:
        """The share of each row's own name that is said."""
        return self.over(self._words.covered(terms))

    def whole(self, terms: Sequence[int], tuning: Lexical, telling: np.ndarray, rows: np.ndarray) -> Few:
        """How well the file of each of these rows speaks of terms as a whole; the best file has 1."""
        files = np.append(scaled(self._words.whole(terms, tuning, telling)), 0.0)
        return Few(rows, files[self._file[rows]], self._size)
