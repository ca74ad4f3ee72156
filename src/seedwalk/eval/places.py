"""Where the repository of a task lies, at the commit the task wants.

A repository is found by name below one folder: `name`, `owner+name` or `owner/name`. A task that names a commit is
asked in a clone of its own that moves from commit to commit, so that the index follows by what changed between them;
the checkout it was cloned from is never touched.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.fixtures.task import Task
from seedwalk.sources import git

VARIABLE = "SEEDWALK_REPOS"
"""Names the folder of checkouts, where `--repos` does not."""
_PATIENCE = 600.0
"""A clone that shares objects takes seconds; a checkout of the largest trees a minute on a slow disk."""


def default_folder() -> Path:
    """Where `seedwalk bench fetch` puts checkouts: the variable's folder, else one in the user's cache."""
    told = os.environ.get(VARIABLE)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(told) if told else cache / "seedwalk" / "repos"


class Places:
    """Finds checkouts. `here` is the repository of tasks that name none; `pins` say where one should stand."""

    def __init__(self, here: Path, folder: Path, moving: Path, pins: Mapping[str, str] | None = None) -> None:
        self._here, self._folder, self._moving = here, folder, moving
        self._pins = dict(pins or {})

    def find(self, name: str) -> Path:
        """The checkout of that name. Raises UsageError."""
        if not name:
            return self._here
        owner, _, last = name.rpartition("/")
        tried = [self._folder / last, self._folder / f"{owner}+{last}", self._folder / name]
        found = next((path for path in tried if path.is_dir()), None)
        if found is None:
            raise UsageError(
                f"the repository '{name}' is not in '{self._folder}'. Fetch it with: seedwalk bench fetch, "
                f"or name its folder with --repos."
            )
        wanted, stands = self._pins.get(name), git.head(found)
        if wanted and stands != wanted:
            raise UsageError(
                f"the repository '{name}' stands at {stands or 'no commit'}, its tasks are written for {wanted}. "
                f"Check that commit out."
            )
        return found

    def of(self, task: Task) -> Path:
        """Where to ask a task: the checkout itself, or the moving clone brought to the task's commit."""
        source = self.find(task.repo)
        if not task.commit:
            return source
        return moved(source, self._moving / (task.repo.replace("/", "+") or source.resolve().name), task.commit)


def moved(source: Path, clone: Path, commit: str) -> Path:
    """`clone`, made from `source` if need be, with `commit` checked out and nothing else lying about."""
    try:
        if not (clone / ".git").exists():
            clone.parent.mkdir(parents=True, exist_ok=True)
            git.run_git(
                clone.parent, "clone", "--quiet", "--shared", "--no-checkout", str(source.resolve()), clone.name,
                timeout=_PATIENCE,
            )  # fmt: skip
        git.run_git(clone, "checkout", "--quiet", "--force", "--detach", commit, timeout=_PATIENCE)
        git.run_git(clone, "clean", "-ffdq", timeout=_PATIENCE)  # the index is ignored by its own rule and stays
    except git.GitFailed as error:
        raise SeedwalkError(f"'{source}' cannot be brought to commit {commit} ({error}). Fetch its history.") from error
    return clone
