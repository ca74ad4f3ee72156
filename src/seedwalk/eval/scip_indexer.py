"""Running SCIP's own indexers on a repository: npm packages that ask a type checker and write what it says to a file.

The one part of the comparison that may use the network: `npx` fetches an indexer that is not installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.sources import git

_NODE_MEMORY = "--max-old-space-size=6000"
"""Megabytes; Django needs more than node's default."""
_SOURCES = "src"
"""The folder many Python projects keep their packages in; scip-python finds them there only when Python does."""
_TOLD_LINES = 5
_KEY_BYTES = 8


class IndexerFailed(SeedwalkError):
    """The indexer ran and gave no index."""


class Indexer(msgspec.Struct, frozen=True):
    """An npm package, the command it brings, and how that is told what to read and where to write."""

    package: str
    command: str
    arguments: Callable[[str, str, Path], list[str]]
    needs: str
    """What must be there for it to resolve calls into dependencies."""


def _python_arguments(name: str, under: str, output: Path) -> list[str]:
    return ["index", "--project-name", name, *(["--target-only", under] if under else []), "--output", str(output)]


def _typescript_arguments(_: str, under: str, output: Path) -> list[str]:
    return ["index", "--no-progress-bar", "--output", str(output), *([under] if under else [])]


INDEXERS = {
    "python": Indexer(
        "@sourcegraph/scip-python@0.6.6", "scip-python", _python_arguments,
        "an activated environment with the repository's dependencies, but not the repository itself",
    ),
    "typescript": Indexer(
        "@sourcegraph/scip-typescript@0.4.0", "scip-typescript", _typescript_arguments,
        "the repository's dependencies in node_modules, and a tsconfig.json",
    ),
}  # fmt: skip
"""By language, at the versions the published figures were made with."""


def command_for(indexer: Indexer) -> list[str]:
    """How to start an indexer here: the installed command, else `npx`, which fetches it."""
    if shutil.which("node") is None:
        raise UsageError(
            f"'{indexer.command}' needs node, and there is none on the PATH. "
            "Install Node.js 20 or newer with npm, or give an index made elsewhere with --scip FILE."
        )
    installed = shutil.which(indexer.command)
    if installed is not None:
        return [installed]
    npx = shutil.which("npx")
    if npx is None:
        raise UsageError(
            f"neither '{indexer.command}' nor npx is on the PATH. "
            f"Run: npm install --global {indexer.package}; or give an index made elsewhere with --scip FILE."
        )
    return [npx, "--yes", "--package", indexer.package, indexer.command]


def cached_index(root: Path, language: str, under: str) -> Path:
    """Where the index of a repository at its current commit is kept."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seedwalk" / "scip"
    told = "\n".join((str(root.resolve()), git.head(root) or "", language, under, INDEXERS[language].package))
    key = hashlib.blake2b(told.encode("utf-8", "surrogateescape"), digest_size=_KEY_BYTES).hexdigest()
    return cache / f"{root.resolve().name}-{language}-{key}.scip"


def make_index(root: Path, language: str, under: str, output: Path) -> None:
    """Run the indexer of a language in a repository. The file appears whole or not at all."""
    indexer = INDEXERS[language]
    with whole(output) as partial:
        command = [*command_for(indexer), *indexer.arguments(root.resolve().name, under, partial.resolve())]
        done = subprocess.run(
            command, cwd=root, env=_environment(root), capture_output=True, text=True, errors="replace"
        )
        if done.returncode or not partial.exists() or not partial.stat().st_size:
            raise IndexerFailed(_complaint(indexer, command, done.returncode, done.stdout + done.stderr))


@contextmanager
def whole(output: Path) -> Iterator[Path]:
    """What to write instead of a file, which then appears whole, or not at all where writing failed."""
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_suffix(f".{os.getpid()}.partial")
    try:
        yield partial
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)


def last_words(told: str) -> str:
    """The end of what a program said."""
    return " / ".join(line.strip() for line in told.strip().splitlines()[-_TOLD_LINES:]) or "it said nothing"


def _environment(root: Path) -> dict[str, str]:
    """As here, but Python finds the repository's packages and nothing that happens to be on our own path."""
    sources = root.resolve() / _SOURCES
    return {
        **os.environ,
        "NODE_OPTIONS": os.environ.get("NODE_OPTIONS") or _NODE_MEMORY,
        "PYTHONPATH": str(sources) if sources.is_dir() else "",
    }


def _complaint(indexer: Indexer, command: Sequence[str], code: int, told: str) -> str:
    return (
        f"'{' '.join(command)}' ended with {code} and left no index: {last_words(told)}. "
        f"It needs {indexer.needs}. Install it with: npm install --global {indexer.package}; "
        "or give an index made elsewhere with --scip FILE."
    )
