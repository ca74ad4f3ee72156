"""Which mentions must mean the same? Told for some files at once, as columns: a mention is five numbers.

What a mention means depends on its text and on where its first name is looked up, seldom on the line (Django: 317,000
mentions, 142,000 plans). A mention's plan is told by two numbers, which sorting brings together: one of its text, its
kind and whether a test mentions it, one of the place and perhaps the line.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from seedwalk.facts import REF_KINDS
from seedwalk.graph.chains import steps
from seedwalk.graph.standing import AT_TOP, Place, Standing, is_at_top, standing
from seedwalk.graph.views import View
from seedwalk.model import Flags, RefKind

SYMBOL = ":"
"""Begins a name that stands for itself (Ruby)."""
_TEST = int(Flags.TEST)
_CODE_BITS = 8
_LINE_BITS = 32
_NO_LOOKUP = -1
_ID, _FLAGS = itemgetter(1), itemgetter(3)
"""Columns of an outline's symbols."""


def _codes(kinds: Collection[RefKind]) -> np.ndarray:
    """By code, whether a kind of mentions is one of these."""
    return np.array([kind in kinds for kind in REF_KINDS])


OUTLINED = _codes({RefKind.EXTENDS, RefKind.IMPLEMENTS})
"""Mentions that the outline tells of."""
BY_SCOPE = _codes({RefKind.TYPE, RefKind.NEW, RefKind.DECORATOR})
"""Mentions of more than one name, or whose own place tells what they are: each is worked out by itself."""
SILENT = _codes({RefKind.RAISE, RefKind.ARGUMENT, RefKind.VALUE, RefKind.ATTRIBUTE})
"""Mentions that become nothing where all that is said of their first name is that it is there."""


class Grouped(NamedTuple):
    """The mentions of some files, and their plans, numbered in the order of their first mentions."""

    files: np.ndarray
    """Of each mention, the place of its file among those given,"""
    lines: np.ndarray
    """its line,"""
    around: np.ndarray
    """and the id of the symbol around it."""
    order: np.ndarray
    """Mentions that have a plan, those of one plan beside each other:"""
    starts: np.ndarray
    """where those of each plan begin there,"""
    times: np.ndarray
    """and how many they are."""
    plans: list[int]
    """Of each file, the number of its first plan; at the end the number of all."""
    firsts: Sequence[list[int]]
    """Of each plan, its first mention: kinds, texts, lines, bytes and scopes, as its facts have them,"""
    stands: list[Standing | None]
    """where the first name of that is looked up, if that was told,"""
    passed: list[int]
    """and what it is called with; empty where no file tells."""


def grouped(views: Sequence[View]) -> Grouped:
    """The mentions of these files by what they must mean."""
    rows, files, passed = _mentions(views)
    kinds, scopes = rows["kind"], rows["scope"] + _offsets([len(view.rows) for view in views])[files]
    symbols = [row for view in views for row in view.rows]
    around, flags = (np.fromiter(map(column, symbols), np.int64, len(symbols))[scopes] for column in (_ID, _FLAGS))
    names = _Names(views, rows, files)
    alone = BY_SCOPE[kinds] | names.symbols
    lookups = _Lookups(views, names, rows, files, scopes, ~alone & ~names.at_top)
    if len(passed):  # what is called with may mean another thing on another line
        alone |= (passed > 0) & (lookups.numbers != _NO_LOOKUP)
    what = (names.texts << _CODE_BITS | kinds) << 1 | ((flags & _TEST) != 0)
    what[alone] = ~np.flatnonzero(alone)
    where = lookups.places << _LINE_BITS | np.where(lookups.by_line, rows["line"], 0)
    mentions = np.flatnonzero(~OUTLINED[kinds] & ~(lookups.silent & SILENT[kinds]))
    order, starts = _brought_together(mentions, what, where)
    firsts = order[starts]  # sorting is stable: of a plan, the first mention comes first
    by_first = np.argsort(firsts)
    firsts, times = firsts[by_first], np.diff(starts, append=len(order))[by_first]
    return Grouped(
        files, rows["line"].astype(np.int64), around, order, starts[by_first], times,
        np.searchsorted(files[firsts], np.arange(len(views) + 1)).tolist(),
        [rows[column][firsts].tolist() for column in ("kind", "text", "line", "byte", "scope")],
        _stands(names, lookups, firsts), passed[firsts].tolist() if len(passed) else [],
    )  # fmt: skip


