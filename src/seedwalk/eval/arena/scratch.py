"""A peer's own copy of a repository, in a temporary folder, with the history but not the files shared.

Some peers write into the tree they index; the tree under test is never written. The copy has the files git would list,
as they stand, and a git directory that borrows the repository's objects. A folder without git becomes a repository of
one commit, because some peers see nothing else.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from seedwalk.errors import SeedwalkError
from seedwalk.sources import git

_PATIENCE = 600.0
_WHO = ("-c", "user.name=arena", "-c", "user.email=arena@localhost", "-c", "commit.gpgsign=false")


class Scratch:
    """`tree` is the copy, `home` a home folder for the peer, `folder` what lies around both."""

    def __init__(self, repository: Path) -> None:
        self.repository = repository.resolve()
        # Goes by itself at the end of the process, should nobody close it.
        self._kept = tempfile.TemporaryDirectory(prefix="seedwalk-arena-", ignore_cleanup_errors=True)
        self.folder = Path(self._kept.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        # Peers print and store the folder's name, so it is the repository's own.
        self.tree = self.folder / "copy" / (self.repository.name or "repository")
        self.tree.parent.mkdir()
        try:
            copy(self.repository, self.tree)
        except (git.GitFailed, OSError) as error:
            self.close()
            raise SeedwalkError(f"'{repository}' cannot be copied for a peer ({error}).") from error

    def close(self) -> None:
        self._kept.cleanup()


def copy(repository: Path, tree: Path) -> None:
    """The files of a work tree as they stand, and its history by reference."""
    if (repository / ".git").exists():
        git.run_git(
            tree.parent, "clone", "--quiet", "--shared", "--no-checkout", str(repository), tree.name, timeout=_PATIENCE
        )
        listed = git.run_git(
            repository, "ls-files", "-z", "--cached", "--others", "--exclude-standard", timeout=_PATIENCE
        )
        for name in sorted(set(listed.split(b"\0")) - {b""}):
            _copy_file(repository, tree, os.fsdecode(name))
        git.run_git(tree, "reset", "--quiet", timeout=_PATIENCE)
        return
    shutil.copytree(repository, tree, symlinks=True, ignore=shutil.ignore_patterns(".seedwalk"))
    git.run_git(tree, "init", "--quiet", timeout=_PATIENCE)
    git.run_git(tree, "add", "--all", timeout=_PATIENCE)
    git.run_git(tree, *_WHO, "commit", "--quiet", "--allow-empty", "--message", "as it stands", timeout=_PATIENCE)


def _copy_file(repository: Path, tree: Path, name: str) -> None:
    source, target = repository / name, tree / name
    if source.is_symlink() or source.is_file():  # not a submodule's folder, not a file that is deleted
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
