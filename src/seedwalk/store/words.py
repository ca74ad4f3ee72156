"""Counting words: the text of files becomes a lexical segment.

Fields of a symbol: name, qualified name, signature, doc, body (its own text, without nested symbols). Fields of a file,
shared by its symbols: place (words of the file's and its folder's name) and path (words of the whole path).

Words are numbered as they are met and counted with numpy, a batch of files at a time: on Django this is four times as
fast as a dictionary of counts per symbol and field. The same pass gives the words of each symbol in their order, as a
stream of marks (`store/streams.py`).
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Iterable, Sequence
from enum import IntEnum

import numpy as np

from seedwalk.model import Symbol
from seedwalk.store.lexical import FILE_FIELDS, SYMBOL_FIELDS, Segment
from seedwalk.store.streams import Stream, mark, packed, stored
from seedwalk.text import terms, without_whole, words

_COUNT_BITS = 8
MAX_COUNT = (1 << _COUNT_BITS) - 1
_MAX_WORD = 80
"""Longer words are encoded data, not names."""
_EXTENSION = re.compile(r"\.[^./]*$")
_FIELD_BITS = 3


class Field(IntEnum):
    """Where a word stands. The numbers are stored: append, never reorder."""

    NAME = 0
    QUALIFIED = 1
    SIGNATURE = 2
    DOC = 3
    BODY = 4
    PLACE = 5
    PATH = 6


def term_hash(term: str) -> int:
    """An unsigned 64-bit hash of a term; the same everywhere and always."""
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class Vocabulary(dict[bytes, int]):
    """Words numbered as they are looked up, each with its terms, numbered too. Word 0 has no terms: it is noise."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = array("I", [0])
        """Where each word's terms end in `flat`; they begin where the word before ends."""
        self.flat = array("I")
        self.marks: list[bytes] = [b""]
        """Of each word's parts, two bytes each, in their order."""
        self.spelled: list[str] = []
        self.hashes = array("Q")
        self._numbers: dict[str, int] = {}

    def __missing__(self, word: bytes) -> int:
        number = self[word] = len(self.ends)
        found = [self._number(term) for term in terms(word.decode())] if len(word) <= _MAX_WORD else []
        self.flat.extend(found)
        self.ends.append(len(self.flat))
        self.marks.append(stored([mark(self.hashes[part]) for part in without_whole(found)]))
        return number

    def _number(self, term: str) -> int:
        known = self._numbers.get(term)
        if known is None:
            known = self._numbers[term] = len(self.spelled)
            self.spelled.append(term.replace("\n", " "))  # a file's name may hold one; segments write a term a line
            self.hashes.append(term_hash(term))
        return known


class _Quiet(dict[bytes, int]):
    """A vocabulary behind which some words are noise."""

    def __init__(self, vocabulary: Vocabulary, noise: Iterable[str]) -> None:
        super().__init__(dict.fromkeys((word.encode() for word in noise), 0))
        self._vocabulary = vocabulary

    def __missing__(self, word: bytes) -> int:
        number = self[word] = self._vocabulary[word]
        return number


_vocabulary = Vocabulary()
_quiet: dict[frozenset[str], _Quiet] = {}


