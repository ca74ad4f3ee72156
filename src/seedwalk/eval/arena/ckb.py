"""CKB: symbol search over a SCIP index where there is an indexer for the language, over tree-sitter where not.

Its search matches names by substring, so that a sentence finds nothing. It is asked through its own server, as
agents ask it: the whole task first, then, when that finds nothing, the task's words in one batch.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from typing import Any

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.keywords import keywords
from seedwalk.eval.arena.peer import Reply
from seedwalk.eval.arena.system import Found
from seedwalk.eval.arena.talking import TalkingPeer
from seedwalk.languages import language_of

_BATCH = 10
"""The most searches one `batchSearch` takes."""
_NO_INDEXER = (0, 1)
"""`ckb index` leaves with 1 where a language's indexer is not installed; searching works without."""
_CALL = re.compile(r"\(\)\..*$|\(.*\)$")
_HELLO = {
    "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "arena", "version": "1"},
}  # fmt: skip


Hits = list[dict[str, Any]]
"""The symbols one search found, as CKB writes them."""


class Ckb(TalkingPeer):
    """Symbols by the sum of CKB's own scores over the searches that found them, first found first among equals."""

    name = "ckb"
    pin = "ckb"

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0

    def build(self) -> None:
        self.run("init", seconds=commands.ANSWER_SECONDS)
        # Where it sees several languages it asks for one: the one most files are written in.
        languages = Counter(filter(None, map(language_of, self.definitions.paths())))
        chosen = [part for language, _ in languages.most_common(1) for part in ("--lang", language)]
        self.run("index", *chosen, seconds=commands.PREPARE_SECONDS, accepted=_NO_INDEXER)
        super().build()

    def start(self) -> commands.Conversation:
        server = self.call("mcp", folder=self.tree)
        self._request(server, "initialize", _HELLO)
        server.tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return server

    def ask(self, task: str, limit: int) -> Reply:
        text, searches = self._searched("searchSymbols", {"query": task})
        words = keywords(task)[:_BATCH]
        if not searches and words:
            text, searches = self._searched("batchSearch", {"queries": [{"query": word} for word in words]})
        return text, self._places(searches)

    def _searched(self, tool: str, arguments: dict[str, Any]) -> tuple[str, list[Hits]]:
        """What CKB printed, and the hits of each search."""
        result = self._request(self.talk(), "tools/call", {"name": tool, "arguments": arguments})
        text = "\n".join(part.get("text", "") for part in result.get("content", ()))
        try:
            answer = json.loads(text)["data"]
        except (ValueError, KeyError, TypeError) as error:
            raise commands.PeerFailed(f"'ckb' answered {tool} without results: {text[:80]!r}") from error
        return text, [hits for group in answer.get("results", [answer]) if (hits := group.get("symbols"))]

    def _request(
        self, server: commands.Conversation, method: str, parameters: dict[str, Any]
    ) -> dict[str, Any]:  # fmt: skip
        self._asked += 1
        message = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": parameters}
        reply = server.ask(message, commands.ANSWER_SECONDS)
        if "error" in reply:
            raise commands.PeerFailed(f"'ckb' refused {method}: {reply['error'].get('message', '')}")
        result = reply.get("result")
        return result if isinstance(result, dict) else {}

    def _places(self, searches: list[Hits]) -> list[Found]:
        """A function hit once for itself and once for each parameter counts once a search, at its best score."""
        scores: defaultdict[Found, float] = defaultdict(float)
        for hits in searches:
            best: dict[Found, float] = {}
            for hit in hits:
                place = self._place(hit)
                if place:
                    best[place] = max(best.get(place, 0.0), float(hit.get("score") or 0))
            for place, score in best.items():
                scores[place] += score
        return sorted(scores, key=lambda place: -scores[place])

    def _place(self, symbol: dict[str, Any]) -> Found | None:
        """By its line, where it gives one; else by its name. What it finds of a parameter is its function."""
        where = symbol.get("location") or {}
        path, line = where.get("fileId", ""), int(where.get("startLine") or 0)
        name = _CALL.sub("", symbol.get("name", "")).replace("#", ".").strip(".")
        return self.definitions.at(path, line) or self.definitions.named(path, name)
