"""What git remembers: the commits before one, what each says, and which lines of which files it changed.

Plumbing commands only (`rev-list`, `diff-tree`), so that nobody's settings change the answer. Merges are left out: what
they bring stands in the commits they merge. A commit without parents shows no change: everything is new in it, and a
shallow clone ends in such commits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from seedwalk.sources.git import TIMEOUT_SECONDS, run_git, unquoted

Hunk = tuple[int, int, int, int]
"""Old start and end, new start and end: lines from 1, the end excluded; where nothing was or is, start = end."""

_FORMAT = "--format=%H%x00%ct%x00%B%x00"
_DIFF = (
    "-r", "-p", "--unified=0", "--find-renames", "-l200", "--relative", "--no-color", "--no-ext-diff", "--no-textconv",
    "--diff-algorithm=myers", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
_TOLD = re.compile(
    rb"^(?:(?P<commit>[0-9a-f]{40,64})$|(?P<file>diff --git )|--- (?P<old>.*)$|\+\+\+ (?P<new>.*)$"
    rb"|rename from (?P<source>.*)$|rename to (?P<target>.*)$"
    rb"|@@ -(?P<from>\d+)(?:,(?P<removed>\d+))? \+(?P<to>\d+)(?:,(?P<added>\d+))? @@)",
    re.MULTILINE,
)
"""The lines of a diff that say where. Those that say what begin with a plus, a minus or a backslash."""
_MOST_NAMED = 200
"""Paths a command line names; for more, everything is asked."""


class Commit(msgspec.Struct, frozen=True):
    """One commit: when it was made, and its message."""

    id: str
    time: int
    message: str


class FileChange(msgspec.Struct, frozen=True):
    """What a commit did to one file. A new file has no `old`, a deleted one no `new` path."""

    old: str
    new: str
    hunks: list[Hunk]


def commits(root: Path, most: int) -> list[Commit]:
    """The newest `most` ancestors of the commit the work tree stands on, itself included, newest first."""
    told = run_git(root, "rev-list", "--no-merges", f"--max-count={most}", "--encoding=UTF-8", _FORMAT, "HEAD")
    fields = told.decode("utf-8", "replace").split("\0")
    return [
        Commit(fields[at].rsplit("\n", 1)[-1], int(fields[at + 1]), fields[at + 2])
        for at in range(0, len(fields) - 3, 3)
    ]


def changes(root: Path, ids: Sequence[str], timeout: float = TIMEOUT_SECONDS) -> dict[str, list[FileChange]]:
    """What each commit did to the files below `root`."""
    told = run_git(
        root, "-c", "core.quotePath=false", "diff-tree", "--stdin", *_DIFF, timeout=timeout,
        food="".join(f"{one}\n" for one in ids).encode(),
    )  # fmt: skip
    found: dict[str, list[FileChange]] = {one: [] for one in ids}
    for commit, change in _parsed(told):
        found[commit].append(change)
    return found


def uncommitted(root: Path, paths: Sequence[str]) -> dict[str, list[Hunk]]:
    """Hunks that lead from the commit the work tree stands on to the files as they are now, by path; all when many."""
    wanted = paths if len(paths) <= _MOST_NAMED else ()
    told = run_git(
        root, "-c", "core.quotePath=false", "--literal-pathspecs", "diff-index", *_DIFF, "HEAD", "--", *wanted
    )
    return {change.new: change.hunks for _, change in _parsed(told) if change.new}


def _parsed(diff: bytes) -> Iterator[tuple[str, FileChange]]:
    commit, old, new = "", "", ""
    hunks: list[Hunk] = []
    heading = False
    for match in _TOLD.finditer(diff):
        kind = match.lastgroup
        if kind in ("to", "added"):
            heading = False
            hunks.append((*_stretch(match["from"], match["removed"]), *_stretch(match["to"], match["added"])))
        elif kind in ("commit", "file"):
            if old or new:
                yield commit, FileChange(old, new, hunks)
            old, new, hunks, heading = "", "", [], kind == "file"
            if kind == "commit":
                commit = match["commit"].decode()
        elif heading:  # later, a line like these is the text of a file
            written = _path(match[str(kind)], renamed=kind in ("source", "target"))
            old, new = (written, new) if kind in ("old", "source") else (old, written)
    if old or new:
        yield commit, FileChange(old, new, hunks)


def _stretch(start: bytes, count: bytes | None) -> tuple[int, int]:
    """Half-open lines. Of nothing, git names the line before."""
    lines = 1 if count is None else int(count)
    first = int(start) if lines else int(start) + 1
    return first, first + lines


def _path(written: bytes, *, renamed: bool) -> str:
    """A path without its prefix; empty for the side on which the file is not there."""
    name = unquoted(written.rstrip(b"\t").decode("utf-8", "replace"))
    return name if renamed else "" if name == "/dev/null" else name[2:]
