"""Words numbered as they are met, each with its terms, numbered too; the words of a file's symbols by their numbers.

`Vocabulary` is the definition. Where a compiled one was built (docs/decisions/0012) that is used instead, and gives the
same in a third of the time: most of what counting words costs is one object for each of them.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from seedwalk.compiled import quick
from seedwalk.model import Symbol
from seedwalk.store.streams import mark, stored
from seedwalk.text import stem, terms, without_whole, words

_MAX_WORD = 80
"""Longer words are encoded data, not names."""
NUMBER = "I"
"""Four bytes to a number, in the order of this machine."""


def term_hash(term: str) -> int:
    """An unsigned 64-bit hash of a term; the same everywhere and always."""
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class Spoken(NamedTuple):
    """The words of a file's symbols, as rows of numbers."""

    numbers: bytes
    """Every word, symbol by symbol and field by field; 0 for noise."""
    runs: bytes
    """How many of them each field of each symbol has: name, qualified name, signature, doc, body."""
    starts: bytes
    """Where each symbol's marks begin, and where the last one's end."""
    marks: bytes
    """The parts of the words of each symbol's signature, doc and body, in their order: see `store/streams.py`."""


class Numbered(Protocol):
    """What counting words asks of a vocabulary."""

    def number(self, word: bytes) -> int: ...
    def spoken(
        self, symbols: list[Symbol], own_text: list[list[tuple[int, int]]], source: bytes, noise: frozenset[str]
    ) -> tuple[bytes, bytes, bytes, bytes]: ...  # fmt: skip
    def each_terms(self) -> tuple[bytes, bytes]: ...
    def hashes(self) -> bytes: ...
    def spelled(self, numbers: Sequence[int]) -> bytes: ...


class Vocabulary:
    """Words numbered as they are looked up. Word 0 has no terms: it is noise."""

    def __init__(self) -> None:
        self._words = _Words(self)
        self._quiet: dict[frozenset[str], _Quiet] = {}
        self._ends = array(NUMBER, [0])
        self._flat = array(NUMBER)
        self._marks: list[bytes] = [b""]
        self._spelled: list[str] = []
        self._hashes = array("Q")
        self._terms: dict[str, int] = {}

    def number(self, word: bytes) -> int:
        return self._words[word]

    def learn(self, word: bytes) -> int:
        """The number of a word that has none yet."""
        found = [self._term(term) for term in terms(word.decode())] if len(word) <= _MAX_WORD else []
        number = len(self._ends)
        self._flat.extend(found)
        self._ends.append(len(self._flat))
        self._marks.append(stored([mark(self._hashes[part]) for part in without_whole(found)]))
        return number

    def _term(self, term: str) -> int:
        known = self._terms.get(term)
        if known is None:
            known = self._terms[term] = len(self._spelled)
            self._spelled.append(term.replace("\n", " "))  # a file's name may hold one; segments write a term a line
            self._hashes.append(term_hash(term))
        return known

    def spoken(
        self, symbols: list[Symbol], own_text: list[list[tuple[int, int]]], source: bytes, noise: frozenset[str]
    ) -> tuple[bytes, bytes, bytes, bytes]:  # fmt: skip
        """The words of one file, as `Spoken`. `noise` are keywords not worth counting in bodies and signatures."""
        number = self._words.__getitem__
        quiet = self._quiet.get(noise)
        if quiet is None:
            quiet = self._quiet[noise] = _Quiet(self._words, noise)
        quietly, marked = quiet.__getitem__, self._marks.__getitem__
        numbers, runs = array(NUMBER), array(NUMBER)
        starts, streams, filled = array(NUMBER, [0]), [], 0
        for position, (symbol, stretches) in enumerate(zip(symbols, own_text, strict=True)):
            names = [number(symbol.name.encode())]
            dotted = list(map(number, symbol.qualified_name.encode().split(b"."))) if position else []
            signature = list(map(quietly, words(symbol.signature.encode()))) if position else []
            doc = list(map(number, words(symbol.doc.encode())))
            body = list(map(quietly, words(b"\n".join([source[start:end] for start, end in stretches]))))
            numbers.extend(names + dotted + signature + doc + body)
            runs.extend((1, len(dotted), len(signature), len(doc), len(body)))
            stream = b"".join(map(marked, signature + doc + body))
            streams.append(stream)
            filled += len(stream) // _MARK_BYTES
            starts.append(filled)
        return numbers.tobytes(), runs.tobytes(), starts.tobytes(), b"".join(streams)

    def each_terms(self) -> tuple[bytes, bytes]:
        """Where each word's terms end in the row of all; they begin where the word before ends. And that row."""
        return self._ends.tobytes(), self._flat.tobytes()

    def hashes(self) -> bytes:
        """The hash of each term."""
        return self._hashes.tobytes()

    def spelled(self, numbers: Sequence[int]) -> bytes:
        """These terms, one to a line."""
        return "\n".join([self._spelled[number] for number in numbers]).encode("utf-8", "surrogatepass")


_MARK_BYTES = len(stored([0]))


class _Words(dict[bytes, int]):
    """Numbers by word."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._learn = vocabulary.learn

    def __missing__(self, word: bytes) -> int:
        number = self[word] = self._learn(word)
        return number


class _Quiet(dict[bytes, int]):
    """The same, behind which some words are noise."""

    def __init__(self, known: _Words, noise: Iterable[str]) -> None:
        super().__init__(dict.fromkeys((word.encode() for word in noise), 0))
        self._known = known

    def __missing__(self, word: bytes) -> int:
        number = self[word] = self._known[word]
        return number


@cache
def vocabulary() -> Numbered:
    """The one of this process: what it has learned serves every file."""
    compiled = quick()
    return compiled.Vocabulary(terms, stem, words) if compiled is not None else Vocabulary()
