"""The seam of the arena: a system prepares a repository once and answers tasks with a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec


class Found(msgspec.Struct, frozen=True):
    """One place in an answer: a symbol of a file, best first. `name` is qualified inside the file with dots."""

    path: str
    name: str
    kind: str = ""
    start_line: int = 0
    end_line: int = 0


class Answer(msgspec.Struct, frozen=True):
    """What a system says to one task: the ranking, and what its own best output costs a reader."""

    ranking: Sequence[Found]
    tokens: int = 0
    text: str = ""


class System(Protocol):
    """A contestant. `prepare` may build an index and is timed; `answer` never raises on an odd task: it raises only
    when the system failed, which scores zero and is counted."""

    @property
    def name(self) -> str: ...

    def prepare(self, repository: Path) -> None: ...

    def answer(self, task: str, limit: int) -> Answer: ...

    def close(self) -> None: ...


@runtime_checkable
class Budgeted(Protocol):
    """A system that can be told how many tokens its reader has room for."""

    def pack(self, task: str, budget: int) -> str:
        """The text it would show in that room, by its own count of tokens."""
        ...
