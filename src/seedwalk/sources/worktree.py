"""The files of a git work tree, as git itself lists them: tracked ones, and untracked ones that are not ignored."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from seedwalk.model import Skipped
from seedwalk.sources.files import is_utf8, printable
from seedwalk.sources.git import finish_git, start_git, stop_git
from seedwalk.sources.listing import Batch

_SUBMODULE = "160000"
_REGULAR = "100"
_MERGED = "0"
_UNREADABLE = re.compile(rb"could not open directory '(.*?)/?': Permission denied")


def list_worktree(root: Path | str) -> Iterator[Batch]:
    """Two batches: what the index holds, then the rest. Raises GitFailed before either when `root` is in no work tree.

    Finding untracked files means reading every folder, five times as long as reading the index, so both commands run
    at once and the caller works on the first batch while git is busy with the second.
    """
    others = start_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    try:
        output, _ = finish_git(start_git(root, "ls-files", "-z", "--stage"))
        yield _tracked(output)
        output, complaint = finish_git(others)
        yield _untracked(output, complaint)
    finally:
        stop_git(others)


def _tracked(output: bytes) -> Batch:
    """Rows are `mode hash stage<tab>path`, all of one width before the path; a conflict lists its path three times."""
    batch = Batch()
    rows = _rows(output, batch)
    start = rows[0].index("\t") + 1 if rows else 0
    odd: dict[str, str] = {}
    for row in rows:
        if row.startswith(_REGULAR) and row[start - 2] == _MERGED:
            batch.paths.append(row[start:])
        else:
            odd[row[start:]] = row
    for path, row in odd.items():
        if row.startswith(_SUBMODULE):
            batch.skipped.append(Skipped(path, "submodule"))
        else:
            batch.suspects.append(path)
    return batch


def _untracked(output: bytes, complaint: bytes) -> Batch:
    batch = Batch()
    for path in _rows(output, batch):
        if path.endswith("/"):
            batch.skipped.append(Skipped(path[:-1], "nested repository"))
        else:
            batch.suspects.append(path)
    for folder in _UNREADABLE.findall(complaint):
        batch.skipped.append(Skipped(printable(os.fsdecode(folder)), "no permission"))
    return batch


def _rows(output: bytes, batch: Batch) -> list[str]:
    """The rows of a `-z` listing; those whose path is not UTF-8 go to `batch.skipped` instead."""
    try:
        return output.decode("utf-8").split("\0")[:-1]
    except UnicodeDecodeError:
        rows = output.decode("utf-8", "surrogateescape").split("\0")[:-1]
    for row in rows:
        if not is_utf8(row):
            batch.skipped.append(Skipped(printable(row.rpartition("\t")[2]), "name is not UTF-8"))
    return [row for row in rows if is_utf8(row)]
