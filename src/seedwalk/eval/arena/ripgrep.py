"""ripgrep: how many of the task's words a symbol holds, what a person at a terminal would look at first."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.keywords import keywords
from seedwalk.eval.arena.peer import Peer, Reply
from seedwalk.eval.arena.system import Found

_ASKED = ("--only-matching", "--line-number", "--with-filename", "--null", "--ignore-case", "--fixed-strings")
_NOTHING_FOUND = 1


class Ripgrep(Peer):
    """Symbols by the number of different words in them, then by the number of matches, then by place."""

    name = "ripgrep"
    pin = "ripgrep"

    def stage(self, repository: Path) -> None:
        super().stage(repository)
        self.definitions.read_all()  # which symbol a line belongs to is the arena's reading, not ripgrep's work

    def build(self) -> None:
        """ripgrep has no index; that its program is there is all there is to know."""
        self.program()

    def ask(self, task: str, limit: int) -> Reply:
        patterns = [f"--regexp={word}" for word in keywords(task)]
        if not patterns:
            return "", ()
        told = self.run(
            *_ASKED, *patterns, "--", ".", seconds=commands.ANSWER_SECONDS, accepted=(0, _NOTHING_FOUND)
        )
        words: defaultdict[Found, Counter[str]] = defaultdict(Counter)
        lines: defaultdict[Found, dict[int, None]] = defaultdict(dict)
        for row in told.splitlines():
            path, _, match = row.partition("\0")
            number, _, word = match.partition(":")
            where = self.definitions.holding(path.removeprefix("./"), int(number)) if number.isdigit() else None
            if where:
                words[where][word.lower()] += 1
                lines[where][int(number)] = None
        ranked = sorted(words, key=lambda f: (-len(words[f]), -words[f].total(), f.path, f.start_line, f.name))
        return "".join(self._line(f.path, n) for f in ranked[:limit] for n in lines[f]), ranked

    def _line(self, path: str, number: int) -> str:
        """A match as ripgrep prints it."""
        return f"{path}:{number}:{self.definitions.text(path)[number - 1]}\n"
