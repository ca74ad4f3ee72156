"""Which files are there? Git's own list in a work tree, a walk elsewhere; what is left out is named with its reason."""
# Text paths: one pathlib object a file would cost as much as all the rest.

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_IRGRP, S_IROTH, S_IRUSR, S_ISDIR, S_ISLNK, S_ISREG

from seedwalk.config import Sources
from seedwalk.errors import UsageError
from seedwalk.languages.spec import is_named
from seedwalk.model import Discovery, FileState, Skipped
from seedwalk.sources import plain
from seedwalk.sources import rules as rules_table
from seedwalk.sources.attributes import Attributes, read_attributes
from seedwalk.sources.classify import Seen, classify, rest
from seedwalk.sources.files import is_link
from seedwalk.sources.folders import Folders, folders_of
from seedwalk.sources.git import GitFailed, enclosing_folders
from seedwalk.sources.git import remedy as git_remedy
from seedwalk.sources.listing import Batch
from seedwalk.sources.rules import Rules
from seedwalk.sources.walk import walk
from seedwalk.sources.worktree import list_worktree

LanguageOf = Callable[[str], str | None]

_COLLISIONS_LISTED = 3
_ATTRIBUTES = ".gitattributes"
_ALL_MAY_READ = S_IRUSR | S_IRGRP | S_IROTH


def discover(
    root: Path, settings: Sources, language_of: LanguageOf, manifests: frozenset[str] = frozenset()
) -> Discovery:
    """The files worth reading below `root` in path order, and what was left out and why. Opens none of them.

    `manifests` are file names to list beside them, whatever their language.
    """
    top = checked(root)
    rules = rules_table.load()
    outer = enclosing_folders(top)
    seen, warnings = _look(top, outer, rules, settings, language_of)

    paths = sorted(seen.paths)
    folders = folders_of(rules, paths, _attributes(top, paths), _outer_attributes(top, outer))
    verdicts = list(classify(sorted(seen.files), folders, rules, settings))
    secrets, unsupported = rest(sorted(seen.others), folders, rules, settings)

    formats = frozenset(plain.names())
    read = [verdict for verdict in verdicts if isinstance(verdict, FileState)]
    files = tuple(file for file in read if file.language not in formats)
    skipped = {verdict for verdict in verdicts if isinstance(verdict, Skipped)}
    skipped.update(secrets, (row for row in seen.skipped if not _hidden(row.path, folders, rules)))
    return Discovery(
        files=files,
        skipped=tuple(sorted(skipped, key=lambda row: (row.path, row.reason))),
        unsupported=unsupported,
        warnings=(*warnings, *_collisions(file.path for file in read)),
        manifests=tuple(p for p in paths if is_named(p, manifests) and not _hidden(p, folders, rules)),
        plain=tuple(file for file in read if file.language in formats),
    )


def checked(root: Path) -> str:
    """The root as text, once it is known to be a folder that can be read. Raises UsageError."""
    top = os.fspath(root)
    try:
        with os.scandir(top):
            return top
    except FileNotFoundError:
        raise UsageError(f"'{top}' does not exist. Give the folder of a repository.") from None
    except NotADirectoryError:
        raise UsageError(f"'{top}' is a file. Give the folder of a repository.") from None
    except PermissionError:
        raise UsageError(f"'{top}' cannot be read: no permission. Give a folder you may read.") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"'{top}' cannot be read: {error}. Give the folder of a repository.") from None


