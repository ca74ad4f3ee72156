"""codegraph: a graph of symbols in SQLite; `context` answers a task, `explore` is what its agents' tool answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.peer import Peer, Reply
from seedwalk.eval.arena.system import Found

_POINTED = re.compile(r"^- (?:\*\*|`)(?P<name>[^`*]+)(?:\*\*|`) (?:\(\w+\) - |\()(?P<path>[^`*()]+):(?P<line>\d+)\)?")
"""One symbol a line: `- **name** (kind) - path:line` in `context`, `` - `name` (path:line) — … `` in `explore`."""
_LISTED = re.compile(r"^- (?P<path>[^`*:]+): (?P<names>.+)$")
"""Several of one file: `- path: name:line, name:line, +3 more`."""
_NAMED = re.compile(r"(?P<name>[^\s,]+):(?P<line>\d+)(?:,|$)")
_HEADING = re.compile(r"^\*\*`(?P<path>[^`]+)`\*\*")
"""A file whose code follows, and the names that brought it here: ``**`path`** — name(kind), name(kind)``."""
_BROUGHT = re.compile(r"(?P<name>[^\s,()]+)\(\w+\)")
_NUMBERED = re.compile(r"^(?P<line>\d+)\t")
_FENCE = "```"
_CODE = "### Code"
"""Below this `context` shows the code of symbols it has already listed."""


class Codegraph(Peer):
    """`context` in its default format: entry points, then related symbols, in the order shown."""

    name = "codegraph"
    pin = "codegraph"
    verb: ClassVar[str] = "context"

    def build(self) -> None:
        self.run("init", "--yes", ".", seconds=commands.PREPARE_SECONDS)

    def ask(self, task: str, limit: int) -> Reply:
        told = self.run(self.verb, "--", task, seconds=commands.ANSWER_SECONDS)
        return told, self._places(told.replace(task, "", 1))  # it repeats the task, whose lines are not its answer

    def _places(self, told: str) -> Iterator[Found | None]:
        """Symbols named in prose where they are named; in code, the definitions whose lines are shown."""
        path, lines, fenced = "", list[int](), False
        for line in told.partition(f"\n{_CODE}\n")[0].split("\n"):
            if line.startswith(_FENCE):
                yield from self.definitions.shown(path, lines)
                lines, fenced = [], not fenced
            elif fenced:
                numbered = _NUMBERED.match(line)
                lines += [int(numbered["line"])] if numbered else []
            elif heading := _HEADING.match(line):
                path = heading["path"]
                yield from (self.definitions.named(path, brought["name"]) for brought in _BROUGHT.finditer(line))
            elif pointed := _POINTED.match(line):
                yield self._place(pointed["path"], int(pointed["line"]), pointed["name"])
            elif listed := _LISTED.match(line):
                for named in _NAMED.finditer(listed["names"]):
                    yield self._place(listed["path"], int(named["line"]), named["name"])

    def _place(self, path: str, line: int, name: str) -> Found | None:
        """Where it says a file's own name, it means the file, which is no symbol."""
        if path.endswith(name):
            return None
        return self.definitions.at(path, line) or self.definitions.named(path, name)


class CodegraphExplore(Codegraph):
    """`explore`: source of the files it finds relevant, then the names it had no room for."""

    name = "codegraph-explore"
    verb = "explore"
