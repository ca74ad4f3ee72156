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
_BLAMED_FILES = 2_000
"""The most files whose authors it is let look up. In a long history `git blame` takes 0.26 s of processor time a file
(Django, 2,835 files) or 0.17 s (calcom, 5,062): most of a bound of 900 s; on cargo (1,043), 0.03 s."""
_NO_BLAME = ("-skip-blame",)
"""Its own switch. A history cut to one commit would not do: it makes that commit's author the author of everything."""
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

    def __init__(self) -> None:
        super().__init__()
        self._history: tuple[str, ...] = ()

    def stage(self, repository: Path) -> None:
        super().stage(repository)
        self._history = _NO_BLAME if len(self.definitions.paths()) > _BLAMED_FILES else ()

    @property
    def database(self) -> Path:
        return self.scratch.folder / "knowing.db"

    def build(self) -> None:
        flags = (*self.flags, *self._history)
        self.run("index", *flags, "-db", self.database, "-url", _URL, ".", seconds=commands.PREPARE_SECONDS)

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
                rows = [(path.removeprefix("./"), line or 0) for path, line in connection.execute(_WHERE, (name,))]
                yield self._place(name.rpartition(_DOC)[2], rows)

    def _place(self, name: str, rows: list[tuple[str, int]]) -> Found | None:
        """The definition of that name at its line, else of that name in its file, else whatever stands at its line."""
        scopes = name.rpartition("/")[2].replace("::", ".").split(".")
        there = [place for path, line in rows if (place := self.definitions.at(path, line))]
        alike = [place for place in there if place.name.rpartition(".")[2] == scopes[-1]]
        if alike:
            return alike[0]
        for path, _ in rows:
            for start in range(len(scopes)):
                named = self.definitions.named(path, ".".join(scopes[start:]))
                if named:
                    return named
        return there[0] if there else self._unknown(name, rows[0][0] if rows else "")

    @staticmethod
    def _unknown(name: str, path: str) -> Found:
        """A name seedwalk does not define, such as an attribute set in a method: as it was given."""
        bare = name.rpartition("://")[2].removeprefix("./").removeprefix(path)
        return Found(path, bare.replace("::", ".").strip("."))


class KnowingUnenriched(Knowing):
    """`index -no-enrich`: what its syntax alone gives."""

    name = "knowing-no-enrich"
    flags = ("-no-enrich",)
