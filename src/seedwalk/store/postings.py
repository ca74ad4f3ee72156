"""What the terms of a question say of the rows of one segment, all terms at once.

A term gives to a row by the row's own fields, and by those of its file: the same to every row of the file. So what
files give is kept by file, and a row with words of its own gets what these add to it:

    sum over terms t of  w(t) * s(own + file)  =
        sum over terms t of  w(t) * s(file)  +  sum over terms t of its own fields of  w(t) * (s(own + file) - s(file))

with s(x) = x / (k1 + x). A word of a folder's name stands in the path of every symbol below it: added up by row, such
words took longer than all others together. What a word counts for in each field of a row does not depend on the
question, and is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from msgspec import Struct

from seedwalk.arrays.tallies import sums
from seedwalk.compiled import quick

NAME, BODY = 0, 4
SYMBOL_FIELDS = 5
FILE_FIELDS = 2


class Segment(Struct, frozen=True, dict=True):
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

    @cached_property
    def sizes(self) -> np.ndarray:
        """How many symbols each file has."""
        return np.diff(self.file_starts)

    @cached_property
    def file(self) -> np.ndarray:
        """The file of every row."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def file_words(self) -> np.ndarray:
        """How many words the symbols of every file have together, by field."""
        so_far = np.cumsum(self.lengths, axis=0, dtype="<i8")
        before = np.concatenate([np.zeros((1, SYMBOL_FIELDS), "<i8"), so_far])
        return np.diff(before[self.file_starts], axis=0)

    @cached_property
    def counted(self) -> tuple[np.ndarray, np.ndarray]:
        """How many words each field has, of symbols and of files, and how many of these have any in it."""
        return counted(self.lengths, self.file_lengths)

    def spelled(self) -> list[str]:
        """Every distinct term, in the order of `terms`."""
        return self.words.decode("utf-8", "replace").split("\n") if self.words else []