def _mentions(views: Sequence[View]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The mentions of all files, the place of each one's file, and what each is called with; nothing of the last where
    no file tells."""
    tables = [view.facts.rows() for view in views]
    files = np.repeat(np.arange(len(views)), [len(table) for table in tables])
    passed = np.empty(0, np.int64)
    if any(view.facts.passed for view in views):
        told = [view.facts.arguments() or [0] * len(table) for view, table in zip(views, tables, strict=True)]
        passed = np.array([each for one in told for each in one], np.int64)
    return np.concatenate(tables), files, passed


def _offsets(sizes: Sequence[int]) -> np.ndarray:
    """Where each of several lists begins when they are laid end to end."""
    found: np.ndarray = np.cumsum([0, *sizes])[:-1]
    return found


def _brought_together(mentions: np.ndarray, what: np.ndarray, where: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mentions in the order of what is said where, and the places in it at which another plan begins."""
    order = mentions[np.lexsort((where[mentions], what[mentions]))]
    begins = np.ones(len(order), bool)
    begins[1:] = (what[order[1:]] != what[order[:-1]]) | (where[order[1:]] != where[order[:-1]])
    return order, np.flatnonzero(begins)


def _stands(names: _Names, lookups: _Lookups, mentions: np.ndarray) -> list[Standing | None]:
    """Where the first names of some mentions are looked up, as far as that was told."""
    found, numbers = lookups.found, lookups.numbers[mentions].tolist()
    return [
        found[number] if number != _NO_LOOKUP else AT_TOP if top else None
        for number, top in zip(numbers, names.at_top[mentions].tolist(), strict=True)
    ]


class _Names:
    """The texts of mentions and the first names in them, by numbers, and what is known of these wherever they stand."""

    def __init__(self, views: Sequence[View], rows: np.ndarray, files: np.ndarray) -> None:
        texts = [text for view in views for text in view.facts.texts]
        offsets = _offsets([len(view.facts.texts) for view in views])
        self.texts = rows["text"] + offsets[files]
        used = np.zeros(len(texts), bool)
        used[self.texts] = True
        spoken = np.flatnonzero(used)
        parts = np.split(spoken, np.searchsorted(spoken, offsets[1:]))
        begins = np.zeros(len(texts), np.int64)
        self.listed: list[str] = []
        at_top: list[bool] = []
        for view, part in zip(views, parts, strict=True):
            numbers: dict[str, int] = {}
            first = len(self.listed)
            begins[part] = [
                numbers.setdefault(ops[0] if (ops := steps(texts[text])) else "", first + len(numbers))
                for text in part.tolist()
            ]
            self.listed += numbers
            at_top += [is_at_top(view, name) for name in numbers]
        self.numbers = begins[self.texts]
        symbols = np.zeros(len(texts), bool)
        symbols[spoken] = [texts[text].startswith(SYMBOL) for text in spoken.tolist()]
        self.symbols = symbols[self.texts]
        self.at_top = np.array(at_top, bool)[self.numbers] & ~self.symbols


class _Lookups:
    """Where the first names of mentions are looked up, of those that not only the top of their file may speak of."""

    def __init__(
        self, views: Sequence[View], names: _Names, rows: np.ndarray, files: np.ndarray, scopes: np.ndarray,
        wanted: np.ndarray,
    ) -> None:  # fmt: skip
        mentions = np.flatnonzero(wanted)
        keys = scopes[mentions] * len(names.listed) + names.numbers[mentions]
        _, first, number = np.unique(keys, return_index=True, return_inverse=True)
        first = mentions[first]
        columns = (files[first].tolist(), rows["scope"][first].tolist(), names.numbers[first].tolist())
        self.found = [
            standing(views[file], scope, names.listed[name]) for file, scope, name in zip(*columns, strict=True)
        ]
        known: dict[tuple[int, Place], int] = {}
        places = [
            known.setdefault((file, stands.place), len(known) + 1)
            for file, stands in zip(columns[0], self.found, strict=True)
        ]
        self.numbers = np.full(len(wanted), _NO_LOOKUP, np.int64)
        """Of each mention, which of those `found` is its own."""
        self.numbers[mentions] = number
        self.places, self.by_line, self.silent = (np.zeros(len(wanted), kind) for kind in (np.int64, bool, bool))
        self.places[mentions] = np.array(places, np.int64)[number]
        self.by_line[mentions] = np.array([stands.by_line for stands in self.found], bool)[number]
        self.silent[mentions] = np.array([stands.silent for stands in self.found], bool)[number]
