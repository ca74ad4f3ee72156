"""What every foreign system shares: a copy of the repository to live in, and the one way its answers are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from seedwalk.errors import UsageError
from seedwalk.eval import tokens
from seedwalk.eval.arena import commands, pins
from seedwalk.eval.arena.definitions import Definitions, ranking
from seedwalk.eval.arena.scratch import Scratch
from seedwalk.eval.arena.system import Answer, Found

Reply = tuple[str, Iterable[Found | None]]
"""What a peer printed, and the places in it, best first."""


class Peer(ABC):
    """A system of others behind the arena's protocol. A subclass says how it is built and how it is asked.

    `stage` is the arena's own work and is not on the peer's clock: the copy, and whatever is needed to read answers.
    """

    name: ClassVar[str]
    pin: ClassVar[str]
    """Its row in `pins.PINS`."""
    beside: ClassVar[Sequence[str]] = ()
    """Further rows whose programs it uses when they are there."""

    def __init__(self) -> None:
        self._scratch: Scratch | None = None
        self._definitions: Definitions | None = None

    def stage(self, repository: Path) -> None:
        """Copy the repository, anew each time: what an earlier run left behind would be an unfair start."""
        self.close()
        self._scratch = Scratch(repository)
        self._definitions = Definitions(self._scratch.tree)

    def prepare(self, repository: Path) -> None:
        if self._scratch is None or self._scratch.repository != repository.resolve():
            self.stage(repository)
        self.build()

    def answer(self, task: str, limit: int) -> Answer:
        asked = commands.plain(task)
        if not asked:
            return Answer(())
        self._expect_prepared()
        text, places = self.ask(asked, limit)
        return Answer(ranking(places, limit), tokens.count(text), text)

    def close(self) -> None:
        if self._scratch is not None:
            self._scratch.close()
        self._scratch = self._definitions = None

    @abstractmethod
    def build(self) -> None:
        """Index `self.tree`. Raises PeerFailed."""

    @abstractmethod
    def ask(self, task: str, limit: int) -> Reply:
        """Answer a task that is not blank; more than `limit` places are cut later. Raises PeerFailed."""

    @property
    def scratch(self) -> Scratch:
        self._expect_prepared()
        assert self._scratch is not None
        return self._scratch

    @property
    def definitions(self) -> Definitions:
        self._expect_prepared()
        assert self._definitions is not None
        return self._definitions

    @property
    def tree(self) -> Path:
        return self.scratch.tree

    def _expect_prepared(self) -> None:
        if self._scratch is None:
            raise UsageError(f"'{self.name}' was asked before it was prepared. Call prepare(repository) first.")

    def program(self) -> Path:
        """The peer's program. Raises PeerFailed, with the command that installs it."""
        found = pins.found(self.pin)
        if found is None:
            raise commands.PeerFailed(f"'{self.pin}' is {pins.remedy(self.pin)}")
        return found

    def variables(self) -> dict[str, str]:
        return commands.environment(
            self.scratch.home, [pins.programs_of(name) for name in (self.pin, *self.beside)]
        )

    def run(self, *arguments: str | Path, seconds: float, accepted: Sequence[int] = (0,)) -> str:
        """What the peer's program prints when called in the copy."""
        return commands.run([self.program(), *arguments], self.tree, self.variables(), seconds, accepted)
