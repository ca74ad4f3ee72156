"""The lexical index: BM25F over counted words, as an immutable base and a small overlay of files changed since.

Both are postings sorted by term. Nothing derived is stored: how many symbols have a term, and how long fields are on
average, are counted over what is alive when asked, so that an index kept up file by file scores exactly as one built
afresh. See docs/decisions/0002 for the measurement against SQLite's FTS5.

    tf(t, s) = sum over fields f of  weight_f * count_f / (1 - b_f + b_f * length_f / average_f)
    score(s) = sum over terms t of   idf(t) * tf(t, s) / (k1 + tf(t, s))
    idf(t)   = ln(1 + (N - n_t + 0.5) / (n_t + 0.5))

Robertson, S. and Zaragoza, H. (2009). The Probabilistic Relevance Framework: BM25 and Beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from seedwalk.config import Lexical as Tuning
from seedwalk.model import SymbolId
from seedwalk.store.words import FILE_FIELDS, SYMBOL_FIELDS, Field, FileWords, term_hash

_FIELDS = SYMBOL_FIELDS + FILE_FIELDS


class _Header(msgspec.Struct, array_like=True):
    """What precedes the arrays in a packed segment: their names, types and lengths in bytes."""

    arrays: list[tuple[str, str, int]]
    words: bytes


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of some files, ready to search. Rows are symbols; `files` says where each file's rows begin."""

    file_ids: np.ndarray
    file_starts: np.ndarray
    """First row of each file, and one past the last row."""
    ids: np.ndarray
    lengths: np.ndarray
    file_lengths: np.ndarray
    terms: np.ndarray
    """Distinct terms, sorted; postings of the i-th lie between offsets[i] and offsets[i + 1]."""
    offsets: np.ndarray
    row: np.ndarray
    """For a symbol's field the symbol's row; for a file's field the file's position."""
    field: np.ndarray
    count: np.ndarray
    words: bytes
    """The distinct terms spelled, in the order of `terms`, one to a line."""

    def postings(self, term: int) -> slice:
        found = int(np.searchsorted(self.terms, np.uint64(term)))
        if found >= len(self.terms) or int(self.terms[found]) != term:
            return slice(0, 0)
        return slice(int(self.offsets[found]), int(self.offsets[found + 1]))

    def spelled(self) -> list[str]:
        """Every distinct term, in the order of `terms`."""
        return self.words.decode("utf-8", "replace").split("\n") if self.words else []


_ARRAYS = (
    ("file_ids", "<i8"), ("file_starts", "<i8"), ("ids", "<i8"), ("lengths", "<u4"), ("file_lengths", "<u4"),
    ("terms", "<u8"), ("offsets", "<i8"), ("row", "<u4"), ("field", "u1"), ("count", "u1"),
)  # fmt: skip
_SHAPES = {"lengths": SYMBOL_FIELDS, "file_lengths": FILE_FIELDS}


def build(files: Iterable[tuple[int, FileWords]], words: Mapping[int, str] | None = None) -> Segment:
    """One segment from the words of files, in the order given. `words` spells terms the files do not spell themselves."""
    listed = list(files)
    spelled: dict[int, str] = dict(words or {})
    for _, counted in listed:
        spelled.update(counted.words)
    sizes = np.asarray([len(counted.ids) for _, counted in listed], "<i8")
    starts = np.concatenate(([0], np.cumsum(sizes))).astype("<i8")
    rows = []
    for position, (_, counted) in enumerate(listed):
        of_file = counted.field >= SYMBOL_FIELDS
        rows.append(np.where(of_file, np.uint32(position), counted.symbol + np.uint32(starts[position])))
    term = _joined([counted.term for _, counted in listed], "<u8")
    order = np.argsort(term, kind="stable")
    distinct, first = np.unique(term[order], return_index=True)
    return Segment(
        np.asarray([file_id for file_id, _ in listed], "<i8"),
        starts,
        _joined([counted.ids for _, counted in listed], "<i8"),
        _joined([counted.lengths for _, counted in listed], "<u4").reshape(-1, SYMBOL_FIELDS),
        _joined([counted.file_lengths for _, counted in listed], "<u4").reshape(-1, FILE_FIELDS),
        distinct,
        np.append(first, len(term)).astype("<i8"),
        _joined(rows, "<u4")[order].astype("<u4"),
        _joined([counted.field for _, counted in listed], "u1")[order],
        _joined([counted.count for _, counted in listed], "u1")[order],
        "\n".join([spelled[number] for number in distinct.tolist()]).encode("utf-8", "surrogatepass"),
    )


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


def take_apart(segment: Segment, alive: np.ndarray) -> list[tuple[int, FileWords]]:
    """The files of a segment that are alive, as words again: how base and overlay become a new base."""
    of_file = segment.field >= SYMBOL_FIELDS
    file_of_row = np.repeat(np.arange(len(segment.file_ids)), np.diff(segment.file_starts))
    owner = np.where(of_file, segment.row, 0)
    owner[~of_file] = file_of_row[segment.row[~of_file]]
    term = np.repeat(segment.terms, np.diff(segment.offsets))
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(segment.file_ids) + 1))
    apart: list[tuple[int, FileWords]] = []
    for position in np.flatnonzero(alive).tolist():
        mine = order[bounds[position] : bounds[position + 1]]
        first, last = int(segment.file_starts[position]), int(segment.file_starts[position + 1])
        symbol = np.where(of_file[mine], 0, segment.row[mine].astype("<i8") - first).astype("<u4")
        words = FileWords(
            segment.ids[first:last], segment.lengths[first:last], segment.file_lengths[position], term[mine], symbol,
            segment.field[mine], segment.count[mine], {},
        )  # fmt: skip
        apart.append((int(segment.file_ids[position]), words))
    return apart


