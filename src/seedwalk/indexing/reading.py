"""Reading files: the bytes of a file become rows for the store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from seedwalk.compiled import quick
from seedwalk.extract import extract
from seedwalk.graph.outline import encode, outline_of
from seedwalk.languages import spec_of
from seedwalk.model import Flags, Job, Kind, Skipped, Symbol
from seedwalk.sources.content import read_source
from seedwalk.store import lexical
from seedwalk.store.files import ROW_SHIFT, SymbolRow, pack_symbols
from seedwalk.store.streams import Stream
from seedwalk.store.words import WordCounter

if TYPE_CHECKING:
    from seedwalk.config import Sources

MAX_SYMBOLS = 1 << ROW_SHIFT
_TOLD = 200
_NONE = json.dumps([])
_flags = cache(Flags)
_UNSAID = Flags.NONE
_KIND_CODE = {kind: code for code, kind in enumerate(Kind)}


class ReadFile(Struct, gc=False):
    """A file's rows, ready for the store."""

    file_id: int
    path: str
    content_hash: bytes
    flags: int
    warnings: str
    symbols: bytes
    """Their rows, packed until they are stored."""
    held: int
    """How many symbols there are."""
    refs: int
    facts: bytes
    namespaces: str
    outline: bytes
    stream: Stream
    """The words of its symbols in their order."""


class Batch(NamedTuple):
    """What reading some jobs gave."""

    files: list[ReadFile]
    skipped: list[Skipped]
    words: bytes
    """Packed lexical segment of the files."""


def read_batch(root: str, jobs: Sequence[Job], sources: Sources) -> Batch:
    """Read files one after the other."""
    files: list[ReadFile] = []
    skipped: list[Skipped] = []
    words = WordCounter()
    for job in jobs:
        try:
            result = _read(root, job, sources, words)
        except Exception as error:  # whatever a file makes go wrong costs that file, and is told
            result = Skipped(job.path, "cannot be parsed", f"{type(error).__name__}: {error}"[:_TOLD])
        if isinstance(result, Skipped):
            skipped.append(result)
        else:
            files.append(result)
    return Batch(files, skipped, lexical.pack_segment(words.segment()))


def _read(root: str, job: Job, sources: Sources, words: WordCounter) -> ReadFile | Skipped:
    source = read_source(root, job.path, sources)
    if isinstance(source, Skipped):
        return source
    flags = _flags(job.flags)
    if source.flags is not _UNSAID:
        flags |= source.flags
    extracted = extract(job.path, job.language, source.text, flags)
    symbols = extracted.symbols
    if len(symbols) >= MAX_SYMBOLS:
        return Skipped(job.path, "too many symbols", f"{len(symbols)} symbols, the limit is {MAX_SYMBOLS - 1}")
    noise = spec_of(job.language).noise
    stream = words.add(job.file_id, symbols, extracted.own_text, source.text, noise)
    outline = outline_of(job.path, job.language, extracted)
    warnings = [*source.warnings, *extracted.troubles]
    rows = pack_symbols(_stored(symbols, job.file_id << ROW_SHIFT))
    facts = extracted.facts
    return ReadFile(
        job.file_id, job.path, source.content_hash, int(flags), _listed(warnings), rows, len(symbols), facts.count(),
        facts.encode(), _listed(outline.namespaces), encode(outline), stream,
    )  # fmt: skip


def _listed(texts: list[str]) -> str:
    return json.dumps(texts) if texts else _NONE


def _stored(symbols: list[Symbol], first: int) -> list[SymbolRow]:
    """Symbols as rows of the store, numbered from `first` on."""
    compiled = quick()
    found: list[SymbolRow] = (compiled.stored if compiled is not None else stored)(symbols, first, _KIND_CODE)
    return found


def stored(symbols: Sequence[Symbol], first: int, codes: Mapping[Kind, int]) -> list[SymbolRow]:
    """What `_stored` gives; `codes` are those of the kinds."""
    return [
        (
            row, s.id, codes[s.kind], s.name, s.qualified_name, s.parent, s.line,
            s.span.start_line, s.span.end_line, s.span.start_byte, s.span.end_byte,
            s.signature, s.doc, int(s.flags), s.body_hash,
        )
        for row, s in enumerate(symbols, first)
    ]  # fmt: skip
