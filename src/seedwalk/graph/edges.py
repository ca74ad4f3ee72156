"""Edges packed into rows of fixed width, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from seedwalk.config import CONFIDENCE
from seedwalk.model import Edge, EdgeKind, Provenance, SymbolId

KINDS = tuple(EdgeKind)
PROVENANCES = tuple(Provenance)
KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
PROVENANCE_CODE = {provenance: code for code, provenance in enumerate(PROVENANCES)}



def sorts_of(edges: np.ndarray) -> np.ndarray:
    """Kind and provenance of each row of a table as one number."""
    found: np.ndarray = edges["kind"].astype(np.int64) * len(PROVENANCES) + edges["provenance"]
    return found


ROW = np.dtype(
    [("source", "<i8"), ("target", "<i8"), ("line", "<u4"), ("confidence", "<f4"), ("kind", "u1"), ("provenance", "u1")]
)
EdgeRow = tuple[int, int, int, float, int, int]
"""The columns of ROW, in its order."""


def row(
    source: int, target: int, kind: EdgeKind, provenance: Provenance, line: int, confidence: float | None = None
) -> EdgeRow:
    """An edge as a row; how surely it is known follows from how, unless told."""
    sure = CONFIDENCE[provenance] if confidence is None else confidence
    return (source, target, line, sure, KIND_CODE[kind], PROVENANCE_CODE[provenance])


def pack(rows: Iterable[EdgeRow]) -> bytes:
    """Sorted, each once: equal sets of edges give equal bytes."""
    return np.array(sorted(set(rows)), ROW).tobytes()


def unpack(blob: bytes) -> Iterator[Edge]:
    for source, target, line, confidence, kind, provenance in np.frombuffer(blob, ROW).tolist():
        yield Edge(SymbolId(source), SymbolId(target), KINDS[kind], round(confidence, 4), PROVENANCES[provenance], line)


def count_kinds(blobs: Sequence[bytes]) -> dict[EdgeKind, int]:
    codes = np.frombuffer(b"".join(blobs), ROW)["kind"]
    counts = np.bincount(codes, minlength=len(KINDS)).tolist()
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def digest(blob: bytes) -> bytes:
    return hashlib.blake2b(blob, digest_size=16).digest()
