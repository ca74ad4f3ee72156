"""Counting words: the text of files becomes a lexical segment.

Fields of a symbol: name, qualified name, signature, doc, body (its own text, without nested symbols). Fields of a file,
shared by its symbols: place (words of the file's and its folder's name) and path (words of the whole path).

Words are numbered as they are met and counted with numpy, a batch of files at a time: on Django this is four times as
fast as a dictionary of counts per symbol and field. The same pass gives the words of each symbol in their order, as a
stream of marks (`store/streams.py`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from seedwalk.compiled import quick
from seedwalk.model import Symbol
from seedwalk.store.lexical import FILE_FIELDS, SYMBOL_FIELDS, Segment
from seedwalk.store.streams import Stream, packed
from seedwalk.store.vocabulary import NUMBER, Spoken, vocabulary
from seedwalk.store.vocabulary import term_hash as term_hash
from seedwalk.text import words

_COUNT_BITS = 8
MAX_COUNT = (1 << _COUNT_BITS) - 1
_FIELD_BITS = 3
_NUMBER = np.dtype(NUMBER)


class Field(IntEnum):
    """Where a word stands. The numbers are stored: append, never reorder."""

    NAME = 0
    QUALIFIED = 1
    SIGNATURE = 2
    DOC = 3
    BODY = 4
    PLACE = 5
    PATH = 6


class WordCounter:
    """Collects the words of files, then counts them all at once."""

    def __init__(self) -> None:
        self._file_ids: list[int] = []
        self._sizes: list[int] = []
        self._ids: list[int] = []
        self._words: list[bytes] = []
        self._runs: list[bytes] = []
        self._file_words: list[tuple[int, Field, list[int]]] = []

    def add(
        self, file_id: int, symbols: list[Symbol], own_text: list[list[tuple[int, int]]], source: bytes,
        noise: frozenset[str],
    ) -> Stream:  # fmt: skip
        """The words of one file, and each symbol's in their order: signature, doc, own text. `noise` are keywords not
        worth counting in bodies and signatures."""
        spoken = Spoken(*vocabulary().spoken(symbols, own_text, source, noise))
        self._words.append(spoken.numbers)
        self._runs.append(spoken.runs)
        self._ids += [symbol.id for symbol in symbols]
        number, path = vocabulary().number, symbols[0].path
        self._file_words.append((len(self._file_ids), Field.PLACE, [number(word) for word in place_words(path)]))
        self._file_words.append((len(self._file_ids), Field.PATH, [number(word) for word in path_words(path)]))
        self._file_ids.append(file_id)
        self._sizes.append(len(symbols))
        return packed(spoken.starts, spoken.marks)

    def segment(self) -> Segment:
        """Everything added so far, as a segment. Rows of files come after those of symbols while counting."""
        rows, files = len(self._ids), len(self._file_ids)
        counted = _count(*self._keyed(), (rows + files) << _FIELD_BITS)
        lengths = counted.lengths.astype("<u4").reshape(-1, 1 << _FIELD_BITS)
        row = counted.keys >> _FIELD_BITS
        return Segment(
            file_ids=np.asarray(self._file_ids, "<i8"),
            file_starts=np.concatenate(([0], np.cumsum(self._sizes))).astype("<i8"),
            ids=np.asarray(self._ids, "<i8"),
            lengths=lengths[:rows, :SYMBOL_FIELDS].copy(),
            file_lengths=lengths[rows:, SYMBOL_FIELDS : SYMBOL_FIELDS + FILE_FIELDS].copy(),
            terms=np.frombuffer(vocabulary().hashes(), np.uint64)[counted.terms],
            offsets=counted.offsets.astype("<i8", copy=False),
            row=np.where(row < rows, row, row - rows).astype("<u4"),
            field=(counted.keys & ((1 << _FIELD_BITS) - 1)).astype("u1"),
            count=counted.counts,
            words=vocabulary().spelled(counted.terms.tolist()),
        )

    def _keyed(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Keys, each a row and a field, in order; how many words each has; and the words."""
        rows = len(self._ids)
        own = (np.arange(rows)[:, None] << _FIELD_BITS) + np.arange(SYMBOL_FIELDS)
        of_files = [(rows + position) << _FIELD_BITS | field for position, field, _ in self._file_words]
        runs = _numbers(b"".join(self._runs)), np.array([len(numbers) for *_, numbers in self._file_words], _NUMBER)
        told = np.array([number for *_, numbers in self._file_words for number in numbers], _NUMBER)
        words = np.concatenate([_numbers(b"".join(self._words)), told])
        return np.append(own.ravel(), np.array(of_files, np.int64)), np.concatenate(runs), words