def spelling(segment: Segment) -> dict[int, str]:
    return dict(zip(segment.terms.tolist(), segment.spelled(), strict=True))


class LexicalIndex:
    """Base and overlay behind one door."""

    def __init__(self, base: Segment, overlay: Segment, base_files_alive: Iterable[int]) -> None:
        alive = np.isin(base.file_ids, np.fromiter(base_files_alive, "<i8"))
        self._parts = [
            _Part(base, np.repeat(alive, np.diff(base.file_starts)), alive),
            _Part(overlay, np.ones(len(overlay.ids), bool), np.ones(len(overlay.file_ids), bool)),
        ]
        self.symbols = sum(int(part.alive.sum()) for part in self._parts)
        self._average = self._average_lengths()

    def _average_lengths(self) -> np.ndarray:
        """Mean terms per field over what is alive; integer sums, so the same however the parts are cut."""
        totals = np.zeros(_FIELDS, "<i8")
        files = 0
        for part in self._parts:
            totals[:SYMBOL_FIELDS] += part.segment.lengths[part.alive].sum(axis=0, dtype="<i8")
            totals[SYMBOL_FIELDS:] += part.segment.file_lengths[part.files_alive].sum(axis=0, dtype="<i8")
            files += int(part.files_alive.sum())
        counts = np.asarray([max(1, self.symbols)] * SYMBOL_FIELDS + [max(1, files)] * FILE_FIELDS)
        return np.maximum(totals / counts, 1e-9)

    def search(self, words: Sequence[str], tuning: Tuning, limit: int) -> list[tuple[SymbolId, float]]:
        """The best `limit` symbols for terms (see `text.terms`), by score rounded to six places, then id."""
        scores = [np.zeros(len(part.alive)) for part in self._parts]
        for term in dict.fromkeys(words):
            frequencies = [part.frequency(term_hash(term), tuning, self._average) for part in self._parts]
            having = sum(int(np.count_nonzero(found)) for found in frequencies)
            if having:
                idf = np.log1p((self.symbols - having + 0.5) / (having + 0.5))
                for score, found in zip(scores, frequencies, strict=True):
                    score += idf * found / (tuning.k1 + found)
        ids = np.concatenate([part.segment.ids for part in self._parts])
        rounded = np.round(np.concatenate(scores), 6)
        found = np.flatnonzero(rounded > 0)
        if len(found) > limit:
            cut = np.partition(rounded[found], len(found) - limit)[len(found) - limit]
            found = found[rounded[found] >= cut]
        order = found[np.lexsort((ids[found], -rounded[found]))][:limit]
        return [(SymbolId(int(ids[row])), float(rounded[row])) for row in order]

    def vocabulary(self) -> list[str]:
        """Every term some file has, sorted; terms only dead files had may linger until the base is next written."""
        return sorted({word for part in self._parts for word in part.segment.spelled()})


@dataclass(frozen=True, slots=True)
class _Part:
    segment: Segment
    alive: np.ndarray
    files_alive: np.ndarray

    def frequency(self, term: int, tuning: Tuning, average: np.ndarray) -> np.ndarray:
        """The weighted, length-normalised frequency of a term in each row; 0 for dead rows."""
        segment = self.segment
        found = np.zeros(len(self.alive))
        place = segment.postings(term)
        if place.start == place.stop:
            return found
        row, field, count = segment.row[place], segment.field[place], segment.count[place].astype(float)
        of_file = field >= SYMBOL_FIELDS
        lengths = np.where(
            of_file,
            segment.file_lengths[np.where(of_file, row, 0), np.where(of_file, field - SYMBOL_FIELDS, 0)],
            segment.lengths[np.where(of_file, 0, row), np.where(of_file, 0, field)] if len(segment.lengths) else 0,
        )
        weight, b = np.asarray(tuning.weights)[field], np.asarray(tuning.b)[field]
        value = weight * count / (1 - b + b * lengths / average[field])
        for wanted in range(SYMBOL_FIELDS):
            chosen = field == wanted
            found[row[chosen]] += value[chosen]  # one posting per symbol, field and term: no index repeats
        if of_file.any():
            per_file = np.zeros(len(self.files_alive))
            for wanted in range(SYMBOL_FIELDS, _FIELDS):
                chosen = field == wanted
                per_file[row[chosen]] += value[chosen]
            found += np.repeat(per_file, np.diff(segment.file_starts))
        found[~self.alive] = 0
        return found


def empty() -> Segment:
    return build(())


def _joined(parts: Sequence[np.ndarray], kind: str) -> np.ndarray:
    return np.concatenate(parts).astype(kind, copy=False) if parts else np.zeros(0, kind)


__all__ = ["Field", "LexicalIndex", "Segment", "build", "empty", "pack_segment", "unpack_segment"]
