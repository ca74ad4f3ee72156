"""The lexical index: BM25F over counted words, in a few immutable segments (one large, the rest small and recent).

A segment is postings sorted by term; a file's words count only in the newest segment that has them. Nothing derived is
stored: how many symbols have a term, and how long fields are on average, are counted over what is alive when asked, so
that an index kept up file by file scores exactly as one built afresh. docs/decisions/0002 has the measurement against
SQLite's FTS5.

    tf(t, s) = sum over fields f of  weight_f * count_f / (1 - b_f + b_f * length_f / average_f)
    score(s) = sum over terms t of   idf(t) * tf(t, s) / (k1 + tf(t, s))
    idf(t)   = ln(1 + (N - n_t + 0.5) / (n_t + 0.5))

n_t counts the symbols whose own fields have the term: a word of a folder's name stands in the path of every symbol
below it and says nothing of how rare it is (docs/experiments/001). Where only paths have it, those symbols are counted.

Robertson, S. and Zaragoza, H. (2009). The Probabilistic Relevance Framework: BM25 and Beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.arrays.columns import Few
from seedwalk.arrays.tallies import nth_largest, sums
from seedwalk.model import SymbolId
from seedwalk.store.postings import FILE_FIELDS as FILE_FIELDS
from seedwalk.store.postings import NAME, Found, Part, Worth, counted
from seedwalk.store.postings import SYMBOL_FIELDS as SYMBOL_FIELDS
from seedwalk.store.postings import Segment as Segment

if TYPE_CHECKING:
    from seedwalk.config import Lexical as Tuning

_NAME_FIELDS = 2
"""The first fields are the name and the qualified name."""
_FIELDS = SYMBOL_FIELDS + FILE_FIELDS
Telling = Callable[[np.ndarray], np.ndarray]
_TUNINGS = 4
"""Tunings whose fields' worth is kept: an engine asks with one or two."""


class _Header(msgspec.Struct, array_like=True):
    """What precedes the arrays in a packed segment: their names, types and lengths in bytes."""

    arrays: list[tuple[str, str, int]]
    words: bytes


_ARRAYS = (
    ("file_ids", "<i8"), ("file_starts", "<i8"), ("ids", "<i8"), ("lengths", "<u4"), ("file_lengths", "<u4"),
    ("terms", "<u8"), ("offsets", "<i8"), ("row", "<u4"), ("field", "u1"), ("count", "u1"),
)  # fmt: skip
_SHAPES = {"lengths": SYMBOL_FIELDS, "file_lengths": FILE_FIELDS}


def pack_segment(segment: Segment) -> bytes:
    arrays = [(name, kind, getattr(segment, name).astype(kind, copy=False).tobytes()) for name, kind in _ARRAYS]
    header = msgspec.msgpack.encode(_Header([(name, kind, len(raw)) for name, kind, raw in arrays], segment.words))
    padding = b"\0" * (-(8 + len(header)) % 8)
    parts = [len(header).to_bytes(8, "little"), header, padding]
    for _, _, raw in arrays:
        parts += [raw, b"\0" * (-len(raw) % 8)]
    return b"".join(parts)


