"""Symbol search: the symbols a few words mean. Names first, then full text re-ordered by the graph.

A name is meant when the words, joined the way code joins them, spell it: "persistent flags", "Command PersistentFlags"
and `Command.persistentFlags` all mean one method. Everything else is found by its words (`search/hybrid.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cached_property

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.config import Settings
from seedwalk.engine import Mind
from seedwalk.graph.route import route
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import EdgeKind, Flags, Kind, Symbol
from seedwalk.search.hybrid import combined, proximity, seeds_of, text_scores
from seedwalk.search.spread import Steps
from seedwalk.seeds.lexical import best
from seedwalk.store import symbols
from seedwalk.store.words import term_hash
from seedwalk.text import parts, terms, words

_KINDS = tuple(Kind)
_QUIET = int(Flags.TEST | Flags.MOCK | Flags.GENERATED)
_VALUES = (_KINDS.index(Kind.FIELD), _KINDS.index(Kind.CONSTANT))
_PAGES = tuple(_KINDS.index(kind) for kind in (Kind.MODULE, Kind.DOCUMENT, Kind.DEPLOYMENT))
"""Whole files, and sections of text: named like the code they hold or tell of."""
_LONGEST_NAME = 6
"""Words that are tried as one name; more are a sentence."""
_JOINTS = ("", "_")
"""How code joins the words of a name, case aside."""


class By(StrEnum):
    """What brought a symbol in."""

    NAME = "name"
    WORDS = "words"
    GRAPH = "graph"


class Hit(msgspec.Struct, frozen=True):
    """A symbol found. `score` orders hits of one answer and means nothing beyond it; `route` leads from a first hit."""

    symbol: Symbol
    score: float
    by: By
    route: tuple[str, ...] = ()


class Filter(Struct, frozen=True):
    """What a hit must be: of one of the kinds, below a path or matching a glob, of one of the languages."""

    kinds: tuple[Kind, ...] = ()
    path: str = ""
    languages: tuple[str, ...] = ()


class Finder:
    """Search over one state of an index."""

    def __init__(self, mind: Mind, settings: Settings) -> None:
        self.mind, self.tuning = mind, settings.searching
        self._rows = mind.graph.rows(mind.words.ids)
        self._known = self._rows >= 0

    @cached_property
    def steps(self) -> Steps:
        """Who hands how much of its mass to whom, by the weights of search."""
        weights = {kind: self.tuning.weights.get(kind, 0.0) for kind in EdgeKind}
        return Steps(self.mind.graph, weights, self.tuning.backward)

    @cached_property
    def kept(self) -> np.ndarray:
        """What kind and flags leave of every row's score."""
        structure, tuning = self.mind.structure, self.tuning
        kept = np.where((structure.flags & _QUIET) != 0, tuning.tests, 1.0)
        kept *= np.where(np.isin(structure.kind, _VALUES), tuning.values, 1.0)
        kept *= np.where(np.isin(structure.kind, _PAGES), tuning.modules, 1.0)
        here: np.ndarray = kept * (self.mind.graph.alive & (self.mind.graph.nodes["file"] > 0))
        return here

    def find(
        self, connection: sqlite3.Connection, text: str, limit: int, wanted: Filter, *, explain: bool = False
    ) -> list[Hit]:
        """The best `limit` symbols for a few words."""
        allowed = self._allowed(connection, wanted)
        scores = self._text(text) * self.kept * allowed
        hits = best(scores, self.mind.graph.nodes["id"], self.tuning.pool)
        still_wanted()
        named = self._named(connection, text, allowed)
        seeds = seeds_of(np.concatenate([np.asarray(named, np.int64), hits]), self.mind.structure, self.tuning)
        order = self._order(hits, seeds, allowed) if len(hits) > self.tuning.reorder_above else self._plain(hits)
        ranked = self._names_first(named, order, scores)[:limit]
        route_from = seeds if explain else np.zeros(0, np.int64)
        return self._told(connection, ranked, set(named), set(hits.tolist()), route_from)

    def _text(self, text: str) -> np.ndarray:
        """The score of every row for the words alone."""
        asked = [term_hash(term) for word in words(text.encode("utf-8", "replace")) for term in terms(word.decode())]
        told, held, named = self.mind.words.held(asked, self.tuning.lexical)
        having = np.flatnonzero(told * self._known)  # a term stands in few rows: the others are worth nothing
        found = np.zeros(len(self.mind.graph))
        found[self._rows[having]] = text_scores(told[having], held[having], named[having], self.tuning)
        return found

    def _order(self, hits: np.ndarray, seeds: np.ndarray, allowed: np.ndarray) -> list[tuple[int, float]]:
        near = proximity(self.steps, seeds, self.tuning)
        scores = combined(hits, near * self.kept, self.tuning) * allowed
        rows = best(scores, self.mind.graph.nodes["id"], self.tuning.pool)
        return [(row, float(scores[row])) for row in rows.tolist()]

    def _plain(self, hits: np.ndarray) -> list[tuple[int, float]]:
        """Too few to be worth re-ordering: as the words ordered them."""
        return [(row, self.tuning.position / (place + 1)) for place, row in enumerate(hits.tolist())]

    @staticmethod
    def _names_first(
        named: Sequence[int], order: Sequence[tuple[int, float]], scores: np.ndarray
    ) -> list[tuple[int, float]]:
        """Those whose name is meant, by their words; then the rest in its order. A name's score is 1 more."""
        by_row = dict(order)
        front = sorted(named, key=lambda row: (-round(float(scores[row]), 6), -by_row.get(row, 0.0), row))
        return [(row, 1.0 + by_row.get(row, 0.0)) for row in front] + [
            pair for pair in order if pair[0] not in set(named)
        ]

    def _named(self, connection: sqlite3.Connection, text: str, allowed: np.ndarray) -> list[int]:
        """Rows whose name, or the end of whose qualified name, the words spell; tests and values only if alone."""
        found = self.mind.graph.rows(symbols.spelled(connection, list(_spellings(text))))
        rows = [row for row in found.tolist() if row >= 0 and allowed[row]]
        loud = [row for row in rows if self.kept[row] == 1.0]
        return loud or [row for row in rows if self.kept[row] > 0]

    def _allowed(self, connection: sqlite3.Connection, wanted: Filter) -> np.ndarray:
        """1.0 for each row that passes the filter."""
        nodes = self.mind.graph.nodes
        passing = np.ones(len(nodes), bool)
        if wanted.kinds:
            passing &= np.isin(nodes["kind"], [_KINDS.index(kind) for kind in wanted.kinds])
        if wanted.path or wanted.languages:
            listed = connection.execute("SELECT id, path, language FROM files").fetchall()
            files = [
                number
                for number, path, language in listed
                if below(path, wanted.path) and (not wanted.languages or language in wanted.languages)
            ]
            passing &= np.isin(nodes["file"], files)
        return passing.astype(float)

    def _told(
        self, connection: sqlite3.Connection, ranked: Sequence[tuple[int, float]], named: set[int], hits: set[int],
        starts: np.ndarray,
    ) -> list[Hit]:  # fmt: skip
        ids = [int(self.mind.graph.nodes["id"][row]) for row, _ in ranked]
        known = symbols.by_ids(connection, ids)
        return [
            Hit(
                known[number], round(score, 6), By.NAME if row in named else By.WORDS if row in hits else By.GRAPH,
                self._route(connection, starts, row),
            )
            for (row, score), number in zip(ranked, ids, strict=True)
            if number in known
        ]  # fmt: skip

    def _route(self, connection: sqlite3.Connection, starts: np.ndarray, row: int) -> tuple[str, ...]:
        """Names and edges from the nearest seed to a row: `Cleaner`, `calls`, `Safelist`."""
        if not len(starts):
            return ()
        hops = route(self.mind.whole(connection), starts.tolist(), row, self.tuning.weights, self.tuning.route)
        ids = [int(self.mind.graph.nodes["id"][hop.row]) for hop in hops]
        known = symbols.by_ids(connection, ids)
        told: list[str] = []
        for hop, number in zip(hops, ids, strict=True):
            told.append(known[number].qualified_name if number in known else "(outside)")
            if hop.kind is not None:
                told.append(hop.kind.value if hop.forward else f"{hop.kind.value} (backward)")
        return tuple(told)


