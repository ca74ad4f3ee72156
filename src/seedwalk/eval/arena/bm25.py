"""Plain BM25 over symbols: each symbol is one document, ranked by the library `bm25s` with its own tokenizer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.definitions import found
from seedwalk.eval.arena.peer import Reply
from seedwalk.eval.arena.system import Found
from seedwalk.eval.arena.talking import TalkingPeer

CHILD = Path(__file__).with_name("bm25s_child.py")


class Bm25(TalkingPeer):
    """A document is a symbol's path, qualified name and source. Reading the symbols is part of building."""

    name = "bm25"
    pin = "bm25s"

    def __init__(self) -> None:
        super().__init__()
        self._symbols: list[Found] = []

    def start(self) -> commands.Conversation:
        conversation = self.call("-I", CHILD, folder=self.scratch.folder)
        self._symbols = list(self._found())
        documents = [f"{f.path}\n{f.name}\n{self._source(f)}" for f in self._symbols]
        if documents:
            conversation.ask({"documents": documents}, commands.PREPARE_SECONDS)
        return conversation

    def ask(self, task: str, limit: int) -> Reply:
        conversation = self.talk()
        if not self._symbols:
            return "", ()
        reply = conversation.ask({"task": task, "limit": limit}, commands.ANSWER_SECONDS)
        ranked = [self._symbols[number] for number in reply["ranked"]]
        return "\n".join(self._source(place) for place in ranked), ranked

    def _found(self) -> Iterator[Found]:
        for path in self.definitions.paths():
            yield from map(found, self.definitions.of(path))

    def _source(self, place: Found) -> str:
        return "\n".join(self.definitions.text(place.path)[place.start_line - 1 : place.end_line])