class _Look:
    """One look at each listed path that may matter: `lstat`, and `access` where not everybody may read it."""

    def __init__(self, root: str, rules: Rules, language_of: LanguageOf, *, with_plain: bool) -> None:
        self._prefix = f"{root}/"
        self._notable = rules.notable
        format_of = plain.load()
        self._language_of = (lambda path: language_of(path) or format_of(path)) if with_plain else language_of
        self._linked: dict[str, str] = {"": ""}
        self._names: dict[str, bool] = {}
        self.paths: list[str] = []
        self.files: list[Seen] = []
        self.others: list[str] = []
        self.skipped: list[Skipped] = []

    def at(self, batch: Batch) -> None:
        language_of = self._language_of
        self.paths += batch.paths
        self.paths += batch.suspects
        self.skipped += batch.skipped
        for path in batch.paths:
            language = language_of(path)
            if language is not None:
                self._one(path, language)
            elif self._is_notable(path.rpartition("/")[2]):
                self.others.append(path)
        for path in batch.suspects:
            self._one(path, language_of(path))

    def _is_notable(self, name: str) -> bool:
        """The rules' word on a name, asked for once: a tree has few names, and many files of each."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._notable(name)
        return known

    def _one(self, path: str, language: str | None) -> None:
        link = self._link_above(path.rpartition("/")[0])
        if link:
            self.skipped.append(Skipped(link, "symlink"))
            return
        try:
            state = os.lstat(self._prefix + path)
        except PermissionError:
            self.skipped.append(Skipped(path, "no permission"))
            return
        except OSError:
            return  # deleted, or vanished since it was listed
        mode = state.st_mode
        if S_ISREG(mode):
            if language is not None:
                readable = mode & _ALL_MAY_READ == _ALL_MAY_READ or os.access(self._prefix + path, os.R_OK)
                times = (state.st_mtime_ns, state.st_ctime_ns)
                self.files.append(Seen(path, language, state.st_size, *times, readable))
            elif self._is_notable(path.rpartition("/")[2]):
                self.others.append(path)
        elif S_ISLNK(mode):
            if language is not None or os.path.isdir(self._prefix + path):  # noqa: PTH112 - text
                self.skipped.append(Skipped(path, "symlink"))
        elif not S_ISDIR(mode):
            self.skipped.append(Skipped(path, "not a regular file"))

    def _link_above(self, folder: str) -> str:
        """The outermost link among a folder and its ancestors: the index may list files behind one. Usually empty."""
        known = self._linked.get(folder)
        if known is None:
            known = self._link_above(folder.rpartition("/")[0])
            if not known and is_link(self._prefix + folder):
                known = folder
            self._linked[folder] = known
        return known


def _look(
    top: str, outer: list[str], rules: Rules, settings: Sources, language_of: LanguageOf
) -> tuple[_Look, list[str]]:
    """Git's list where there is one; a walk where there is none, saying so when a work tree should have had one."""
    warnings: list[str] = []
    if outer or os.path.lexists(f"{top}/.git"):
        look = _Look(top, rules, language_of, with_plain=settings.include_plain)
        try:
            for batch in list_worktree(top):
                look.at(batch)
            if look.paths or look.skipped or not outer:
                return look, warnings
        except GitFailed as failure:
            warnings.append(_fallback(top, str(failure)))
    look = _Look(top, rules, language_of, with_plain=settings.include_plain)
    look.at(walk(top, rules, enter_vendored=settings.include_vendored))
    if look.paths and outer and not warnings:
        warnings.append(f"'{top}' is ignored by the git repository at '{outer[0]}'; its folders were walked instead")
    return look, warnings


def _fallback(top: str, failure: str) -> str:
    remedy = git_remedy(failure, top)
    return f"git could not list the files ({failure}); folders were walked instead{'. ' if remedy else ''}{remedy}"


def _attributes(top: str, paths: Iterable[str]) -> dict[str, Attributes]:
    """The `.gitattributes` files listed that speak of linguist, by folder."""
    found: dict[str, Attributes] = {}
    for path in paths:
        if path.endswith(_ATTRIBUTES):
            folder, _, name = path.rpartition("/")
            if name == _ATTRIBUTES:
                attributes = read_attributes(f"{top}/{path}", inside=len(path) - len(name))
                if attributes is not None:
                    found[folder] = attributes
    return found


def _outer_attributes(top: str, outer: list[str]) -> tuple[Attributes, ...]:
    """Those between the top of the work tree and a root below it, outermost first."""
    real = os.path.realpath(top)
    read = (
        read_attributes(f"{folder}/{_ATTRIBUTES}", outside=real[len(folder.rstrip("/")) + 1 :] + "/")
        for folder in outer
    )
    return tuple(attributes for attributes in read if attributes is not None)


def _hidden(path: str, folders: Folders, rules: Rules) -> bool:
    folder, _, name = path.rpartition("/")
    return name in rules.never or folders.verdict(folder).hidden


def _collisions(paths: Iterable[str]) -> list[str]:
    """Paths that a file system blind to letter case would take for one."""
    first: dict[str, str] = {}
    pairs = [(first[low], path) for path in paths if first.setdefault(low := path.lower(), path) != path]
    warnings = [f"{one} and {other} differ only in case" for one, other in pairs[:_COLLISIONS_LISTED]]
    if len(pairs) > _COLLISIONS_LISTED:
        warnings.append(f"{len(pairs) - _COLLISIONS_LISTED} more paths differ from another only in case")
    return warnings