def below(path: str, wanted: str) -> bool:
    """Whether a path is the one wanted, lies below it, or matches it when it has a `*`.

    >>> below("src/a/b.py", "src/a"), below("src/ab.py", "src/a"), below("src/a/b.py", "*/b.py"), below("x.py", "")
    (True, False, True, True)
    """
    if "*" in wanted:
        return fnmatchcase(path, wanted)
    top = wanted.strip("/")
    return not top or path == top or path.startswith(f"{top}/")


def _spellings(text: str) -> Iterator[str]:
    """Every name that the words may spell, as they are written and taken apart; case does not count.

    >>> list(_spellings("Command Execute"))
    ['CommandExecute', 'Command_Execute', 'Command.Execute']
    >>> list(_spellings("beforeRequest"))
    ['beforeRequest', 'before_Request', 'before.Request']
    """
    said = [word.decode() for word in words(text.encode("utf-8", "replace"))]
    apart = [part for word in said for part in parts(word)]
    yield from dict.fromkeys([*_joined(said), *_joined(apart)])


def _joined(said: Sequence[str]) -> Iterator[str]:
    if not 0 < len(said) <= _LONGEST_NAME:
        return
    found: dict[str, None] = dict.fromkeys(joint.join(said) for joint in _JOINTS)
    for cut in range(1, len(said)):
        scopes = dict.fromkeys(joint.join(said[:cut]) for joint in _JOINTS)
        names = dict.fromkeys(joint.join(said[cut:]) for joint in _JOINTS)
        found |= dict.fromkeys(f"{scope}.{name}" for scope in scopes for name in names)
    found[".".join(said)] = None
    yield from found
