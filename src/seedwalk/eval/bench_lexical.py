"""The measurement behind docs/decisions/0002: SQLite's FTS5 against the segments of `store/lexical.py`.

    python -m seedwalk.eval.bench_lexical REPO [--queries 40] [--json]

The two stand in `lexical_rivals.py`. Building is told in two parts, because only one of them can be shared out: what
the processes that read files can do, and what the one process that writes the store must do. Queries are stretches of
2 to 12 words from the doc sentences of the repository's own symbols, drawn with a fixed seed, so the symbol each was
drawn from is a known answer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from msgspec import Struct, to_builtins

from seedwalk.config import Settings
from seedwalk.eval.lexical_rivals import Answer, Document, Fts5, Segments, read_documents
from seedwalk.indexing.crew import cut_into_batches
from seedwalk.model import Job
from seedwalk.text import terms, words

SEED = 2
SHORTEST, LONGEST = 2, 12
_UPDATES = 15
_PASSES = 3
_SENTENCE = re.compile(r"[.\n:;]+")


class Query(Struct, frozen=True):
    """A few words and the symbol whose doc they were taken from."""

    text: str
    origin: int


class Measured(Struct, frozen=True):
    """What one index cost and how it answered."""

    name: str
    shared_seconds: float
    """Work that processes reading files can do side by side, summed."""
    writer_seconds: float
    megabytes: float
    query_ms: tuple[float, float]
    """p50 and p95."""
    update_ms: tuple[float, float]
    found: float
    """The share of queries whose origin is among the first ten."""


def make_queries(documents: Sequence[Document], count: int) -> list[Query]:
    """`count` stretches of doc sentences, the same for the same repository."""
    chance = random.Random(SEED)
    sentences = [
        (said, symbol.id)
        for document in documents
        for symbol in document.extracted.symbols
        for sentence in _SENTENCE.split(symbol.doc)
        if len(said := [word for word in words(sentence.encode()) if terms(word.decode())]) >= SHORTEST
    ]
    queries = []
    for said, origin in chance.sample(sentences, min(count, len(sentences))):
        size = chance.randint(SHORTEST, min(LONGEST, len(said)))
        start = chance.randint(0, len(said) - size)
        queries.append(Query(b" ".join(said[start : start + size]).decode(), origin))
    return queries


# The measurement.


class Comparison(Struct, frozen=True):
    """Both indexes measured on one repository, and how far their answers agree."""

    files: int
    symbols: int
    queries: int
    rows: list[Measured]
    fts_without_text: float
    """Megabytes of FTS5's inverted index alone."""
    same_first: float
    same_ten: float


def compare(root: Path, count: int) -> Comparison:
    documents = read_documents(root)
    queries = make_queries(documents, count)
    if not queries:
        raise SystemExit(f"bench: no symbol in '{root}' has a doc of {SHORTEST} words. Give a repository with docs.")
    batches = _in_batches(documents)
    chance = random.Random(SEED)
    edited = [chance.choice(documents) for _ in range(_UPDATES)]
    with tempfile.TemporaryDirectory(prefix="seedwalk-bench-") as scratch:
        fts_path, our_path = Path(scratch) / "fts5.db", Path(scratch) / "segments.db"
        with closing(Fts5(fts_path)) as fts, closing(Segments(our_path)) as ours:
            fts_built, our_built = fts.build(batches), ours.build(batches)
            answers = [(fts.answer(query.text), ours.answer(query.text), query.origin) for query in queries]
            fts_ms, our_ms = _latency(fts.answer, queries), _latency(ours.answer, queries)
            open_ms = _latency(ours.kept_open(), queries)
            fts_size, our_size, bare_size = fts.megabytes(), ours.megabytes(), fts.index_megabytes()
            fts_update = _percentiles([_ms(partial(fts.update, document)) for document in edited])
            our_update = _percentiles([_ms(partial(ours.update, document)) for document in edited])
            again = [(fts.answer(query.text), ours.answer(query.text)) for query in queries]
    if [pair[1] for pair in again] != [answer[1] for answer in answers]:
        raise SystemExit("bench: files written again unchanged gave other answers")
    found = [sum(origin in answer[side] for *answer, origin in answers) / len(answers) for side in (0, 1)]
    rows = [
        Measured(Fts5.name, *fts_built, fts_size, fts_ms, fts_update, found[0]),
        Measured(Segments.name, *our_built, our_size, our_ms, our_update, found[1]),
        Measured("segments, kept open", *our_built, our_size, open_ms, our_update, found[1]),
    ]
    same = [(theirs[:1] == mine[:1], len({*theirs} & {*mine}) / max(1, len(mine))) for theirs, mine, _ in answers]
    return Comparison(
        len(documents), sum(len(document.extracted.symbols) for document in documents), len(queries), rows, bare_size,
        sum(first for first, _ in same) / len(same), sum(ten for _, ten in same) / len(same),
    )  # fmt: skip


def _in_batches(documents: Sequence[Document]) -> list[list[Document]]:
    by_id = {document.file_id: document for document in documents}
    jobs = [Job(d.file_id, d.path, d.language, 0, d.size, 0) for d in documents]
    return [[by_id[job.file_id] for job in batch] for batch in cut_into_batches(jobs, Settings().indexing.batch_bytes)]


def _latency(answer: Answer, queries: Sequence[Query]) -> tuple[float, float]:
    for query in queries:
        answer(query.text)
    return _percentiles([_ms(partial(answer, query.text)) for _ in range(_PASSES) for query in queries])


def _ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _percentiles(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


# Showing it.


def as_markdown(found: Comparison) -> str:
    lines = [
        f"{found.files:,} files, {found.symbols:,} symbols, {found.queries} queries; {os.cpu_count()} processors, "
        f"SQLite {sqlite3.sqlite_version}",
        "",
        "| index | build, readers | build, writer | on disk | query p50 / p95 | one file p50 / p95 | origin in ten |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in found.rows:
        (half, most), (update, slowest) = row.query_ms, row.update_ms
        lines.append(
            f"| {row.name} | {row.shared_seconds:.1f} s | {row.writer_seconds:.1f} s | {row.megabytes:.0f} MB "
            f"| {half:.1f} / {most:.1f} ms | {update:.1f} / {slowest:.1f} ms | {row.found:.0%} |"
        )
    lines += [
        "",
        f"The same first answer for {found.same_first:.0%} of the queries; {found.same_ten:.0%} of the ten shared. "
        f"FTS5 without its text: {found.fts_without_text:.0f} MB.",
    ]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.bench_lexical", description="FTS5 against seedwalk's lexical segments."
    )
    parser.add_argument("repo", type=Path, help="the repository whose symbols are indexed")
    parser.add_argument("--queries", type=int, default=40, help="how many queries to draw")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON instead of a markdown table")
    asked = parser.parse_args(argv)
    if not asked.repo.is_dir():
        parser.error(f"'{asked.repo}' is not a folder. Give the folder of a repository.")
    found = compare(asked.repo.resolve(), asked.queries)
    print(json.dumps(to_builtins(found), ensure_ascii=False, indent=2) if asked.as_json else as_markdown(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
