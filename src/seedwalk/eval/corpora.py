"""Public repositories at pinned commits: cloned from where they live, or taken from a folder of local mirrors."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.sources import git

PINS = Path("bench/repos.toml")
_HOST = "https://github.com"
_PATIENCE = 3_600.0
"""A clone of a large repository over a slow line."""


class Pin(msgspec.Struct, frozen=True):
    """A public repository at one commit."""

    name: str
    source: str
    """Owner and name, as `pallets/flask`."""
    commit: str
    language: str


class Fetched(msgspec.Struct, frozen=True):
    """Where a repository lies now, or why it does not."""

    pin: Pin
    path: str
    failed: str = ""


class _Pins(msgspec.Struct):
    repo: list[Pin]


def read(path: Path) -> list[Pin]:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), type=_Pins).repo
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read ({error.strerror}). Give a file of pinned repositories.") from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        told = f"'{path}' pins no repositories ({error}). Give each name, source, commit, language."
        raise UsageError(told) from error


def chosen(pins: Sequence[Pin], names: Sequence[str]) -> list[Pin]:
    """The pins of those names, all of them when none is named."""
    known = {pin.name: pin for pin in pins}
    for name in names:
        if name not in known:
            raise UsageError(f"'{name}' is not pinned. Choose from: {', '.join(known)}.")
    return [known[name] for name in names] if names else list(pins)


def mirror_of(source: str, folder: Path) -> Path:
    """The bare repository of an owner and name below a folder: `owner/name`, `owner+name`, `name`, each with or without
    `.git` or `/repo` behind it. Raises UsageError."""
    owner, _, name = source.rpartition("/")
    for base in (folder / owner / name, folder / f"{owner}+{name}", folder / name):
        for path in (base, base.with_name(f"{base.name}.git"), base / "repo", base / ".git"):
            if (path / "objects").is_dir() and (path / "HEAD").is_file():
                return path
    raise UsageError(f"no mirror of '{source}' lies below '{folder}'. Put a bare clone at {owner}/{name} there.")


def fetch(pin: Pin, into: Path, mirrors: Path | None) -> Fetched:
    """The repository at its commit below `into`; one that is there already is only checked out."""
    path = into / pin.name
    try:
        if not (path / ".git").exists():
            into.mkdir(parents=True, exist_ok=True)
            source = str(mirror_of(pin.source, mirrors).resolve()) if mirrors else f"{_HOST}/{pin.source}.git"
            shared = ("--shared",) if mirrors else ()
            git.run_git(into, "clone", "--quiet", "--no-checkout", *shared, source, pin.name, timeout=_PATIENCE)
        if git.head(path) != pin.commit or not _checked_out(path):
            git.run_git(path, "checkout", "--quiet", "--detach", pin.commit, timeout=_PATIENCE)
    except (git.GitFailed, SeedwalkError) as error:
        return Fetched(pin, "", str(error))
    return Fetched(pin, str(path))


def _checked_out(path: Path) -> bool:
    return any(entry.name not in (".git", ".seedwalk") for entry in path.iterdir())
