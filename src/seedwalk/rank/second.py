"""The second look: signals that need a first score, for the rows whose place can still depend on them.

    owner(s)  = first score of the symbol around s             beside(s) = best first score in the file of s
    size(s)   = lines of s by their logarithm                  where s has a first score itself

All three are between 0 and 1, so that a row gains by them at most the sum of their weights. Later looks (`near`,
namesakes) are at the best alone and raise no other row, so whoever is below the last place that matters by more than
that is out, and need not be looked at again: of half a million rows some thousands are left (docs/decisions/0013).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Few
from seedwalk.arrays.tallies import distinct, nth_largest, stretches
from seedwalk.compiled import quick

_SLACK = 2e-6
"""Scores are compared when rounded to six places, and sums in another order differ beyond those."""


class Places(Struct, frozen=True):
    """Where rows stand: the rows of file f are `rows[starts[f] : starts[f + 1]]`, `file` is the f of every row."""

    rows: np.ndarray
    starts: np.ndarray
    file: np.ndarray


def places(files: np.ndarray) -> Places:
    """Of the file's number of every row."""
    order = np.argsort(files, kind="stable")
    fresh = np.ones(len(files), bool)
    np.not_equal(files[order][1:], files[order][:-1], out=fresh[1:])
    file = np.empty(len(files), np.intp)
    file[order] = np.cumsum(fresh) - 1
    return Places(order, np.append(np.flatnonzero(fresh), len(files)), file)


def sizes(nodes: np.ndarray, most: int) -> np.ndarray:
    """Lines of every row on a logarithmic scale, 0 for one line, 1 for `most`."""
    lines = np.maximum(nodes["end_line"].astype(np.int64) - nodes["line"], 0)
    scale: np.ndarray = np.minimum(np.log1p(lines) / np.log1p(most), 1.0)
    return scale


def hopeful(first: np.ndarray, factor: np.ndarray, left: np.ndarray | None, gain: float, many: int) -> np.ndarray:
    """The rows that may be among the `many` best, when `gain` times the factor is all that a first score can grow by,
    and `left` is what remains of each row in the end. Rising; all of them where fewer have any score."""
    final = first if left is None else first * left
    floor = nth_largest(final, many) - _SLACK if len(final) > many else 0.0
    if floor <= 0.0:
        return np.arange(len(first))
    rows = np.flatnonzero(first >= floor - gain * float(factor.max()))
    kept: np.ndarray = rows[np.flatnonzero(first[rows] + gain * factor[rows] >= floor)]
    return kept


def second_look(
    rows: np.ndarray, first: np.ndarray, parent: np.ndarray, where: Places, size: np.ndarray
) -> dict[str, Few]:
    """The signals of these rows, which rise; `first` is the first score of every row, `size` how long each is."""
    highest = float(first.max(initial=0.0))
    unit, own = highest if highest > 0 else 1.0, first[rows]
    around = parent[rows]
    owner = np.where(around >= 0, first[around], 0.0) / unit
    beside = best_of_file(rows, first, where) / unit * (own / unit > 0)
    found = {"owner": owner, "beside": beside, "size": size[rows] * (own > 0)}
    return {name: Few(rows, values, len(first)) for name, values in found.items()}


def best_of_file(rows: np.ndarray, values: np.ndarray, where: Places) -> np.ndarray:
    """The highest value in the file of each of these rows."""
    compiled = quick()
    if compiled is not None:
        files = len(where.starts) - 1
        found, known = np.empty(len(rows)), np.zeros(files, np.uint8)
        compiled.highest(rows, where.file, where.starts, where.rows, values, known, np.empty(files), found)
        return found
    return plain_best_of_file(rows, values, where)


def plain_best_of_file(rows: np.ndarray, values: np.ndarray, where: Places) -> np.ndarray:
    """The same in numpy."""
    file = where.file[rows]
    files = distinct(file)
    starts = where.starts[files]
    sizes = where.starts[files + 1] - starts
    if not len(files):
        return values[:0]
    highest = np.maximum.reduceat(values[where.rows[stretches(starts, sizes)]], np.cumsum(sizes) - sizes)
    found: np.ndarray = highest[np.searchsorted(files, file)]
    return found