class Counted(NamedTuple):
    """How often which term stands under which key."""

    lengths: np.ndarray
    """Terms under each key."""
    terms: np.ndarray
    """The distinct ones, by number, in the order of their hashes."""
    offsets: np.ndarray
    """Where the keys of each begin, and where those of the last end."""
    keys: np.ndarray
    counts: np.ndarray


def _count(keys: np.ndarray, runs: np.ndarray, numbers: np.ndarray, width: int) -> Counted:
    """The terms of words, so many under each of the keys, counted by term and key."""
    compiled = quick()
    if compiled is None:
        return plain_count(keys, runs, numbers, width)
    ends, flat = map(_numbers, vocabulary().each_terms())
    hashes = np.frombuffer(vocabulary().hashes(), np.int64)
    told = compiled.count_words(keys, runs, numbers, ends, flat, hashes, width)
    kinds = (np.uint32, np.uint32, np.int64, np.int64, np.uint8)
    return Counted(*(np.frombuffer(column, kind) for column, kind in zip(told, kinds, strict=True)))


def plain_count(keys: np.ndarray, runs: np.ndarray, numbers: np.ndarray, width: int) -> Counted:
    """What `_count` gives; `keys` are in order, and below `width`."""
    key, term, count = _spread(*_pairs(np.repeat(keys, runs), numbers))
    lengths = np.bincount(key, weights=count, minlength=width).astype(np.uint32)
    distinct, rank = _by_hash(term)
    ranked, key, count = _sum(rank[term], key, count)
    offsets = np.searchsorted(ranked, np.arange(len(distinct) + 1))
    return Counted(lengths, distinct, offsets, key, count.astype(np.uint8))


def _pairs(key: np.ndarray, word: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(key, word, times) of every distinct pair of a key and a word."""
    pairs, times = np.unique(key.astype(np.uint64) << np.uint64(32) | word, return_counts=True)
    return (pairs >> np.uint64(32)).astype("<i8"), (pairs & np.uint64(0xFFFFFFFF)).astype("<i8"), times


def _numbers(row: bytes) -> np.ndarray:
    return np.frombuffer(row, _NUMBER)


def _spread(key: np.ndarray, word: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(key, term, count): each pair of a key and a word repeated for the word's terms."""
    ends, flat = map(_numbers, vocabulary().each_terms())
    ends = ends.astype("<i8")
    starts = ends[np.maximum(word - 1, 0)]
    sizes = np.where(word > 0, ends[word] - starts, 0)
    before = np.cumsum(sizes) - sizes
    term = flat[np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes)].astype("<i8")
    return np.repeat(key, sizes), term, np.repeat(times, sizes)


def _by_hash(term: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distinct terms in the order of their hashes, and the place of each term in that order."""
    known = np.frombuffer(vocabulary().hashes(), np.uint64)
    present = np.zeros(len(known) + 1, bool)
    present[term] = True
    distinct = np.flatnonzero(present)
    order = np.argsort(known[distinct])
    rank = np.zeros(len(present), "<i8")
    rank[distinct[order]] = np.arange(len(distinct))
    return distinct[order], rank


def _sum(rank: np.ndarray, key: np.ndarray, count: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Equal pairs of rank and key added up, in the order of rank, then key; counts stop at MAX_COUNT.

    All three are packed into one number and sorted as such: a plain sort is several times as fast as an indirect one.
    """
    if not len(rank):
        return rank, key, count
    bits = int(key.max()).bit_length()
    packed = np.sort((rank << bits | key) << _COUNT_BITS | np.minimum(count, MAX_COUNT))
    pair = packed >> _COUNT_BITS
    first = np.flatnonzero(np.concatenate(([True], pair[1:] != pair[:-1])))
    total = np.minimum(np.add.reduceat(packed & MAX_COUNT, first), MAX_COUNT)
    pair = pair[first]
    return pair >> bits, pair & ((1 << bits) - 1), total


def place_words(path: str) -> list[bytes]:
    """Words of the file's name and of the folder it lies in."""
    above, _, name = path.rpartition("/")
    stem, dot, _ = name.rpartition(".")
    return words(f"{above.rpartition('/')[2]} {stem if dot else name}".encode())


def path_words(path: str) -> list[bytes]:
    """Words of the whole path, extension included."""
    return words(path.encode())
