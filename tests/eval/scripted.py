"""A system that says what it is told to, and small repositories to ask about."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from seedwalk.eval.arena.system import Answer, Found
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.bout import Bout, fight
from seedwalk.eval.fixtures.task import Task
from tests.trees import put

ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


class Scripted:
    """Answers each task with the names written for it; raises the exceptions written for it."""

    def __init__(self, script: Mapping[str, Sequence[str] | Exception], unready: Exception | None = None) -> None:
        self._script, self._unready = script, unready
        self.asked: list[str] = []
        self.prepared: list[Path] = []
        self.closed = 0

    name = "scripted"

    def prepare(self, repository: Path) -> None:
        if self._unready:
            raise self._unready
        self.prepared.append(repository)

    def answer(self, task: str, limit: int) -> Answer:
        self.asked.append(task)
        said = self._script.get(task, ())
        if isinstance(said, Exception):
            raise said
        ranking = [Found(*reversed(name.split("@", 1)) if "@" in name else ("a.py", name)) for name in said]
        return Answer(ranking[:limit], text="x" * 40)

    def close(self) -> None:
        self.closed += 1

    def fight(self, name: str, setup: Setup, repository: Path, tasks: Sequence[Task], limit: int) -> Bout:
        del name, setup
        return fight(self, repository, tasks, limit=limit)


def git(root: Path, *arguments: str, date: int = 0) -> str:
    moment = {"GIT_AUTHOR_DATE": f"{1_600_000_000 + date} +0000", "GIT_COMMITTER_DATE": f"{1_600_000_000 + date} +0000"}
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True,
        env={**os.environ, **ENVIRONMENT, **moment},
    )  # fmt: skip
    return done.stdout.strip()


def commit(root: Path, message: str, files: Mapping[str, str | None], date: int = 0) -> str:
    """Write the files (None removes one), commit everything, and give the commit."""
    if not (root / ".git").exists():
        root.mkdir(parents=True, exist_ok=True)
        git(root, "init", "--quiet", "--initial-branch=main")
    put(root, files)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "-m", message, date=date)
    return git(root, "rev-parse", "HEAD")
