"""A public repository at one commit: found among checkouts, or made from a bare one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from seedwalk.errors import UsageError
from seedwalk.sources.git import GitFailed, head, run_git

CHECKOUT_SECONDS = 600.0
"""A large repository takes git minutes to write out."""


def find_checkout(repo: str, commit: str, repos: Path | None, mirror: Path | None, cache: Path) -> Path | None:
    """The work tree of `repo` (owner/name) at `commit`: one below `repos`, else one made in `cache` from `mirror`.

    None when neither folder has the repository. A checkout of another commit is left as it is, and not used.
    """
    made = cache / _joined(repo) / commit
    for folder in (*_places(repos, repo), made):
        if folder.is_dir() and head(folder) == commit:
            return folder
    for bare in _places(mirror, repo):
        if _is_repository(bare):
            return _make(bare, commit, made)
    return None


def _joined(repo: str) -> str:
    return repo.replace("/", "+")


def _places(folder: Path | None, repo: str) -> Iterator[Path]:
    """Where a folder of repositories may keep this one, the surest first."""
    if folder is None:
        return
    name = repo.rpartition("/")[2]
    for way in (repo, _joined(repo), f"{repo}.git", f"{_joined(repo)}/repo", name, f"{name}.git"):
        yield folder / way


def _is_repository(folder: Path) -> bool:
    return (folder / "HEAD").is_file() or (folder / ".git").exists()


def _make(bare: Path, commit: str, target: Path) -> Path:
    """A detached work tree that borrows the objects of `bare`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    steps: Sequence[tuple[Path, tuple[str, ...]]] = (
        (target.parent, ("clone", "--quiet", "--shared", "--no-checkout", str(bare.resolve()), str(target.resolve()))),
        (target, ("checkout", "--quiet", "--detach", commit)),
    )
    for folder, arguments in steps[1:] if target.exists() else steps:
        try:
            run_git(folder, *arguments, timeout=CHECKOUT_SECONDS)
        except GitFailed as error:
            raise UsageError(f"'{bare}' cannot give commit {commit}: {error}. Fetch that commit into it.") from error
    return target
