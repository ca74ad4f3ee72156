"""Two lexical indexes behind one shape: SQLite's FTS5, and the segments of `store/lexical.py`.

Both get the same symbols, the same words (`text.terms`: identifiers whole and split) and the same field weights. FTS5
holds one row per symbol with a column per field and ranks by its `bm25()`. It keeps the text of its columns: only from
SQLite 3.43 on can a row whose text is not kept be deleted, and an index that is kept up deletes with every edit.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from seedwalk.config import Settings
from seedwalk.extract import extract
from seedwalk.facts import Extracted
from seedwalk.languages import language_of, specs
from seedwalk.model import Flags, Skipped
from seedwalk.sources.content import read_source
from seedwalk.sources.discover import discover
from seedwalk.store import lexical, segments
from seedwalk.store.database import open_writer
from seedwalk.store.files import ROW_SHIFT
from seedwalk.store.words import Field, WordCounter, path_words, place_words, term_hash
from seedwalk.text import terms, words

TOP = 10
_MEGABYTE = 1e6

Answer = Callable[[str], list[int]]
"""A query's first ten symbol ids."""


class Document(Struct, frozen=True):
    """One file's symbols and text: what either index is built from."""

    file_id: int
    path: str
    language: str
    size: int
    text: bytes
    extracted: Extracted


def read_documents(root: Path) -> list[Document]:
    sources = Settings().sources
    found: list[Document] = []
    for number, file in enumerate(discover(root, sources, language_of).files, 1):
        source = read_source(root, file.path, sources)
        if not isinstance(source, Skipped):
            extracted = extract(file.path, file.language, source.text, Flags(file.flags) | source.flags)
            found.append(Document(number, file.path, file.language, file.size, source.text, extracted))
    return found


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


def _megabytes(connection: sqlite3.Connection) -> float:
    """The database's own file, once its log has been written back: the log holds the same pages a second time."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages, size = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
    return pages * size / _MEGABYTE
