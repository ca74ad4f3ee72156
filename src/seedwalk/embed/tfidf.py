"""Sparse vectors of words, weighed by how rare they are.

    w(t, d)  = tf(t, d) * idf(t)
    tf(t, d) = 0.5 + 0.5 * count(t, d) / the largest count in d
    idf(t)   = ln((N + 1) / (df(t) + 1)) + 1

Vectors have length 1, so that a product is a cosine; only the terms of a question are looked at. Identifiers count
whole and in their parts. (Salton, Buckley: Term-weighting Approaches in Automatic Text Retrieval, 1988.)
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.config import Vectors
from seedwalk.words import wordlists

_TOKEN = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{2,}")
_HUMP = re.compile(r"([a-z])([A-Z])")
_SHORTEST_PART = 2
_HALF = 0.5


def tokens(text: str) -> list[str]:
    """The words of a text in lower case: identifiers whole, and their parts.

    >>> tokens("getUserById of the user_table")
    ['getuserbyid', 'user', 'id', 'user_table', 'user', 'table']
    """
    return [token for written in _TOKEN.findall(text) for token in _cut(written)]


@lru_cache(maxsize=200_000)
def _cut(written: str) -> tuple[str, ...]:
    stop = wordlists().stop
    pieces = [piece for piece in _HUMP.sub(r"\1_\2", written).lower().split("_") if len(piece) >= _SHORTEST_PART]
    whole = written.lower()
    found = (whole, *pieces) if len(pieces) > 1 else (whole,)
    return tuple(piece for piece in found if piece not in stop)


def _frequencies(found: Iterable[str]) -> dict[str, float]:
    """The augmented frequency of each token: between a half and 1."""
    counts = Counter(found)
    most = max(counts.values(), default=1)
    return {token: _HALF + _HALF * count / most for token, count in counts.items()}


class _Packed(msgspec.Struct, array_like=True):
    size: int
    terms: list[str]
    idf: bytes
    starts: bytes
    rows: bytes
    weights: bytes


class TfidfSpace(Struct, frozen=True, dict=True):
    """Postings by term: those of the i-th lie between starts[i] and starts[i + 1]."""

    size: int
    terms: tuple[str, ...]
    idf: np.ndarray
    starts: np.ndarray
    rows: np.ndarray
    weights: np.ndarray

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {term: number for number, term in enumerate(self.terms)}

    def likeness(self, text: str) -> np.ndarray:
        """The cosine of every vector with that of a text."""
        scores = np.zeros(self.size)
        asked = {self._numbers[token]: tf for token, tf in _frequencies(tokens(text)).items() if token in self._numbers}
        length = float(np.sqrt(sum((tf * self.idf[number]) ** 2 for number, tf in asked.items())))
        for number, tf in sorted(asked.items()):
            between = slice(int(self.starts[number]), int(self.starts[number + 1]))
            scores[self.rows[between]] += tf * self.idf[number] / length * self.weights[between]
        return scores

    def pack(self) -> bytes:
        arrays = (self.idf.tobytes(), self.starts.tobytes(), self.rows.tobytes(), self.weights.tobytes())
        return msgspec.msgpack.encode(_Packed(self.size, list(self.terms), *arrays))


class Tfidf(Struct, frozen=True):
    """The encoder that is built in."""

    tuning: Vectors

    @property
    def fingerprint(self) -> str:
        """Of the words left out, of how words are cut, and of how many are kept."""
        told = (*sorted(wordlists().stop), _TOKEN.pattern, _HUMP.pattern, str(_SHORTEST_PART), repr(self.tuning))
        return hashlib.sha256("\n".join(told).encode()).hexdigest()

    def learn(self, texts: Sequence[str]) -> TfidfSpace:
        vectors = [_frequencies(tokens(text)) for text in texts]
        holders = Counter(token for vector in vectors for token in vector)
        kept = sorted((token for token in holders if holders[token] >= self.tuning.least),
                      key=lambda token: (holders[token], token))[: self.tuning.features]  # fmt: skip
        terms = tuple(sorted(kept))
        numbers = {term: number for number, term in enumerate(terms)}
        idf = np.array([np.log((len(texts) + 1) / (holders[term] + 1)) + 1 for term in terms])
        pairs = [(numbers[token], row, tf) for row, vector in enumerate(vectors) for token, tf in vector.items()
                 if token in numbers]  # fmt: skip
        term = np.array([pair[0] for pair in pairs], np.int64)
        row = np.array([pair[1] for pair in pairs], np.int64)
        weight = np.array([pair[2] for pair in pairs]) * idf[term] if pairs else np.zeros(0)
        length = np.sqrt(np.bincount(row, weights=weight**2, minlength=len(texts)))
        order = np.lexsort((row, term))
        starts = np.searchsorted(term[order], np.arange(len(terms) + 1))
        scaled = (weight / np.maximum(length[row], 1e-12))[order].astype("<f4")
        return TfidfSpace(len(texts), terms, idf, starts.astype("<i8"), row[order].astype("<u4"), scaled)

    def unpack(self, blob: bytes) -> TfidfSpace:
        held = msgspec.msgpack.decode(blob, type=_Packed)
        arrays = (np.frombuffer(held.idf, "<f8"), np.frombuffer(held.starts, "<i8"), np.frombuffer(held.rows, "<u4"),
                  np.frombuffer(held.weights, "<f4"))  # fmt: skip
        return TfidfSpace(held.size, tuple(held.terms), *arrays)
