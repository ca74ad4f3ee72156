"""seedwalk's own systems behind the arena's seam."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from seedwalk.api import Repository, open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import LEXICAL, MECHANISMS, without
from seedwalk.errors import UsageError
from seedwalk.eval import tokens
from seedwalk.eval.arena.system import Answer, Found
from seedwalk.eval.arena.tuning import Setup
from seedwalk.model import Symbol
from seedwalk.render import render, renderer_named

_PACKED = "markdown"
"""The renderer of packs, the default of the command."""
HISTORY_SECONDS = 3_600.0
"""A user gets an answer before all of history is read; a measurement waits for it, or it would measure the machine."""


def found(symbol: Symbol) -> Found:
    return Found(symbol.path, symbol.qualified_name, symbol.kind.value, symbol.span.start_line, symbol.span.end_line)


def listed(symbols: Iterable[Symbol]) -> str:
    """A ranking as a reader gets it: place, kind, name and signature, a line each."""
    return "\n".join(
        f"{one.path}:{one.span.start_line}-{one.span.end_line} {one.kind} {one.qualified_name} {one.signature}".rstrip()
        for one in symbols
    )


def engine_says(repository: Repository, task: str, limit: int) -> tuple[list[Found], str]:
    """The engine's pure ranking of a task, and its text."""
    pack = repository.context(task, limit=limit)
    ranking = [Found(e.path, e.name, e.kind.value, e.start_line, e.end_line) for e in pack.entries]
    return ranking, render(pack, renderer_named("compact"))


def answered(repository: Repository, task: str, limit: int) -> Answer:
    """What the engine says to a task."""
    ranking, text = engine_says(repository, task, limit)
    return Answer(ranking, tokens.count(text), text)


class Own(ABC):
    """What our systems share: a repository indexed under the system's settings. A subclass says how it is asked."""

    name: ClassVar[str]

    def __init__(self, setup: Setup | None = None) -> None:
        self._setup = setup or Setup()
        self._settings = self.settings(self._setup)
        self._repository: Repository | None = None

    def settings(self, setup: Setup) -> Settings:
        """Under which settings it indexes and answers. Raises UsageError for what it does not have."""
        return setup.settings()

    def prepare(self, repository: Path) -> None:
        opened = open_repository(repository, store=self._setup.store_of(repository), settings=self._settings)
        opened.index()
        self._repository = opened

    @property
    def repository(self) -> Repository:
        if self._repository is None:
            raise RuntimeError("asked before it was prepared")
        return self._repository

    def answer(self, task: str, limit: int) -> Answer:
        ranking, text = self.ask(self.repository, task, limit)
        return Answer(ranking, tokens.count(text), text)

    @abstractmethod
    def ask(self, repository: Repository, task: str, limit: int) -> tuple[list[Found], str]:
        """The ranking, and the answer as a reader gets it."""

    def close(self) -> None:
        self._repository = None


class Lexical(Own):
    """The plain baseline: BM25F over the index's fields with bodies, the scores around a symbol mixed in; no graph, no
    history. It shows that index and matcher are right, and what everything built on top must beat."""

    name = "lexical"

    def settings(self, setup: Setup) -> Settings:
        if setup.profile:
            raise UsageError(f"the system 'lexical' has no profile '{setup.profile}'. Leave --profile out.")
        without(Settings(), sorted(setup.without), LEXICAL)  # refuses what this system does not have
        return setup.settings()

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(LEXICAL)

    def tuned(self, setup: Setup) -> Lexical:
        return Lexical(setup)

    def ask(self, repository: Repository, task: str, limit: int) -> tuple[list[Found], str]:
        symbols = [symbol for symbol, _ in repository.lexical(task, limit)]
        return [found(symbol) for symbol in symbols], listed(symbols)


class Engine(Own):
    """The product: the engine as a user gets it, under any profile, with any mechanism switched off."""

    name = "seedwalk"

    def settings(self, setup: Setup) -> Settings:
        settings = setup.settings()
        return replace(settings, history=replace(settings.history, seconds=HISTORY_SECONDS))

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(MECHANISMS)

    def tuned(self, setup: Setup) -> Engine:
        return Engine(setup)

    def ask(self, repository: Repository, task: str, limit: int) -> tuple[list[Found], str]:
        return engine_says(repository, task, limit)

    def pack(self, task: str, budget: int) -> str:
        """As `seedwalk context --budget` prints it."""
        return render(self.repository.context(task, budget=budget), renderer_named(_PACKED))


class Search(Own):
    """Symbol search, as `seedwalk search` answers: for fixtures that look for a symbol by a few words."""

    name = "search"

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(MECHANISMS)

    def tuned(self, setup: Setup) -> Search:
        return Search(setup)

    def ask(self, repository: Repository, task: str, limit: int) -> tuple[list[Found], str]:
        symbols = [hit.symbol for hit in repository.search(task, limit)]
        return [found(symbol) for symbol in symbols], listed(symbols)
