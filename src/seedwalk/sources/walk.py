"""The files below a folder that git does not list: a plain walk that honours `.gitignore` and `.ignore`."""
# Text paths: a walk touches every name, and pathlib would double its time.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import Struct

from seedwalk.model import Skipped
from seedwalk.sources.files import NotRegular, TooLarge, is_utf8, printable, read_regular
from seedwalk.sources.listing import Batch
from seedwalk.sources.rules import Rules

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_IGNORE_FILES = (".gitignore", ".ignore")
"""Later ones win, as in ripgrep."""
_IGNORE_FILE_LIMIT = 1_000_000
"""Bytes; a longer ignore file is no ignore file."""


class _Ignore(Struct, frozen=True):
    """One ignore file: its patterns speak of paths below the folder it lies in."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """True ignores, False brings back, None says nothing. A folder's path ends in a slash."""
        return self.spec.check_file(path[len(self.folder) :]).include


class _Folder(Struct, frozen=True):
    """A folder still to be read: its path ends in a slash, the root's is empty; `ignores` holds the innermost last."""

    path: str
    ignores: tuple[_Ignore, ...]


def walk(root: str, rules: Rules, *, enter_vendored: bool) -> Batch:
    """Everything below `root` that no ignore file excludes. Links are named, not followed; nested repositories too.

    Folders that only ever hold installed packages (`prune` in rules.toml) are named and not entered, unless told to.
    """
    batch = Batch()
    waiting = [_Folder("", ())]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{root}/{folder.path}") as found:
                entries = list(found)
        except PermissionError:
            batch.skipped.append(Skipped(folder.path[:-1], "no permission"))
            continue
        except OSError:
            continue  # vanished since its parent was read
        names = {entry.name for entry in entries}
        if folder.path and ".git" in names:
            batch.skipped.append(Skipped(folder.path[:-1], "nested repository"))
            continue
        ignores = folder.ignores + _ignores(root, folder.path, names)
        for entry in entries:
            inner = _place(entry, _Folder(folder.path, ignores), batch, rules, enter_vendored)
            if inner is not None:
                waiting.append(inner)
    return batch


def _place(
    entry: os.DirEntry[str], folder: _Folder, batch: Batch, rules: Rules, enter_vendored: bool
) -> _Folder | None:
    """Put one entry where it belongs in the batch; a folder to enter is returned instead."""
    name, path = entry.name, folder.path + entry.name
    is_folder = entry.is_dir(follow_symlinks=False)
    if name in rules.never or _ignored(path + "/" if is_folder else path, folder.ignores):
        return None
    if not is_utf8(name):
        batch.skipped.append(Skipped(printable(path), "name is not UTF-8"))
    elif is_folder:
        rule = rules.vendored.get(name.lower())
        if rule is None or not rule.prune or enter_vendored:
            return _Folder(path + "/", folder.ignores)
        batch.skipped.append(Skipped(path, rule.reason))
    elif entry.is_file(follow_symlinks=False):
        batch.paths.append(path)
    else:
        batch.suspects.append(path)
    return None


def _ignored(path: str, ignores: tuple[_Ignore, ...]) -> bool:
    """The innermost ignore file with an opinion decides, as in git."""
    for ignore in reversed(ignores):
        verdict = ignore.verdict(path)
        if verdict is not None:
            return verdict
    return False


def _ignores(root: str, folder: str, names: set[str]) -> tuple[_Ignore, ...]:
    found = []
    for name in _IGNORE_FILES:
        if name in names:
            lines = _lines(f"{root}/{folder}{name}")
            if lines:
                found.append(_Ignore(folder, _spec(lines)))
    return tuple(found)


def _lines(path: str) -> list[str]:
    try:
        return read_regular(path, _IGNORE_FILE_LIMIT).decode("utf-8", "surrogateescape").splitlines()
    except (OSError, NotRegular, TooLarge):
        return []


def _spec(lines: list[str]) -> GitIgnoreSpec:
    """Patterns git would refuse are dropped one by one, so that one bad line does not cost the others."""
    from pathspec import GitIgnoreSpec  # slow to import, and of no use in a git repository

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in lines if _valid(line)])


def _valid(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
