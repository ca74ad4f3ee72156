"""Plans carried out: for each mention of a plan the edges the plan tells, as columns, and each file's edges packed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, pairwise, starmap
from struct import Struct

import numpy as np

from seedwalk.config import CONFIDENCE
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE, PROVENANCES, ROW, EdgeRow
from seedwalk.graph.grouping import Grouped
from seedwalk.graph.plans import End
from seedwalk.model import EdgeKind, Provenance

_CALLS = KIND_CODE[EdgeKind.CALLS]
_GUESSED = PROVENANCE_CODE[Provenance.NAME_MATCHED]
_SURE = np.array([CONFIDENCE[provenance] for provenance in PROVENANCES], "<f4")
_LINE_BITS = 32
_PACKED = Struct("<qqIfBB")
"""A row as ROW has it: rows made one by one this way cost three quarters of what numpy takes for a list of them."""
_OF_END = 4
"""Numbers of an end."""


def carried_out(
    mentions: Grouped, out: Sequence[End], back: Sequence[End], rows: Sequence[Collection[EdgeRow]]
) -> list[bytes]:
    """The edges of each file, sorted, each once: of its mentions those that go `out` from the symbols around them and
    `back` to these, and `rows` that are edges already."""
    told = np.frombuffer(b"".join(starmap(_PACKED.pack, chain.from_iterable(rows))), ROW)
    files = [np.repeat(np.arange(len(rows)), [len(each) for each in rows])]
    tables = [told]
    for ends, inward in ((out, False), (back, True)):
        flat = np.fromiter(chain.from_iterable(ends), np.int64, len(ends) * _OF_END)
        file, table = _each(mentions, flat.reshape(-1, _OF_END), inward=inward)
        files.append(file)
        tables.append(table)
    return _packed(np.concatenate(files), np.concatenate(tables), len(rows))


def _each(mentions: Grouped, ends: np.ndarray, *, inward: bool) -> tuple[np.ndarray, np.ndarray]:
    """An edge for each mention of each end's plan, with the file that mentions. Nothing but a call leads to itself, and
    no guess: what calls its own name on something untold mostly stands in front of another of that name."""
    plans, others, kinds, how = ends.T
    times = mentions.times[plans]
    which = np.repeat(np.arange(len(ends)), times)
    within = np.arange(len(which)) - np.repeat(np.cumsum(times) - times, times)
    mention = mentions.order[mentions.starts[plans][which] + within]
    own, other = mentions.around[mention], others[which]
    kept = (own != other) if inward else (own != other) | ((kinds == _CALLS) & (how != _GUESSED))[which]
    which, mention, own, other = which[kept], mention[kept], own[kept], other[kept]
    table = np.empty(len(which), ROW)
    table["source"], table["target"] = (other, own) if inward else (own, other)
    table["line"], table["kind"], table["provenance"] = mentions.lines[mention], kinds[which], how[which]
    table["confidence"] = _SURE[how[which]]
    return mentions.files[mention], table


def _packed(files: np.ndarray, table: np.ndarray, count: int) -> list[bytes]:
    """The rows of each file, sorted as tuples of their columns would be, each once."""
    sure = table["confidence"].view(np.uint32).astype(np.int64)  # such numbers are in the order of their bits
    lines = table["line"].astype(np.int64) << _LINE_BITS | sure
    sorts = table["kind"].astype(np.int64) << 8 | table["provenance"]
    columns = (sorts, lines, np.ascontiguousarray(table["target"]), np.ascontiguousarray(table["source"]), files)
    order = np.lexsort(columns)
    fresh = np.zeros(len(order), bool)
    fresh[:1] = True
    for column in columns:
        fresh[1:] |= column[order[1:]] != column[order[:-1]]
    order = order[fresh]
    table, cuts = table.take(order), np.searchsorted(files[order], np.arange(count + 1)).tolist()
    return [table[start:end].tobytes() for start, end in pairwise(cuts)]
