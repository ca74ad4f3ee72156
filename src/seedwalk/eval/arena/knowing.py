"""knowing: a graph of symbols, ranked for a task; names and scores without code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.peer import Peer, Reply
from seedwalk.eval.arena.system import Found

_URL = "repo"
"""The name it stores the repository under; it begins every qualified name it prints."""
_DOC = "doc:"
_WHERE = (
    "SELECT files.path, nodes.line FROM nodes JOIN files USING (file_hash) "
    "WHERE nodes.qualified_name = ? ORDER BY nodes.kind = 'doc_comment', nodes.line"
)


class Knowing(Peer):
    """`index` with enrichment (its own resolvers, and the language servers it finds), `context` as JSON."""

    name = "knowing"
    pin = "knowing"
    beside = ("language-servers",)
    flags: ClassVar[tuple[str, ...]] = ()

    @property
    def database(self) -> Path:
        return self.scratch.folder / "knowing.db"

    def build(self) -> None:
        self.run(
            "index", *self.flags, "-db", self.database, "-url", _URL, ".", seconds=commands.PREPARE_SECONDS
        )

    def ask(self, task: str, limit: int) -> Reply:
        told = self.run(
            "context", "-db", self.database, "-format", "json", "-task", task, seconds=commands.ANSWER_SECONDS
        )
        try:
            rows = [(row["qualified_name"], row["kind"], row["score"]) for row in json.loads(told)["symbols"] or ()]
        except (ValueError, KeyError, TypeError) as error:
            raise commands.PeerFailed(f"'knowing context' printed no symbols: {told[:80]!r}") from error
        # Its JSON repeats every key for every symbol; its compact format writes a line each, and that is what is read.
        text = "".join(f"@{at} {kind} {name} {score:.2f}\n" for at, (name, kind, score) in enumerate(rows))
        return text, self._places([name for name, _, _ in rows])

    def _places(self, names: list[str]) -> Iterator[Found | None]:
        """It prints names only: its own database says the file and line of each, and so which definition it is."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            for name in names:
                yield self._place(connection, name.rpartition(_DOC)[2])

    def _place(self, connection: sqlite3.Connection, name: str) -> Found | None:
        last = name.rpartition(".")[2].rpartition("::")[2]
        rows = connection.execute(_WHERE, (name,)).fetchall()
        places = [self.definitions.at(path.removeprefix("./"), line or 0) for path, line in rows]
        known = [place for place in places if place]
        alike = [place for place in known if place.name.rpartition(".")[2] == last]
        if alike or known:
            return (alike or known)[0]
        path = rows[0][0].removeprefix("./") if rows else ""
        bare = name.rpartition("://")[2].removeprefix("./").removeprefix(path).replace("::", ".").strip(".")
        return Found(path, bare)


class KnowingUnenriched(Knowing):
    """`index -no-enrich`: what its syntax alone gives."""

    name = "knowing-no-enrich"
    flags = ("-no-enrich",)
