"""Small folders and repositories to look at."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from seedwalk.config import Sources
from seedwalk.model import Discovery, Flags
from seedwalk.sources.discover import discover

LANGUAGES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "tsx": "typescript",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "cs": "csharp",
    "rb": "ruby",
    "json": "json",
}


def language_of(path: str) -> str | None:
    return LANGUAGES.get(path.rpartition(".")[2])


def write(root: Path, *paths: str, text: str = "x = 1\n") -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def git(root: Path, *arguments: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    clean |= {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_COMMITTER_DATE": "1700000000 +0000",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }
    done = subprocess.run(["git", *arguments], cwd=root, env=clean, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(root: Path) -> str:
    """Make `root` a repository with everything in it committed; the commit's hash."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "all")
    return git(root, "rev-parse", "HEAD")


def look(root: Path, settings: Sources | None = None) -> Discovery:
    return discover(root, settings or Sources(), language_of)


def paths(found: Discovery) -> list[str]:
    return [file.path for file in found.files]


def reasons(found: Discovery) -> dict[str, str]:
    return {row.path: row.reason for row in found.skipped}


def flags(found: Discovery) -> dict[str, Flags]:
    return {file.path: file.flags for file in found.files}
