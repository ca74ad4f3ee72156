"""Mnemosyne: chunks of code within a token budget, fused from several signals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.peer import Peer, Reply
from seedwalk.eval.arena.system import Found

_CONFIG = ".mnemosyne/config.toml"
_EXTENSIONS = "supported_extensions = ["
_CLAIMED = (".go", ".rs", ".cs", ".java", ".kt", ".rb")
"""Languages the engine has chunkers for, and Ruby as text, that its default list of extensions leaves out: without them
it would see no file of most repositories."""

Chunks = list[dict[str, Any]]


class Mnemosyne(Peer):
    """`query` at its default budget. A chunk counts for the symbol it is labelled with, then for those it shows."""

    name = "mnemosyne"
    pin = "mnemosyne"

    def build(self) -> None:
        self.run("init", seconds=commands.ANSWER_SECONDS)
        config = self.tree / _CONFIG
        added = "".join(f'"{ending}", ' for ending in _CLAIMED)
        config.write_text(config.read_text(encoding="utf-8").replace(_EXTENSIONS, _EXTENSIONS + added), "utf-8")
        self.run("ingest", seconds=commands.PREPARE_SECONDS)

    def ask(self, task: str, limit: int) -> Reply:
        chunks = self._chunks(task)
        return _text(chunks), self._places(chunks)

    def pack(self, task: str, budget: int) -> str:
        return _text(self._chunks(commands.plain(task), "--budget", str(budget)))

    def _chunks(self, task: str, *options: str) -> Chunks:
        told = self.run("query", "--format", "json", *options, "--", task, seconds=commands.ANSWER_SECONDS)
        try:
            found: Chunks = json.loads(told)["results"]
        except (ValueError, KeyError) as error:
            raise commands.PeerFailed(f"'mnemosyne query' printed no results: {told[:80]!r}") from error
        return found

    def _places(self, chunks: Chunks) -> Iterator[Found | None]:
        for chunk in chunks:
            path, (start, end) = chunk["file"], chunk["lines"]
            shown = self.definitions.shown(path, range(start, end + 1))
            label = chunk.get("symbol") or ""
            labelled = [place for place in shown if place.name.rpartition(".")[2] == label]
            yield labelled[0] if labelled else self.definitions.named(path, label) if label else None
            yield from shown


def _text(chunks: Chunks) -> str:
    return "\n".join(chunk["content"] for chunk in chunks)
