"""The words of one file, counted: what the lexical index is made of.

Fields of a symbol: name, qualified name, signature, doc, body (its own text, without nested symbols). Fields of a file,
shared by its symbols: place (words of the file's and its folder's name) and path (words of the whole path).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from seedwalk.model import Symbol
from seedwalk.text import WORD, terms

MAX_COUNT = 255
_MAX_WORD = 80
"""Longer words are encoded data, not names."""
_EXTENSION = re.compile(r"\.[^./]*$")


class Field(IntEnum):
    """Where a word stands. The numbers are stored: append, never reorder."""

    NAME = 0
    QUALIFIED = 1
    SIGNATURE = 2
    DOC = 3
    BODY = 4
    PLACE = 5
    PATH = 6


SYMBOL_FIELDS = 5
FILE_FIELDS = 2


@dataclass(frozen=True, slots=True)
class FileWords:
    """A file's postings: for each (symbol, field, term) a count. Terms are 64-bit hashes; `words` spells them."""

    ids: np.ndarray
    lengths: np.ndarray
    """Terms per symbol and field, shape (symbols, SYMBOL_FIELDS)."""
    file_lengths: np.ndarray
    term: np.ndarray
    symbol: np.ndarray
    field: np.ndarray
    count: np.ndarray
    words: dict[int, str]


_hashes: dict[str, int] = {}


def term_hash(term: str) -> int:
    """An unsigned 64-bit hash of a term; the same everywhere and always."""
    found = _hashes.get(term)
    if found is None:
        digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        found = _hashes[term] = int.from_bytes(digest, "little")
    return found


_expanded: dict[str, tuple[int, ...]] = {}
_spelled: dict[int, str] = {}


def _term_hashes(word: str) -> tuple[int, ...]:
    """The hashed terms of a word, remembered: a repository has few distinct words."""
    found = _expanded.get(word)
    if found is None:
        spelled = terms(word) if len(word) <= _MAX_WORD else ()
        found = _expanded[word] = tuple(term_hash(term) for term in spelled)
        _spelled.update(zip(found, spelled, strict=True))
    return found


def count_words(
    symbols: Sequence[Symbol], own_text: Sequence[Sequence[tuple[int, int]]], source: bytes, noise: frozenset[str]
) -> FileWords:
    """Count the terms of every field of every symbol of a file. `noise` are keywords left out of bodies."""
    term: list[int] = []
    count: list[int] = []
    key: list[int] = []  # symbol * 8 + field, repeated for each of its terms by run length
    runs: list[int] = []
    lengths = np.zeros((len(symbols), SYMBOL_FIELDS), "<u4")

    def add(symbol: int, field: Field, counted: dict[int, int]) -> None:
        if counted:
            term.extend(counted)
            count.extend(counted.values())
            key.append(symbol * 8 + field)
            runs.append(len(counted))
            if field < SYMBOL_FIELDS:
                lengths[symbol, field] = sum(counted.values())

    for position, symbol in enumerate(symbols):
        add(position, Field.NAME, _count((symbol.name,)))
        if position:  # a module's qualified name is its name
            add(position, Field.QUALIFIED, _count(symbol.qualified_name.split(".")))
        add(position, Field.SIGNATURE, _count(WORD.findall(symbol.signature), noise))
        if symbol.doc:
            add(position, Field.DOC, _count(WORD.findall(symbol.doc)))
        text = b"\n".join([source[start:end] for start, end in own_text[position]]).decode("utf-8", "replace")
        add(position, Field.BODY, _count(WORD.findall(text), noise))
    place, path = place_words(symbols[0].path), path_words(symbols[0].path)
    add(0, Field.PLACE, _count(place))
    add(0, Field.PATH, _count(path))
    keys = np.repeat(np.asarray(key, "<u4"), runs)
    hashed = np.asarray(term, "<u8")
    return FileWords(
        np.asarray([symbol.id for symbol in symbols], "<i8"),
        lengths,
        np.asarray([sum(_count(place).values()), sum(_count(path).values())], "<u4"),
        hashed,
        keys >> 3,
        (keys & 7).astype("u1"),
        np.minimum(np.asarray(count, "<u4"), MAX_COUNT).astype("u1"),
        {number: _spelled[number] for number in dict.fromkeys(term)},
    )


def place_words(path: str) -> list[str]:
    """Words of the file's name and of the folder it lies in."""
    return WORD.findall(" ".join(_EXTENSION.sub("", path).split("/")[-2:]))


def path_words(path: str) -> list[str]:
    """Words of the whole path, extension included."""
    return WORD.findall(path.replace("/", " ").replace(".", " "))


def _count(words: Iterable[str], noise: frozenset[str] = frozenset()) -> dict[int, int]:
    counted: dict[int, int] = {}
    for word, times in Counter(words).items():
        if word in noise:
            continue
        for number in _term_hashes(word):
            counted[number] = counted.get(number, 0) + times
    return counted
