"""A small repository, indexed and open, for channels to be asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from seedwalk.api import open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import profile_named
from seedwalk.engine import Mind
from seedwalk.seeds.ground import Question
from seedwalk.seeds.ranked import Channel, Ranked, Told
from tests.trees import put


@dataclass(frozen=True)
class Here:
    """A mind, and the connection it reads by."""

    mind: Mind
    connection: sqlite3.Connection

    def question(self, text: str) -> Question:
        thought = self.mind.think(self.connection, text, 1)
        return Question(thought.task, self.connection, thought.lexical.dense)

    def told(self, text: str) -> Told:
        """What every channel of the settings finds."""
        return self.mind.think(self.connection, text, 1).told

    def names(self, rows: Ranked) -> list[str]:
        """Qualified names of what was found, in order."""
        return [symbol.qualified_name for symbol in self.mind.symbols(self.connection, rows.rows.tolist())]

    def named(self, text: str, channel: Channel) -> list[str]:
        return self.names(self.told(text)[channel])

    def row(self, name: str) -> int:
        names = self.mind.ground.qualified(self.connection)
        return names.index(name)


@contextmanager
def standing(root: Path, files: Mapping[str, str], settings: Settings | None = None) -> Iterator[Here]:
    """The files, indexed and opened; by default with the profile `seed`."""
    put(root / "tree", files)
    chosen = settings or seed()
    repository = open_repository(root / "tree", store=root / "store", settings=chosen)
    repository.index()
    with repository._reading() as connection:
        yield Here(Mind(connection, chosen, root / "tree"), connection)


def seed(*off: str) -> Settings:
    """The profile `seed` without some mechanisms."""
    return without(profile_named("seed"), off, MECHANISMS)
