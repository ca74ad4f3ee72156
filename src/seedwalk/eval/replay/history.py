"""Commits, cut-offs and trees of a repository, as git tells them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.replay.diffs import ARGUMENTS, FileChange, changes
from seedwalk.sources import git

_FORMAT = "%H%x00%P%x00%ct%x00%B%x01"
_PATIENCE = 300.0


class Commit(msgspec.Struct, frozen=True):
    """A commit with one parent."""

    id: str
    parent: str
    time: int
    message: str


class Window(msgspec.Struct, frozen=True):
    """Commits that lie after a cut-off, asked of the tree at the cut-off. None of them is in its past."""

    cut: str
    end: str
    commits: tuple[Commit, ...]


def windows(root: Path, commits: int, length: int) -> list[Window]:
    """The last `commits` commits of the main line in windows of `length`, oldest first, with all that was merged in
    each. Merges themselves are left out; so is what has no parent."""
    try:
        line = git.run_git(root, "rev-list", "--first-parent", f"--max-count={commits + 1}", "HEAD").decode().split()
    except git.GitFailed as error:
        raise UsageError(f"'{root}' has no history to replay ({error}). Give a git repository with commits.") from error
    if len(line) < 2:
        raise UsageError(f"'{root}' has one commit only, so there is nothing to replay. Give one with more.")
    cuts = [*range(0, len(line) - 1, length), len(line) - 1]
    ends = [(line[old], line[new]) for new, old in pairwise(cuts)]
    return [Window(cut, end, _between(root, cut, end)) for cut, end in reversed(ends)]


def _between(root: Path, cut: str, end: str) -> tuple[Commit, ...]:
    arguments = ("log", "--no-merges", "--topo-order", "--reverse", f"--format={_FORMAT}", f"{cut}..{end}")
    told = git.run_git(root, *arguments, timeout=_PATIENCE).decode("utf-8", "replace")
    found = []
    for record in told.split("\x01"):
        fields = record.strip("\n").split("\x00")
        if len(fields) == 4 and len(fields[1].split()) == 1:
            found.append(Commit(fields[0], fields[1], int(fields[2]), fields[3]))
    return tuple(found)


def changed(root: Path, commit: Commit) -> list[FileChange]:
    """What the commit did to files that were there before."""
    return changes(git.run_git(root, *ARGUMENTS, commit.id, "--", timeout=_PATIENCE))


def text_at(root: Path, commit: str, path: str) -> bytes:
    """A file as it was; empty when it was not there."""
    try:
        return git.run_git(root, "cat-file", "blob", f"{commit}:{path}", timeout=_PATIENCE)
    except git.GitFailed:
        return b""


def renamed(root: Path, old: str, new: str) -> dict[str, str]:
    """For every file that a rename brought to its path in `new`, its path in `old`."""
    told = git.run_git(
        root, "diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", "--no-ext-diff", old, new,
        timeout=_PATIENCE,
    ).decode("utf-8", "surrogateescape")  # fmt: skip
    fields = told.split("\0")
    return {fields[at + 2]: fields[at + 1] for at in range(0, len(fields) - 2, 3)}
