"""The measurement behind docs/decisions/0002: SQLite's FTS5 against the segments of `store/lexical.py`.

    python -m seedwalk.eval.bench_lexical REPO [--queries 40] [--json]

Both get the same symbols, the same words (`text.terms`: identifiers whole and split) and the same field weights. FTS5
holds one row per symbol with a column per field and ranks by its `bm25()`. It keeps the text of its columns: only from
SQLite 3.43 on can a row whose text is not kept be deleted, and an index that is kept up deletes with every edit.
Building is told in two parts, because only one of them can be shared out: what the processes that read files can do,
and what the one process that writes the store must do. Queries are stretches of 2 to 12 words from the doc sentences
of the repository's own symbols, drawn with a fixed seed, so the symbol each was drawn from is a known answer.
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
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from seedwalk.config import Settings
from seedwalk.crew import cut_into_batches
from seedwalk.extract import extract
from seedwalk.facts import Extracted
from seedwalk.languages import language_of, specs
from seedwalk.model import Flags, Job, Skipped
from seedwalk.sources.content import read_source
from seedwalk.sources.discover import discover
from seedwalk.store import lexical, segments
from seedwalk.store.database import open_writer
from seedwalk.store.files import ROW_SHIFT
from seedwalk.store.words import Field, WordCounter, path_words, place_words, term_hash
from seedwalk.text import terms, words

SEED = 2
TOP = 10
SHORTEST, LONGEST = 2, 12
_UPDATES = 15
_PASSES = 3
_MEGABYTE = 1e6
_SENTENCE = re.compile(r"[.\n:;]+")


@dataclass(frozen=True, slots=True)
class Document:
    """One file's symbols and text: what either index is built from."""

    file_id: int
    path: str
    language: str
    size: int
    text: bytes
    extracted: Extracted


@dataclass(frozen=True, slots=True)
class Query:
    """A few words and the symbol whose doc they were taken from."""

    text: str
    origin: int


@dataclass(frozen=True, slots=True)
class Measured:
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


Answer = Callable[[str], list[int]]
"""A query's first ten symbol ids."""


def read_documents(root: Path) -> list[Document]:
    sources = Settings().sources
    found: list[Document] = []
    for number, file in enumerate(discover(root, sources, language_of).files, 1):
        source = read_source(root, file.path, sources)
        if not isinstance(source, Skipped):
            extracted = extract(file.path, file.language, source.text, Flags(file.flags) | source.flags)
            found.append(Document(number, file.path, file.language, file.size, source.text, extracted))
    return found


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


def query_terms(text: str) -> list[str]:
    return list(dict.fromkeys(term for word in words(text.encode()) for term in terms(word.decode())))


class Segments:
    """Our index, in a database that holds nothing else."""

    name = "segments (BM25F)"

    def __init__(self, path: Path) -> None:
        self._settings = Settings()
        self._connection = open_writer(path, None, 0)
        self._connection.execute("DROP TABLE files")  # of a file, only its segment matters here
        self._connection.execute("CREATE TABLE files (id INTEGER PRIMARY KEY, segment INTEGER NOT NULL)")

    def build(self, batches: Sequence[Sequence[Document]]) -> tuple[float, float]:
        started = time.perf_counter()
        packed = [_packed(batch) for batch in batches]
        counted = time.perf_counter()
        parts = [lexical.unpack_segment(blob) for blob in packed]
        segments.put(self._connection, 1, lexical.merge(parts, [None] * len(parts)))
        rows = [(document.file_id, 1) for batch in batches for document in batch]
        self._connection.executemany("INSERT INTO files VALUES (?, ?)", rows)
        self._connection.execute("COMMIT")
        return counted - started, time.perf_counter() - counted

    def update(self, document: Document) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        number = segments.next_id(self._connection)
        segments.put(self._connection, number, lexical.unpack_segment(_packed([document])))
        self._connection.execute("UPDATE files SET segment = ? WHERE id = ?", (number, document.file_id))
        segments.keep_few(self._connection, self._settings.indexing)
        self._connection.execute("COMMIT")

    def answer(self, text: str) -> list[int]:
        """As `Repository.search` does: the index is opened anew for each question."""
        return self._search(segments.open_index(self._connection), text)

    def kept_open(self) -> Answer:
        index = segments.open_index(self._connection)
        return lambda text: self._search(index, text)

    def _search(self, index: lexical.LexicalIndex, text: str) -> list[int]:
        hashes = [term_hash(term) for term in query_terms(text)]
        return [identity for identity, _ in index.search(hashes, self._settings.lexical, TOP)]

    def megabytes(self) -> float:
        return _megabytes(self._connection)

    def close(self) -> None:
        self._connection.close()


def _packed(batch: Sequence[Document]) -> bytes:
    counter = WordCounter()
    for document in batch:
        found = document.extracted
        noise = specs()[document.language].noise
        counter.add(document.file_id, found.symbols, found.own_text, document.text, noise)
    return lexical.pack_segment(counter.segment())