class WordCounter:
    """Collects the words of files, then counts them all at once."""

    def __init__(self) -> None:
        self._file_ids: list[int] = []
        self._sizes: list[int] = []
        self._ids: list[int] = []
        self._words: list[int] = []
        self._keys: list[int] = []  # row << 3 | field, one per run of words
        self._runs: list[int] = []
        self._file_words: list[tuple[int, Field, list[int]]] = []

    def add(
        self, file_id: int, symbols: Sequence[Symbol], own_text: Sequence[Sequence[tuple[int, int]]], source: bytes,
        noise: frozenset[str],
    ) -> Stream:  # fmt: skip
        """The words of one file, and each symbol's in their order: signature, doc, own text. `noise` are keywords not
        worth counting in bodies and signatures."""
        number = _vocabulary.__getitem__
        quiet = _quiet.get(noise)
        if quiet is None:
            quiet = _quiet[noise] = _Quiet(_vocabulary, noise)
        quietly = quiet.__getitem__
        numbers, keys, runs = self._words, self._keys, self._runs
        row = len(self._ids)
        spoken: list[tuple[int, int]] = []  # where each symbol's stream begins and ends among the words
        for position, symbol in enumerate(symbols):
            key = (row + position) << _FIELD_BITS  # the field's number is added below, as a literal: see `Field`
            numbers.append(number(symbol.name.encode()))
            keys.append(key)
            runs.append(1)
            if position:  # a module's qualified name is its name
                found = symbol.qualified_name.encode().split(b".")
                numbers += map(number, found)
                keys.append(key | 1)
                runs.append(len(found))
            begin = len(numbers)
            if position:
                found = words(symbol.signature.encode())
                numbers += map(quietly, found)
                keys.append(key | 2)
                runs.append(len(found))
            if symbol.doc:
                found = words(symbol.doc.encode())
                numbers += map(number, found)
                keys.append(key | 3)
                runs.append(len(found))
            stretches = own_text[position]
            if stretches:
                found = words(b"\n".join([source[start:end] for start, end in stretches]))
                numbers += map(quietly, found)
                keys.append(key | 4)
                runs.append(len(found))
            spoken.append((begin, len(numbers)))
            self._ids.append(symbol.id)
        path = symbols[0].path
        self._file_words.append((len(self._file_ids), Field.PLACE, [number(word) for word in place_words(path)]))
        self._file_words.append((len(self._file_ids), Field.PATH, [number(word) for word in path_words(path)]))
        self._file_ids.append(file_id)
        self._sizes.append(len(symbols))
        marks = _vocabulary.marks.__getitem__
        return packed([b"".join(map(marks, numbers[begin:end])) for begin, end in spoken])

    def segment(self) -> Segment:
        """Everything added so far, as a segment. Rows of files come after those of symbols while counting."""
        rows, files = len(self._ids), len(self._file_ids)
        for position, field, numbers in self._file_words:
            self._words += numbers
            self._keys.append((rows + position) << _FIELD_BITS | field)
            self._runs.append(len(numbers))
        key, term, count = _spread(*_pairs(self._words, self._keys, self._runs))
        lengths = np.bincount(key, weights=count, minlength=(rows + files) << _FIELD_BITS).astype("<u4")
        lengths = lengths.reshape(-1, 1 << _FIELD_BITS)
        distinct, hashes, rank = _by_hash(term)
        ranked, key, count = _sum(rank[term], key, count)
        row = key >> _FIELD_BITS
        spelled = _vocabulary.spelled
        return Segment(
            file_ids=np.asarray(self._file_ids, "<i8"),
            file_starts=np.concatenate(([0], np.cumsum(self._sizes))).astype("<i8"),
            ids=np.asarray(self._ids, "<i8"),
            lengths=lengths[:rows, :SYMBOL_FIELDS].copy(),
            file_lengths=lengths[rows:, SYMBOL_FIELDS : SYMBOL_FIELDS + FILE_FIELDS].copy(),
            terms=hashes,
            offsets=np.searchsorted(ranked, np.arange(len(distinct) + 1)).astype("<i8"),
            row=np.where(row < rows, row, row - rows).astype("<u4"),
            field=(key & ((1 << _FIELD_BITS) - 1)).astype("u1"),
            count=count.astype("u1"),
            words="\n".join([spelled[number] for number in distinct.tolist()]).encode("utf-8", "surrogatepass"),
        )


def _pairs(numbers: list[int], keys: list[int], runs: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(key, word, times) of every distinct pair of a key and a word. Word numbers stay below 2^32."""
    key = np.repeat(np.asarray(keys, "<u8"), runs)
    pairs, times = np.unique(key << np.uint64(32) | np.asarray(numbers, "<u8"), return_counts=True)
    return (pairs >> np.uint64(32)).astype("<i8"), (pairs & np.uint64(0xFFFFFFFF)).astype("<i8"), times


def _spread(key: np.ndarray, word: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(key, term, count): each pair of a key and a word repeated for the word's terms."""
    ends = np.frombuffer(_vocabulary.ends, np.uint32).astype("<i8")
    flat = np.frombuffer(_vocabulary.flat, np.uint32) if len(_vocabulary.flat) else np.zeros(0, np.uint32)
    starts = ends[np.maximum(word - 1, 0)]
    sizes = np.where(word > 0, ends[word] - starts, 0)
    before = np.cumsum(sizes) - sizes
    term = flat[np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes)].astype("<i8")
    return np.repeat(key, sizes), term, np.repeat(times, sizes)


def _by_hash(term: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The distinct terms in the order of their hashes, the hashes, and the place of each term in that order."""
    present = np.zeros(len(_vocabulary.spelled) + 1, bool)
    present[term] = True
    distinct = np.flatnonzero(present)
    hashes = np.frombuffer(_vocabulary.hashes, np.uint64)[distinct] if len(distinct) else np.zeros(0, np.uint64)
    order = np.argsort(hashes)
    rank = np.zeros(len(present), "<i8")
    rank[distinct[order]] = np.arange(len(distinct))
    return distinct[order], hashes[order], rank


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
    return words(" ".join(_EXTENSION.sub("", path).split("/")[-2:]).encode())


def path_words(path: str) -> list[bytes]:
    """Words of the whole path, extension included."""
    return words(path.encode())