def counted(lengths: np.ndarray, file_lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    both = lengths, file_lengths
    words = np.concatenate([length.sum(axis=0, dtype="<i8") for length in both])
    return words, np.concatenate([np.count_nonzero(length, axis=0) for length in both])


class Posted(Struct, frozen=True):
    """The living postings of some terms, term by term: the segment's columns, and how many each term has."""

    row: np.ndarray
    field: np.ndarray
    count: np.ndarray
    sizes: np.ndarray

    @property
    def term(self) -> np.ndarray:
        """The place of each posting's term among those asked for."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def only(self, kept: np.ndarray) -> Posted:
        """Those of these places."""
        before = np.searchsorted(kept, np.concatenate([[0], np.cumsum(self.sizes)]))
        return Posted(self.row[kept], self.field[kept], self.count[kept], np.diff(before))

    def of_files(self) -> Posted:
        """Those in fields of files."""
        return self.only(np.flatnonzero(self.field >= SYMBOL_FIELDS))

    def of_symbols(self, of_file: Posted) -> Posted:
        """Those in fields of symbols, which are all but these."""
        if not len(of_file.row):
            return self
        kept = self.field < SYMBOL_FIELDS  # nearly all are: a mask's runs are copied faster than places are looked up
        return Posted(self.row[kept], self.field[kept], self.count[kept], self.sizes - of_file.sizes)


class Worth(Struct, frozen=True):
    """What one word in a field of a row, or of a file, counts for there: rows (files) times fields."""

    own: np.ndarray
    file: np.ndarray
    whole: np.ndarray
    """By what the words of a file count less, read as one text, for its length: 1 - b + b * length / average."""


class Found(Struct, frozen=True):
    """What terms give to the living rows of a segment."""

    row: np.ndarray
    """Rows with a term in their own fields, term by term, in each rising,"""
    amount: np.ndarray
    """and its weighed frequency there."""
    own: np.ndarray
    """How many rows each term has so."""
    by_file: np.ndarray
    """The weighed frequency in the fields of every file, for the terms that any file has; then a row of zeros,"""
    place: np.ndarray
    """which is where terms that no file has are looked up: the place of every term's row."""
    file: np.ndarray
    """The file of every row of the segment."""

    def rows_of_files(self) -> np.ndarray:
        """To how many rows each term is given by their files."""
        sizes = np.bincount(self.file, minlength=self.by_file.shape[1])
        counted: np.ndarray = ((self.by_file > 0) * sizes).sum(axis=1)[self.place]
        return counted

    def gains(self, k1: float) -> Gains:
        """What the terms are worth to rows and files, before they are weighed against each other."""
        shares = self.by_file / (k1 + self.by_file)
        gained = np.empty(len(self.row))
        for span, place in self.spans():
            total = self.amount[span]
            if place == len(shares) - 1:  # no file has the term: there is nothing to look up
                np.divide(total, k1 + total, out=gained[span])
                continue
            file = self.file[self.row[span]]
            total = total + self.by_file[place][file]
            np.subtract(total / (k1 + total), shares[place][file], out=gained[span])
        return Gains(self, shares, gained)

    def weighed(self, k1: float, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The sum over terms of weight times gain, for every row, by two weights of each term."""
        compiled = quick()
        if compiled is None:
            gains = self.gains(k1)
            return gains.weighed(first), gains.weighed(second)
        shares, size = self.by_file / (k1 + self.by_file), len(self.file)
        one, other = np.zeros(size), np.zeros(size)
        compiled.weigh(
            self.row, self.amount, self.own, self.place, self.by_file, shares, self.file, first, second, one, other, k1
        )
        self.add_files(one, shares, first)
        self.add_files(other, shares, second)
        return one, other

    def add_files(self, total: np.ndarray, given: np.ndarray, weights: np.ndarray) -> None:
        """Add what files give to their rows, weighed by term."""
        if len(given) > 1:
            by_place = sums(self.place, weights, len(given))
            by_place[-1] = 0.0
            total += (by_place[:, np.newaxis] * given).sum(axis=0)[self.file]

    def presence(self) -> Gains:
        """1 for every term that a row has anywhere."""
        given = (self.by_file > 0).astype(float)
        at = np.repeat(self.place * self.by_file.shape[1], self.own) + self.file[self.row]
        alone = (self.amount > 0) & (self.by_file.ravel()[at] <= 0)
        return Gains(self, given, alone.astype(float))

    def spans(self) -> Iterator[tuple[slice, int]]:
        """Where the rows of each term stand, and its place in `by_file`."""
        ends = np.cumsum(self.own).tolist()
        return zip(map(slice, [0, *ends], ends), self.place.tolist(), strict=True)


class Gains(Struct, frozen=True):
    """What each term gives by files, and what rows gain by their own fields beside that."""

    found: Found
    given: np.ndarray
    gained: np.ndarray

    def weighed(self, weights: np.ndarray) -> np.ndarray:
        """The sum over terms of weight times gain, for every row."""
        found = self.found
        total = sums(found.row, np.repeat(weights, found.own) * self.gained, len(found.file))
        found.add_files(total, self.given, weights)
        return total


class Part:
    """One segment, and what of it is alive."""

    def __init__(self, segment: Segment, files_alive: np.ndarray) -> None:
        self.segment, self.files_alive = segment, files_alive
        self.whole = bool(files_alive.all())
        """Nothing in it is dead."""
        self.sizes = segment.sizes
        self.filled = self.sizes > 0
        """Whether each file has symbols."""
        self.alive = np.repeat(files_alive, self.sizes)
        self._asked: tuple[bytes, Posted] | None = None

    def __len__(self) -> int:
        return len(self.alive)

    @property
    def file(self) -> np.ndarray:
        """The file of every row."""
        return self.segment.file

    @cached_property
    def named(self) -> np.ndarray:
        """How many words the own name of every row has, at least 1."""
        words: np.ndarray = np.maximum(self.segment.lengths[:, NAME], 1)
        return words

    def worth(self, weights: np.ndarray, b: np.ndarray, average: np.ndarray, average_file: float) -> Worth:
        """Weight over length in every field: weight / (1 - b + b * length / average). A file as one text is mostly
        bodies, and has their b."""
        cut, segment = SYMBOL_FIELDS, self.segment
        value = [
            weight / (1 - share + share / mean * lengths)
            for weight, share, mean, lengths in (
                (weights[:cut], b[:cut], average[:cut], segment.lengths),
                (weights[cut:], b[cut:], average[cut:], segment.file_lengths),
            )
        ]
        share, lengths = b[BODY], (self.segment.file_words * weights[:cut]).sum(axis=1)
        return Worth(value[0].ravel(), value[1].ravel(), 1 - share + share / average_file * lengths)

    def in_files(self, terms: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """How often each of the terms stands in each of the files that live, in any field of a file or of its symbols,
        by the fields' weights."""
        posted, files = self.posted(terms), len(self.sizes)
        compiled = quick()
        if compiled is not None:
            often = np.zeros((len(terms), files))
            columns = (posted.row, posted.field, posted.count, posted.sizes)
            compiled.in_files(*columns, self.file, weights, often, SYMBOL_FIELDS)
            return often
        at = np.take(self.file, posted.row, mode="clip")  # what is a file's own is put right below: there are few
        of_file = np.flatnonzero(posted.field >= SYMBOL_FIELDS)
        at[of_file] = posted.row[of_file]
        ends = np.cumsum(posted.sizes).tolist()
        for number, span in enumerate(map(slice, [0, *ends], ends)):
            at[span] += number * files
        amounts = weights.take(posted.field)
        amounts *= posted.count
        return sums(at, amounts, len(terms) * files).reshape(len(terms), files)

    def posted(self, terms: np.ndarray) -> Posted:
        """The postings of these terms. The last are kept: a question asks for the same several times."""
        asked, known = terms.tobytes(), self._asked
        if known is None or known[0] != asked:
            self._asked = known = (asked, self._posted(terms))
        return known[1]

    def _posted(self, terms: np.ndarray) -> Posted:
        segment = self.segment
        at = np.minimum(np.searchsorted(segment.terms, terms), max(len(segment.terms) - 1, 0))
        there = segment.terms[at] == terms if len(segment.terms) else np.zeros(len(terms), bool)
        starts, ends = segment.offsets[at] * there, segment.offsets[np.minimum(at + 1, len(segment.terms))] * there
        places = [slice(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)] or [slice(0, 0)]
        row = np.concatenate([segment.row[place] for place in places], dtype=np.intp)  # as numpy looks things up by
        field, count = (np.concatenate([each[place] for place in places]) for each in (segment.field, segment.count))
        found = Posted(row, field, count, ends - starts)
        return found if self.whole else found.only(np.flatnonzero(self._living(found)))

    def _living(self, found: Posted) -> np.ndarray:
        of_file = found.field >= SYMBOL_FIELDS
        living: np.ndarray = self.files_alive[np.where(of_file, found.row, self.file[np.where(of_file, 0, found.row)])]
        return living

    def found(self, terms: np.ndarray, worth: Worth) -> Found:
        """What these terms give to the rows."""
        posted = self.posted(terms)
        of_file = posted.of_files()
        row, amount, rows = by_row(posted, of_file, worth.own)
        by_file, place = _by_file(of_file, worth.file, len(self.sizes))
        return Found(row, amount, rows, by_file, place, self.file)


def by_row(posted: Posted, of_file: Posted, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each row once to a term, the sum over its fields, and how many rows each term has; those of files left out."""
    compiled = quick()
    if compiled is None:
        return plain_by_row(posted.of_symbols(of_file), worth)
    row, amount = np.empty(len(posted.row), np.int64), np.empty(len(posted.row))
    sizes = np.empty(len(posted.sizes), np.int64)
    compiled.by_row(
        posted.row, posted.field, posted.count, posted.sizes, worth, row, amount, sizes, SYMBOL_FIELDS
    )
    many = int(sizes.sum())
    return row[:many], amount[:many], sizes


def plain_by_row(own: Posted, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same of those in fields of symbols, in numpy."""
    key = own.row * SYMBOL_FIELDS
    key += own.field
    value = worth.take(key)
    value *= own.count
    fresh = np.ones(len(value), bool)
    np.not_equal(own.row[1:], own.row[:-1], out=fresh[1:])  # the fields of a row stand together
    ends = np.cumsum(own.sizes)
    fresh[(ends - own.sizes)[own.sizes > 0]] = True
    first, more = np.flatnonzero(fresh), np.flatnonzero(~fresh)
    amount = value.take(first)
    np.add.at(amount, more - np.arange(1, len(more) + 1), value.take(more))  # a row's fields in their order
    return own.row.take(first), amount, np.diff(np.searchsorted(first, np.concatenate([[0], ends])))


def _by_file(of_file: Posted, worth: np.ndarray, files: int) -> tuple[np.ndarray, np.ndarray]:
    """The sum over the fields of each file, for the terms that any has; and the place of every term there."""
    having = of_file.sizes > 0
    count = int(np.count_nonzero(having))
    place = np.where(having, np.cumsum(having) - 1, count)
    value = worth[of_file.row * np.intp(FILE_FIELDS) + (of_file.field - SYMBOL_FIELDS)] * of_file.count
    at = place[of_file.term] * files + of_file.row
    return sums(at, value, (count + 1) * files).reshape(count + 1, files), place