def unpack_segment(blob: bytes) -> Segment:
    """A view of a packed segment: nothing is copied."""
    size = int.from_bytes(blob[:8], "little")
    header = msgspec.msgpack.decode(blob[8 : 8 + size], type=_Header)
    place = 8 + size + (-(8 + size) % 8)
    arrays: dict[str, np.ndarray] = {}
    for name, kind, length in header.arrays:
        array = np.frombuffer(blob, kind, length // np.dtype(kind).itemsize, place)
        arrays[name] = array.reshape(-1, _SHAPES[name]) if name in _SHAPES else array
        place += length + (-length % 8)
    return Segment(**arrays, words=header.words)


def merge(segments: Sequence[Segment], alive: Sequence[np.ndarray | None]) -> Segment:
    """One segment of several, in order, keeping the files each mask calls alive (None: all)."""
    kept = [
        segment if mask is None or mask.all() else _only(segment, mask)
        for segment, mask in zip(segments, alive, strict=True)
    ]
    if len(kept) < 2:
        return kept[0] if kept else empty()
    rows, files = 0, 0
    starts, row = [np.zeros(1, "<i8")], []
    for segment in kept:
        shift = np.where(segment.field >= SYMBOL_FIELDS, np.uint32(files), np.uint32(rows))
        row.append(segment.row + shift)
        starts.append(segment.file_starts[1:] + rows)
        rows += len(segment.ids)
        files += len(segment.file_ids)
    terms, first, number = np.unique(
        _joined([segment.terms for segment in kept], "<u8"), return_index=True, return_inverse=True
    )
    taken, offsets = _by_term(np.concatenate([np.diff(segment.offsets) for segment in kept]), number, len(terms))
    spelled = [word for segment in kept for word in _spelled(segment)]
    return Segment(
        _joined([segment.file_ids for segment in kept], "<i8"),
        np.concatenate(starts),
        _joined([segment.ids for segment in kept], "<i8"),
        _joined([segment.lengths for segment in kept], "<u4").reshape(-1, SYMBOL_FIELDS),
        _joined([segment.file_lengths for segment in kept], "<u4").reshape(-1, FILE_FIELDS),
        terms,
        offsets,
        _joined(row, "<u4")[taken],
        _joined([segment.field for segment in kept], "u1")[taken],
        _joined([segment.count for segment in kept], "u1")[taken],
        b"\n".join([spelled[position] for position in first.tolist()]),
    )


def _by_term(sizes: np.ndarray, number: np.ndarray, terms: int) -> tuple[np.ndarray, np.ndarray]:
    """Runs of postings, each of a term by number, put in the order of these and else left in theirs: where each posting
    is taken from, and where those of each term begin. A run is moved as one: to sort postings takes thrice as long."""
    order = np.argsort(number, kind="stable")
    moved = sizes[order]
    taken = np.repeat((np.cumsum(sizes) - sizes)[order] - (np.cumsum(moved) - moved), moved)
    taken += np.arange(len(taken))
    counts = np.bincount(number, weights=sizes, minlength=terms).astype("<i8")
    return taken, np.concatenate([[0], np.cumsum(counts)]).astype("<i8")


def _spelled(segment: Segment) -> list[bytes]:
    """Every distinct term as it is written, in the order of `terms`."""
    words = segment.words if segment.words.isascii() else _lines(segment.spelled())
    return words.split(b"\n") if words else []


def _only(segment: Segment, alive: np.ndarray) -> Segment:
    """The part of a segment that belongs to files still alive."""
    sizes = np.diff(segment.file_starts)
    rows_alive = np.repeat(alive, sizes)
    new_row = (np.cumsum(rows_alive) - 1).astype("<u4")
    new_file = (np.cumsum(alive) - 1).astype("<u4")
    of_file = segment.field >= SYMBOL_FIELDS
    safe_row, safe_file = np.where(of_file, 0, segment.row), np.where(of_file, segment.row, 0)
    keep = np.where(of_file, alive[safe_file], rows_alive[safe_row])
    row = np.where(of_file, new_file[safe_file], new_row[safe_row])[keep].astype("<u4")
    kept_before = np.concatenate(([0], np.cumsum(keep)))
    sizes_left = np.diff(kept_before[segment.offsets])
    has_any = sizes_left > 0
    spelled = segment.spelled()
    return Segment(
        segment.file_ids[alive],
        np.concatenate(([0], np.cumsum(sizes[alive]))).astype("<i8"),
        segment.ids[rows_alive],
        segment.lengths[rows_alive],
        segment.file_lengths[alive],
        segment.terms[has_any],
        np.concatenate(([0], np.cumsum(sizes_left[has_any]))).astype("<i8"),
        row,
        segment.field[keep],
        segment.count[keep],
        _lines(spelled[position] for position in np.flatnonzero(has_any).tolist()),
    )


class Weighed(Struct, frozen=True):
    """Scores of all rows, how telling each term is (its idf), and the same by what each term says at all."""

    scores: np.ndarray
    telling: list[float]
    fit: np.ndarray
    """Scores in which a term counts by the surprise that it is found, whatever its idf."""
    surprise: list[float]

    def strength(self, best: int) -> float:
        """How well the best rows match, whatever the number of terms.

        The mean of their fit over the sum of what the terms could give, times the root of the number of terms that
        say anything: of a long task any symbol can match only a part.
        """
        whole = sum(self.surprise)
        best = min(best, len(self.fit))
        if not whole or not best:
            return 0.0
        highest = np.sort(self.fit[self.fit >= nth_largest(self.fit, best)])[::-1][:best]
        return float(highest.mean() / whole * np.sqrt(np.count_nonzero(self.surprise)))


class LexicalIndex:
    """Several segments behind one door, each with a mask of the files that are alive in it."""

    def __init__(self, segments: Sequence[tuple[Segment, np.ndarray]], outside: Segment | None = None) -> None:
        self._parts = [Part(segment, alive) for segment, alive in segments]
        self._counted = [*self._parts, *([Part(outside, np.ones(len(outside.file_ids), bool))] if outside else [])]
        """What statistics are over: also names from outside the repository, which have no row and no score."""
        self._begins = np.cumsum([0, *(len(part) for part in self._parts)]).tolist()
        self.symbols = sum(int(part.alive.sum()) for part in self._counted)
        self._average = self._average_lengths()
        self._worths: dict[Tuning, list[Worth]] = {}
        self.opened: dict[str, Segment] = {}
        """Its segments by the marks that a store gave them, for who opens the next state."""

    def _average_lengths(self) -> np.ndarray:
        """Mean terms per field over what is alive and has the field at all.

        Most symbols have no doc: averaged over all of them, any doc would look long and its words would hardly count.
        Sums of integers, so the same however the parts are cut.
        """
        totals, holders = np.zeros(_FIELDS, "<i8"), np.zeros(_FIELDS, "<i8")
        for part in self._counted:
            segment = part.segment
            words, having = segment.counted
            gone = [] if part.whole else [segment.lengths[~part.alive], segment.file_lengths[~part.files_alive]]
            less, fewer = counted(*gone) if gone else (0, 0)
            totals += words - less
            holders += having - fewer
        average: np.ndarray = np.maximum(totals / np.maximum(holders, 1), 1.0)
        return average

    @property
    def ids(self) -> np.ndarray:
        """The symbol of each row, over all parts; rows that are dead keep theirs."""
        return _joined([part.segment.ids for part in self._parts], "<i8")

    @property
    def alive(self) -> np.ndarray:
        return _joined([part.alive for part in self._parts], "?")

    def scores(self, terms: Sequence[int], tuning: Tuning) -> np.ndarray:
        """The score of every row for terms (see `words.term_hash`); 0 for dead rows."""
        return self.weigh(terms, tuning).scores

    def weigh(
        self, terms: Sequence[int], tuning: Tuning, surprise: Mapping[int, float] | None = None,
        telling: Telling = np.asarray,
    ) -> Weighed:  # fmt: skip
        """The score of every row, and how well it fits by the surprise of each term; no fit where none is told.
        `telling` says what the distinct terms count, given how telling each is here."""
        said = surprise or {}
        distinct = list(dict.fromkeys(terms))
        idf, found = self._found(distinct, tuning)
        surprising = np.array([said.get(term, 0.0) for term in distinct])
        wanted = telling(idf)
        both = [each.weighed(tuning.k1, wanted, surprising) for each in found]
        scores, fit = (_joined([each[at] for each in both], "<f8") for at in (0, 1))
        return Weighed(scores, idf.tolist(), fit, surprising.tolist())

    def whole(self, terms: Sequence[int], tuning: Tuning, telling: np.ndarray) -> np.ndarray:
        """The score of every file (`file` says which each row's is), read as one text of all its symbols; 0 for dead
        files, and for those that have no symbol.

            tf(t, file) = (sum over fields f of weight_f * count_f) / (1 - b + b * length / average)

        with the b of bodies, which is what most of a file is. `telling` says what each of these terms counts.
        """
        asked, weights, found = np.array(terms, "<u8"), np.asarray(tuning.weights), []
        for part, worth in zip(self._parts, self._worth(tuning), strict=False):
            scores = np.zeros(len(part.sizes))
            for amounts, told in zip(part.in_files(asked, weights), telling.tolist(), strict=True):
                files = np.flatnonzero((amounts > 0) & part.filled)
                often = amounts[files] / worth.whole[files]
                scores[files] += told * often / (tuning.k1 + often)
            found.append(scores)
        return _joined(found, "<f8")

    @property
    def file(self) -> np.ndarray:
        """The file of every row, counted over all parts."""
        before = np.cumsum([0, *(len(part.sizes) for part in self._parts)]).tolist()
        return _joined([part.file + begin for part, begin in zip(self._parts, before, strict=False)], "<i8")

    def _average_file(self, weights: np.ndarray) -> float:
        """The weighed length of a living file that has words, on average: of sums of integers, as above."""
        living = [part.segment.file_words[part.files_alive] for part in self._parts]
        words = sum((each.sum(axis=0) for each in living), np.zeros(SYMBOL_FIELDS, "<i8"))
        files = sum(int(np.count_nonzero(each.any(axis=1))) for each in living)
        return float((words * weights).sum() / max(files, 1)) or 1.0

    def held(self, terms: Sequence[int], tuning: Tuning) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The score of every row, the share of the terms, by how telling each is, that it holds anywhere, and the share
        that it holds in its name or the names around it."""
        distinct = list(dict.fromkeys(terms))
        idf, found = self._found(distinct, tuning)
        scores = _joined([each.gains(tuning.k1).weighed(idf) for each in found], "<f8")
        held = _joined([each.presence().weighed(idf) for each in found], "<f8")
        named = np.zeros(self._begins[-1])
        for term, telling in zip(distinct, idf.tolist(), strict=True):
            named[self.having(term, _NAME_FIELDS)] += telling
        whole = float(idf.sum()) or 1.0
        return scores, held / whole, named / whole

    def _found(self, terms: Sequence[int], tuning: Tuning) -> tuple[np.ndarray, list[Found]]:
        """How telling each of these terms is, and by part what it gives to the rows there."""
        asked = np.array(terms, "<u8")
        found = [part.found(asked, worth) for part, worth in zip(self._counted, self._worth(tuning), strict=True)]
        having = np.zeros(len(asked)) + sum(each.own for each in found)
        if not having.all():
            having = np.where(having > 0, having, sum(each.rows_of_files() for each in found))
        idf: np.ndarray = np.log1p((self.symbols - having + 0.5) / (having + 0.5))
        return idf, found[: len(self._parts)]

    def _worth(self, tuning: Tuning) -> list[Worth]:
        """What a word counts for in every field of every part."""
        known = self._worths.get(tuning)
        if known is None:
            weights, b = np.asarray(tuning.weights), np.asarray(tuning.b)
            average = self._average_file(weights[:SYMBOL_FIELDS])
            known = [part.worth(weights, b, self._average, average) for part in self._counted]
            kept = list(self._worths.items())[1 - _TUNINGS :]
            self._worths = {**dict(kept), tuning: known}
        return known

    def search(self, terms: Sequence[int], tuning: Tuning, limit: int) -> list[tuple[SymbolId, float]]:
        """The best `limit` symbols for terms, by score rounded to six places, then id."""
        ids, rounded = self.ids, np.round(self.scores(terms, tuning), 6)
        found = np.flatnonzero(rounded > 0)
        if len(found) > limit:
            cut = np.partition(rounded[found], len(found) - limit)[len(found) - limit]
            found = found[rounded[found] >= cut]
        order = found[np.lexsort((ids[found], -rounded[found]))][:limit]
        return [(SymbolId(int(ids[row])), float(rounded[row])) for row in order]

    def having(self, term: int, fields: int) -> np.ndarray:
        """Whether each row has a term in the first of its fields: 1 asks its name, 2 the names around it too."""
        found = np.zeros(self._begins[-1], bool)
        for begin, part in zip(self._begins, self._parts, strict=False):
            posted = part.posted(np.array([term], "<u8"))
            found[posted.row[posted.field < fields] + np.intp(begin)] = True
        return found

    def known(self, terms: Sequence[int]) -> list[bool]:
        """Whether each of these terms is anywhere, though it be in a row that is gone."""
        asked = np.array(terms, "<u8")
        there = np.zeros(len(asked), bool)
        for held in (part.segment.terms for part in self._parts if len(part.segment.terms)):
            there |= held[np.minimum(np.searchsorted(held, asked), len(held) - 1)] == asked
        known: list[bool] = there.tolist()
        return known

    def said(self, term: int, among: np.ndarray) -> bool:
        """Whether any living row of these, a mask over all parts, has a term in a field of its own."""
        for begin, part in zip(self._begins, self._parts, strict=False):
            posted = part.posted(np.array([term], "<u8"))
            if among[posted.row[posted.field < SYMBOL_FIELDS] + np.intp(begin)].any():
                return True
        return False

    def covered(self, terms: Sequence[int]) -> Few:
        """The share of the terms of each row's own name that are among these: `login` says all of `Login`."""
        asked, rows, shares = np.array(list(dict.fromkeys(terms)), "<u8"), [], []
        for begin, part in zip(self._begins, self._parts, strict=False):
            posted = part.posted(asked)
            named = np.flatnonzero(posted.field == NAME)
            said = sums(posted.row[named], posted.count[named], len(part))
            here = np.flatnonzero(said > 0)
            rows.append(here + begin)
            shares.append(np.minimum(said[here] / part.named[here], 1.0))
        return Few(_joined(rows, "<i8"), _joined(shares, "<f8"), self._begins[-1])

    def vocabulary(self) -> list[str]:
        """Every term some file has, sorted; terms only dead files had linger until segments are merged."""
        return sorted({word for part in self._parts for word in part.segment.spelled()})


def empty() -> Segment:
    """A segment of no files."""
    arrays = {name: np.zeros(0, kind) for name, kind in _ARRAYS}
    for name in ("file_starts", "offsets"):
        arrays[name] = np.zeros(1, "<i8")
    for name, width in _SHAPES.items():
        arrays[name] = np.zeros((0, width), "<u4")
    return Segment(**arrays, words=b"")


def _lines(words: Iterable[str]) -> bytes:
    return "\n".join(words).encode("utf-8", "surrogatepass")


def _joined(parts: Sequence[np.ndarray], kind: str) -> np.ndarray:
    return np.concatenate(parts).astype(kind, copy=False) if parts else np.zeros(0, kind)
