"""Where a repository is, where its index rests, and which of its lines are asked about."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from seedwalk.errors import UsageError
from seedwalk.store.database import FILENAME

STORE_FOLDER = ".seedwalk"


def around(path: str | os.PathLike[str] | None = None) -> Path:
    """The folder given, or the repository around this one. Raises UsageError where there is no folder."""
    root = Path(not_empty(path)) if path is not None else _nearest(_here())
    try:
        told = "" if root.is_dir() else "is a file" if root.exists() else "does not exist"
    except PermissionError:
        told = "cannot be reached: no permission"
    except OSError as error:
        told = f"cannot be reached: {error.strerror}"
    if told:
        raise UsageError(f"'{root}' {told}. Give the folder of a repository.")
    return root


def not_empty(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """The path. Raises UsageError for an empty one, as of a variable that is not set: it would mean this folder."""
    if not os.fspath(path):
        raise UsageError("the path is empty. Give one: . is this folder.")
    return path


def in_tree(root: Path, path: str) -> str:
    """A file as the index names it, from the repository's top, also where it was given whole or from this folder.

    Links above the top are seen through, since a checkout may be reached by several; none below it is followed. What is
    not below the top stays as it was given.
    """
    if "\0" in path:
        return path
    below = not Path(path).is_absolute() and os.path.lexists(root / path)
    whole = Path(os.path.normpath(root.absolute() / path if below else Path.cwd() / path))
    tops = (root.absolute(), root.resolve(), *(above for above in whole.parents if _same(above, root)))
    for top in tops:
        if whole != top and whole.is_relative_to(top):
            return whole.relative_to(top).as_posix()
    return path


def _same(place: Path, root: Path) -> bool:
    try:
        return place.samefile(root)
    except OSError:
        return False


def is_there(root: Path, path: str) -> bool:
    """Whether a path given by a user leads to something, from this folder or from the repository's top."""
    return "\0" not in path and (os.path.lexists(path) or os.path.lexists(root / path))


def is_path(text: str) -> bool:
    """Whether this is meant as a path and no name: it says a folder, or is a file in this folder."""
    try:
        return "/" in text or Path(text).is_file()
    except OSError:  # longer than a file's name can be
        return False


def changed_lines(root: Path, paths: Sequence[str], diff: str | None) -> dict[str, Sequence[tuple[int, int]] | None]:
    """By path the lines that are asked about: all (None) of these files, and those that differ from a commit."""
    changed: dict[str, Sequence[tuple[int, int]] | None] = dict.fromkeys(paths)
    if diff is not None:
        from seedwalk.sources import git  # here: it starts processes, and most questions name no commit

        try:
            changed |= git.changed_lines(root, diff)
        except (git.GitFailed, ValueError) as error:  # a NUL byte is refused before git sees it
            refused = git.refusal(root)  # where git sees no repository, `diff` compares files, and speaks of these
            way = git.remedy(refused, root) or "Name the changed files instead."
            way = way if refused else "Give a commit, branch or tag."
            raise UsageError(f"'{diff}' cannot be compared with ({refused or error}). {way}") from error
    return changed


def home() -> Path:
    """The user's own folder. Raises UsageError where the system knows none, as in a container without users."""
    try:
        return Path.home()
    except RuntimeError as error:
        raise UsageError("the user has no home folder here. Set HOME, or use --store DIR.") from error


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        told = "the folder this was started in is gone. Change to one that exists, or give the folder of a repository."
        raise UsageError(told) from None


def _nearest(start: Path) -> Path:
    for folder in (start, *start.parents):
        if (folder / STORE_FOLDER / FILENAME).exists() or (folder / ".git").exists():
            return folder
    return start


def default_store(root: Path) -> Path:
    """`.seedwalk/` in the repository; for a tree that cannot be written, a folder in the user's cache."""
    inside = root / STORE_FOLDER
    if (inside.is_dir() and os.access(inside, os.W_OK)) or (not inside.exists() and os.access(root, os.W_OK)):
        return inside
    if (inside / FILENAME).exists():
        return inside  # readable, made by someone who could write
    cache = Path(os.environ.get("XDG_CACHE_HOME") or home() / ".cache")
    name = hashlib.blake2b(str(root.resolve()).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return cache / "seedwalk" / f"{root.resolve().name}-{name}"
