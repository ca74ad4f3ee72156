"""A peer that is started once and asked many times, as agents ask it; one that dies is started again."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from seedwalk.eval.arena.commands import Conversation
from seedwalk.eval.arena.peer import Peer


class TalkingPeer(Peer):
    """Building ends with a conversation. A task that kills it costs that task; the next pays for a new start."""

    def __init__(self) -> None:
        super().__init__()
        self._conversation: Conversation | None = None

    @abstractmethod
    def start(self) -> Conversation:
        """A conversation ready for tasks. Raises PeerFailed."""

    def build(self) -> None:
        self.talk()

    def talk(self) -> Conversation:
        """The conversation under way, or a new one if there is none."""
        if self._conversation is None or self._conversation.ended:
            self._hang_up()
            self._conversation = self.start()
        return self._conversation

    def call(self, *arguments: str | Path, folder: Path) -> Conversation:
        """The peer's program, started to be talked to."""
        log = self.scratch.folder / f"{self.name}.log"
        return Conversation([self.program(), *arguments], folder, self.variables(), log)

    def close(self) -> None:
        self._hang_up()
        super().close()

    def _hang_up(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
        self._conversation = None
