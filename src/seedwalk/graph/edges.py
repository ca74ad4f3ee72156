"""Edges packed into rows of fixed width, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from seedwalk.model import Edge, EdgeKind, Provenance, SymbolId

KINDS = tuple(EdgeKind)
PROVENANCES = tuple(Provenance)
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
_PROVENANCE_CODE = {provenance: code for code, provenance in enumerate(PROVENANCES)}

ROW = np.dtype(
    [("source", "<i8"), ("target", "<i8"), ("line", "<u4"), ("confidence", "<f4"), ("kind", "u1"), ("provenance", "u1")]
)


def pack(edges: Iterable[Edge]) -> bytes:
    """Sorted, each once: equal sets of edges give equal bytes."""
    rows = sorted(
        {(e.source, e.target, e.line, e.confidence, _KIND_CODE[e.kind], _PROVENANCE_CODE[e.provenance]) for e in edges}
    )
    return np.array(rows, ROW).tobytes()


def unpack(blob: bytes) -> Iterator[Edge]:
    for source, target, line, confidence, kind, provenance in np.frombuffer(blob, ROW).tolist():
        yield Edge(
            SymbolId(source), SymbolId(target), KINDS[kind], round(confidence, 4), PROVENANCES[provenance], line
        )


def count_kinds(blobs: Sequence[bytes]) -> dict[EdgeKind, int]:
    codes = np.frombuffer(b"".join(blobs), ROW)["kind"]
    counts = np.bincount(codes, minlength=len(KINDS)).tolist()
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def digest(blob: bytes) -> bytes:
    return hashlib.blake2b(blob, digest_size=16).digest()
