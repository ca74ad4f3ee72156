"""Words that stand together in a task and in a symbol: a "symbolic link" is another thing than a link.

    near(s) = sum over pairs p of  weight(p) * ln(1 + n / symbols with p) * times(p, s) / (times(p, s) + length(s))

Two words of a task, close to each other in one of its sentences, are a pair; stop words are passed over. A symbol has a
pair as often as the two stand within a window of its words, in either order: code turns words around. What makes a pair
telling is how few of the symbols looked into have it. The lexical index counts words and does not know where they
stand, so this is asked of the best symbols alone, by their streams (`store/streams.py`). What a member has, its type
has in part: lines of a type's own are few.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import cache

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Column, Few, nothing
from seedwalk.config import Asking, Nearness, Settings
from seedwalk.graph.arrays import Graph
from seedwalk.seeds.asked import headline
from seedwalk.seeds.lexical import Structure, best
from seedwalk.store.streams import MARKS, mark, of_symbols
from seedwalk.store.words import term_hash
from seedwalk.text import stem, terms, without_whole, words
from seedwalk.words import wordlists

_ENDS = re.compile(r"[.;:()\n]")
"""What ends a sentence, as far as words that belong together go."""
_NONE = -1


class Pairs(Struct, frozen=True):
    """The pairs of a task."""

    marks: np.ndarray
    """Of the terms that are in any pair."""
    number: np.ndarray
    """By the places of two terms among these, in either order, the number of their pair; -1 where they are none."""
    weight: np.ndarray

    def __len__(self) -> int:
        return len(self.weight)


def together(
    text: str, connection: sqlite3.Connection, graph: Graph, structure: Structure, settings: Settings, total: Column
) -> Few:
    """Of the best rows by a score, how much each has of what stands together in a text."""
    tuning, ids = settings.nearness, graph.ids
    asked, rows = pairs(text, settings.asking, tuning), best(total, ids, tuning.among)
    if not len(asked) or not len(rows):
        return nothing(len(graph))
    own = nearness(asked, of_symbols(connection, ids[rows].tolist()), tuning)
    return Few(rows, np.maximum(own, tuning.child * _of_members(own, rows, structure.parent[rows])), len(graph))


def _of_members(own: np.ndarray, rows: np.ndarray, parent: np.ndarray) -> np.ndarray:
    """The most that a member of each of these rows has, when none but they have anything."""
    place = {row: at for at, row in enumerate(rows.tolist())}
    highest = [0.0] * len(rows)
    for value, holder in zip(own.tolist(), parent.tolist(), strict=True):
        if holder in place:
            highest[place[holder]] = max(highest[place[holder]], value)
    return np.array(highest)


def pairs(text: str, asking: Asking, tuning: Nearness) -> Pairs:
    """What stands together in a text, and what each pair counts: less below the headline, less when further apart."""
    head, rest = headline(text, asking.headline)
    counts: dict[tuple[str, str], float] = {}
    for part, share in ((head, 1.0), (rest, asking.rest)):
        for sentence in _ENDS.split(part[: tuning.letters]):
            said = _said(sentence)
            for apart in range(1, tuning.apart + 1):
                for one, other in zip(said, said[apart:], strict=False):
                    if one != other:
                        pair = (one, other) if one < other else (other, one)
                        counts[pair] = max(counts.get(pair, 0.0), share / apart)
    spelled = list(dict.fromkeys(term for pair in counts for term in pair))
    place = {term: at for at, term in enumerate(spelled)}
    number = np.full((len(spelled), len(spelled)), _NONE)
    for at, (one, other) in enumerate(counts):
        number[place[one], place[other]] = number[place[other], place[one]] = at
    marks = np.array([mark(term_hash(term)) for term in spelled], np.int64)
    return Pairs(marks, number, np.array([*counts.values()]))


def nearness(asked: Pairs, streams: Sequence[np.ndarray], tuning: Nearness) -> np.ndarray:
    """How much each of these streams has of what stands together in a task; the most is 1."""
    times = _times(asked, streams, tuning.window)
    having = (times > 0).sum(axis=0)
    telling = np.log1p(len(streams) / np.maximum(having, 1)) * asked.weight
    sizes = np.array([len(one) for one in streams], float)
    length = 1.0 - tuning.length + tuning.length * sizes / max(sizes.mean(), 1.0)
    full = np.divide(times, times + length[:, None], out=np.zeros(times.shape), where=times > 0)
    found: np.ndarray = (full * telling).sum(axis=1)
    return found / found.max() if found.any() else found


def _times(asked: Pairs, streams: Sequence[np.ndarray], window: int) -> np.ndarray:
    """How often each stream has each pair within a window."""
    term = np.full(MARKS, _NONE, np.int32)
    term[asked.marks] = np.arange(len(asked.marks))
    whole = term[np.concatenate(streams)]
    at = np.flatnonzero(whole != _NONE)
    said, owner = whole[at], np.repeat(np.arange(len(streams)), [len(one) for one in streams])[at]
    found = np.zeros(len(streams) * len(asked), np.int64)
    for step in range(1, window + 1):  # the step-th after each that is in any pair
        close = (at[step:] - at[:-step] <= window) & (owner[step:] == owner[:-step])
        if not close.any():
            break
        pair = asked.number[said[:-step][close], said[step:][close]]
        keys = owner[step:][close] * len(asked) + pair
        found += np.bincount(keys[pair != _NONE], minlength=len(found))
    return found.reshape(len(streams), len(asked))


def _said(sentence: str) -> list[str]:
    """The parts of the words of a sentence, without those that everybody says."""
    stop = _stop()
    found: list[str] = []
    for word in words(sentence.encode("utf-8", "replace")):
        found += [term for term in without_whole(terms(word.decode())) if term not in stop]
    return found


@cache
def _stop() -> frozenset[str]:
    return frozenset(map(stem, wordlists().english))