class Fts5:
    """SQLite's own index: a row per symbol, a column per field, in the order of `Field`."""

    name = "FTS5 (bm25)"

    def __init__(self, path: Path) -> None:
        self._speller = _Speller()
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        columns = [field.name.lower() for field in Field]
        self._connection.execute(
            f"CREATE VIRTUAL TABLE found USING fts5({', '.join(columns)}, "
            "tokenize=\"unicode61 remove_diacritics 0 tokenchars '_'\")"
        )
        self._connection.execute("CREATE TABLE symbols (row INTEGER PRIMARY KEY, id INTEGER NOT NULL)")
        marks = ", ".join("?" * (1 + len(columns)))
        self._insert = f"INSERT INTO found (rowid, {', '.join(columns)}) VALUES ({marks})"
        weights = ", ".join(str(weight) for weight in Settings().lexical.weights)
        self._select = f"SELECT rowid FROM found WHERE found MATCH ? ORDER BY bm25(found, {weights}), rowid LIMIT {TOP}"

    def build(self, batches: Sequence[Sequence[Document]]) -> tuple[float, float]:
        started = time.perf_counter()
        rows = [_fts_rows(document, self._speller) for batch in batches for document in batch]
        spelled = time.perf_counter()
        self._connection.execute("BEGIN IMMEDIATE")
        for document, texts in zip((d for batch in batches for d in batch), rows, strict=True):
            self._put(document, texts)
        self._connection.execute("COMMIT")
        return spelled - started, time.perf_counter() - spelled

    def _put(self, document: Document, texts: Sequence[tuple[int | str, ...]]) -> None:
        self._connection.executemany(self._insert, texts)
        ids = [(row[0], symbol.id) for row, symbol in zip(texts, document.extracted.symbols, strict=True)]
        self._connection.executemany("INSERT INTO symbols VALUES (?, ?)", ids)

    def update(self, document: Document) -> None:
        texts = _fts_rows(document, self._speller)
        span = (document.file_id << ROW_SHIFT, (document.file_id + 1) << ROW_SHIFT)
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("DELETE FROM found WHERE rowid >= ? AND rowid < ?", span)
        self._connection.execute("DELETE FROM symbols WHERE row >= ? AND row < ?", span)
        self._put(document, texts)
        self._connection.execute("COMMIT")

    def answer(self, text: str) -> list[int]:
        asked = " OR ".join(f'"{term}"' for term in query_terms(text))
        rows = self._connection.execute(self._select, (asked,)).fetchall()
        return [
            int(self._connection.execute("SELECT id FROM symbols WHERE row = ?", row).fetchone()[0]) for row in rows
        ]

    def index_megabytes(self) -> float:
        """The inverted index alone, without the text it was made of."""
        return float(self._connection.execute("SELECT sum(length(block)) FROM found_data").fetchone()[0]) / _MEGABYTE

    def megabytes(self) -> float:
        return _megabytes(self._connection)

    def close(self) -> None:
        self._connection.close()


def _fts_rows(document: Document, speller: _Speller) -> list[tuple[int | str, ...]]:
    """What `WordCounter.add` counts, as text for FTS5 to count."""
    found, noise = document.extracted, {word.encode() for word in specs()[document.language].noise}
    spelled = speller.all
    place, path = spelled(place_words(document.path)), spelled(path_words(document.path))
    rows: list[tuple[int | str, ...]] = []
    for position, symbol in enumerate(found.symbols):
        own = b"\n".join(document.text[start:end] for start, end in found.own_text[position])
        signature = words(symbol.signature.encode()) if position else []
        texts = {
            Field.NAME: spelled([symbol.name.encode()]),
            Field.QUALIFIED: spelled(symbol.qualified_name.encode().split(b".")) if position else "",
            Field.SIGNATURE: spelled(word for word in signature if word not in noise),
            Field.DOC: spelled(words(symbol.doc.encode())),
            Field.BODY: spelled(word for word in words(own) if word not in noise),
            Field.PLACE: place,
            Field.PATH: path,
        }
        rows.append(((document.file_id << ROW_SHIFT) + position, *(texts[field] for field in Field)))
    return rows


class _Speller(dict[bytes, str]):
    """The terms of a word as text, worked out once a word: our own index does no less."""

    def __missing__(self, word: bytes) -> str:
        spelled = self[word] = " ".join(terms(word.decode()))
        return spelled

    def all(self, found: Iterable[bytes]) -> str:
        return " ".join([self[word] for word in found])


# The measurement.


@dataclass(frozen=True, slots=True)
class Comparison:
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
    batches = _incut_into_batches(documents)
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


def _incut_into_batches(documents: Sequence[Document]) -> list[list[Document]]:
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


def _megabytes(connection: sqlite3.Connection) -> float:
    """The database's own file, once its log has been written back: the log holds the same pages a second time."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages, size = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
    return pages * size / _MEGABYTE


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
    print(json.dumps(asdict(found), ensure_ascii=False, indent=2) if asked.as_json else as_markdown(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
