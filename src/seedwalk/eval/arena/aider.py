"""aider's repository map: the definitions it would show a model for a message, within its default tokens.

The map lists files by name, so its order says nothing of worth. `aider-map` counts definitions in the order shown, as
the rule for texts is; `aider` counts the same ones in the order in which aider ranked them to choose what to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.peer import Reply
from seedwalk.eval.arena.system import Found
from seedwalk.eval.arena.talking import TalkingPeer

CHILD = Path(__file__).with_name("aider_child.py")
_MARGIN = "│"
_ELISION = "⋮"


class AiderMap(TalkingPeer):
    """Definitions in the order of the map's text."""

    name = "aider-map"
    pin = "aider"

    def start(self) -> commands.Conversation:
        """Start it, and have it read the whole tree once, as it does with the first map."""
        conversation = self.call("-I", CHILD, folder=self.tree)
        conversation.ask({"task": ""}, commands.PREPARE_SECONDS)
        return conversation

    def ask(self, task: str, limit: int) -> Reply:
        reply = self.talk().ask({"task": task}, commands.ANSWER_SECONDS)
        return reply["map"], self.ordered(list(self._shown(reply["map"])), reply["tags"])

    def pack(self, task: str, budget: int) -> str:
        return str(self.talk().ask({"task": commands.plain(task), "budget": budget}, commands.ANSWER_SECONDS)["map"])

    def ordered(self, shown: list[Found], tags: list[tuple[str, int]]) -> list[Found]:
        """The definitions shown, in the order that counts here."""
        return shown

    def _shown(self, text: str) -> Iterator[Found]:
        """Files are headings that end with a colon; below stand their lines behind a margin, gaps elided."""
        path = ""
        for is_code, lines in groupby(text.split("\n"), key=lambda line: line.startswith((_MARGIN, _ELISION))):
            block = list(lines)
            if is_code and path:
                code = [line.removeprefix(_MARGIN) for line in block if line.startswith(_MARGIN)]
                yield from self.definitions.named_in(path, self.definitions.excerpted(path, code))
            heading = next((line for line in reversed(block) if line.endswith(":")), "")
            path = "" if is_code else heading.removesuffix(":")


class Aider(AiderMap):
    """The same definitions, by aider's own ranking."""

    name = "aider"

    def ordered(self, shown: list[Found], tags: list[tuple[str, int]]) -> list[Found]:
        """Those it ranked in that order, then those shown around them only, such as the class of a method."""
        kept = set(shown)
        places = [self.definitions.at(path, line + 1) for path, line in tags]
        return [*(place for place in places if place in kept), *shown]
