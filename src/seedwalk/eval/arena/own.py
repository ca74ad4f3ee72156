"""seedwalk's own systems behind the arena's seam."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from seedwalk.api import Repository, open_repository
from seedwalk.config import Settings
from seedwalk.errors import UsageError
from seedwalk.eval import tokens
from seedwalk.eval.arena.system import Answer, Found
from seedwalk.eval.arena.tuning import Setup
from seedwalk.mechanisms import LEXICAL, MECHANISMS, without
from seedwalk.model import Symbol
from seedwalk.render import render, renderer_named


def found(symbol: Symbol) -> Found:
    return Found(symbol.path, symbol.qualified_name, symbol.kind.value, symbol.span.start_line, symbol.span.end_line)


def listed(symbols: Iterable[Symbol]) -> str:
    """A ranking as a reader gets it: place, kind, name and signature, a line each."""
    return "\n".join(
        f"{one.path}:{one.span.start_line}-{one.span.end_line} {one.kind} {one.qualified_name} {one.signature}".rstrip()
        for one in symbols
    )


def answered(repository: Repository, task: str, limit: int) -> Answer:
    """What the engine says to a task: its pure ranking."""
    pack = repository.context(task, limit=limit)
    text = render(pack, renderer_named("compact"))
    ranking = [Found(e.path, e.name, e.kind.value, e.start_line, e.end_line) for e in pack.entries]
    return Answer(ranking, tokens.count(text), text)


class Lexical:
    """The plain baseline: BM25F over the index's fields with bodies, the scores around a symbol mixed in; no graph, no
    history. It shows that index and matcher are right, and what everything built on top must beat."""

    name = "lexical"

    def __init__(self, setup: Setup | None = None) -> None:
        self._setup = setup or Setup()
        without(Settings(), sorted(self._setup.without), LEXICAL)  # refuses what this system does not have
        self._settings = self._setup.settings()
        self._repository: Repository | None = None

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(LEXICAL)

    def tuned(self, setup: Setup) -> Lexical:
        if setup.profile:
            raise UsageError(f"the system 'lexical' has no profile '{setup.profile}'. Leave --profile out.")
        return Lexical(setup)

    def prepare(self, repository: Path) -> None:
        opened = open_repository(repository, store=self._setup.store_of(repository), settings=self._settings)
        opened.index()
        self._repository = opened

    def answer(self, task: str, limit: int) -> Answer:
        if self._repository is None:
            raise RuntimeError("asked before it was prepared")
        symbols = [symbol for symbol, _ in self._repository.lexical(task, limit)]
        text = listed(symbols)
        return Answer([found(symbol) for symbol in symbols], tokens.count(text), text)

    def close(self) -> None:
        self._repository = None


class Engine:
    """The product: the engine as a user gets it, under any profile, with any mechanism switched off."""

    name = "seedwalk"

    def __init__(self, setup: Setup | None = None) -> None:
        self._setup = setup or Setup()
        self._settings = self._setup.settings()
        self._repository: Repository | None = None

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(MECHANISMS)

    def tuned(self, setup: Setup) -> Engine:
        return Engine(setup)

    def prepare(self, repository: Path) -> None:
        opened = open_repository(repository, store=self._setup.store_of(repository), settings=self._settings)
        opened.index()
        self._repository = opened

    def answer(self, task: str, limit: int) -> Answer:
        if self._repository is None:
            raise RuntimeError("asked before it was prepared")
        return answered(self._repository, task, limit)

    def close(self) -> None:
        self._repository = None


class Search:
    """Symbol search, as `seedwalk search` answers: for fixtures that look for a symbol by a few words."""

    name = "search"

    def __init__(self, setup: Setup | None = None) -> None:
        self._setup = setup or Setup()
        self._settings = self._setup.settings()
        self._repository: Repository | None = None

    def mechanisms(self) -> tuple[str, ...]:
        return tuple(MECHANISMS)

    def tuned(self, setup: Setup) -> Search:
        return Search(setup)

    def prepare(self, repository: Path) -> None:
        opened = open_repository(repository, store=self._setup.store_of(repository), settings=self._settings)
        opened.index()
        self._repository = opened

    def answer(self, task: str, limit: int) -> Answer:
        if self._repository is None:
            raise RuntimeError("asked before it was prepared")
        symbols = [hit.symbol for hit in self._repository.search(task, limit)]
        text = listed(symbols)
        return Answer([found(symbol) for symbol in symbols], tokens.count(text), text)

    def close(self) -> None:
        self._repository = None
