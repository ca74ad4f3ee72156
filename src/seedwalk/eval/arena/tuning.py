"""The seam of ablation: a system that can be made anew with parts of it switched off."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from seedwalk.config import Settings
from seedwalk.config.configured import configured
from seedwalk.eval.arena.system import System


class Setup(msgspec.Struct, frozen=True):
    """How a system is to be set up, where it lets itself be."""

    profile: str = ""
    without: frozenset[str] = frozenset()
    """Names of mechanisms to switch off."""
    stores: str = ""
    """A folder for indexes, one below it per repository; empty to keep each in its repository."""
    chosen: tuple[tuple[str, str], ...] = ()
    """Settings by dotted name, each as it is written."""
    bound: float = 0.0
    """What preparing and answering one repository may take, in seconds of processor time; 0 for no bound."""
    once: bool = False
    """Ask each task once: half the time, and no warm figures."""
    answers: str = ""
    """A folder to keep what was said in, word for word; empty to keep nothing."""

    @property
    def plain(self) -> bool:
        """Whether nothing is asked but to be as it is."""
        return not (self.profile or self.without or self.chosen)

    def settings(self) -> Settings:
        """The settings of this setup alone: neither a file nor the environment is asked. Raises UsageError."""
        return configured(
            None, profile=self.profile, chosen=dict(self.chosen), off=sorted(self.without), environment={}
        ).settings

    def store_of(self, repository: Path) -> Path | None:
        return Path(self.stores) / repository.name if self.stores else None


@runtime_checkable
class Tunable(Protocol):
    """A system whose mechanisms have names."""

    def mechanisms(self) -> tuple[str, ...]:
        """What can be switched off, one name each."""
        ...

    def tuned(self, setup: Setup) -> System:
        """The same system, set up otherwise. Raises UsageError for a profile or a mechanism it does not have."""
        ...
