"""Asking git, without being fooled by the environment, taking locks, running hooks or waiting for ever."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from seedwalk.sources.files import is_utf8

TIMEOUT_SECONDS = 60.0
"""A listing of a million files takes git a few seconds; beyond a minute something hangs (a dead network mount)."""

_KEPT = frozenset(
    {
        "GIT_CEILING_DIRECTORIES",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_EXEC_PATH",
    }
)
"""Variables that say how git is set up. The others (GIT_DIR, GIT_INDEX_FILE in a hook) point at another repository."""


class GitFailed(Exception):
    """git is absent, refused, or took too long; the message is its own first line."""


def start_git(root: Path | str, *arguments: str, fed: bool = False) -> subprocess.Popen[bytes]:
    """A git command under way in `root`; give it to `finish_git`, with what it reads when it is to be `fed`.

    Raises GitFailed when there is no git.
    """
    # core.fsmonitor may name a program that the repository, not the user, chose.
    command = ["git", "-C", os.fspath(root), "-c", "core.fsmonitor=false", *arguments]
    try:
        return subprocess.Popen(
            command,
            env=_environment(),
            stdin=subprocess.PIPE if fed else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        raise GitFailed(f"git cannot be run: {error.strerror}") from error


def finish_git(
    process: subprocess.Popen[bytes], timeout: float = TIMEOUT_SECONDS, food: bytes | None = None
) -> tuple[bytes, bytes]:
    """What the command wrote to its output and to its error stream. Raises GitFailed unless it ended well in time."""
    try:
        output, complaint = process.communicate(food, timeout=timeout)
    except subprocess.TimeoutExpired as error:
        stop_git(process)
        raise GitFailed(f"git took longer than {timeout:g} seconds") from error
    if process.returncode != 0:
        lines = complaint.decode("utf-8", "replace").strip().splitlines()
        raise GitFailed(lines[0] if lines else f"git ended with code {process.returncode}")
    return output, complaint


def stop_git(process: subprocess.Popen[bytes]) -> None:
    """End a command whose answer is no longer wanted; harmless when it has ended already."""
    if process.returncode is None:
        process.kill()
        process.communicate()


_OWNED = re.compile("in repository at '(.*)'")
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def run_git(root: Path | str, *arguments: str, timeout: float = TIMEOUT_SECONDS, food: bytes | None = None) -> bytes:
    """The output of one git command run in `root`, fed with `food`. Raises GitFailed."""
    return finish_git(start_git(root, *arguments, fed=food is not None), timeout, food)[0]


def head(root: Path | str) -> str | None:
    """The commit the work tree stands on; None outside a repository and before the first commit."""
    return _line(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")


Lines = list[tuple[int, int]]
"""First and last line of each stretch."""


def changed_lines(root: Path | str, base: str) -> dict[str, Lines | None]:
    """Lines of the work tree that differ from a commit, by path below `root`; where lines went, the line before.

    None stands for all lines: of a file under a new name, and of one git does not know yet. Files that are gone have no
    lines and are left out, and so are names that are not UTF-8: no index holds them.
    """
    listing = run_git(
        root, "diff", "--relative", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix",
        "--find-renames", "--end-of-options", base, "--",
    )  # fmt: skip
    found = _parsed(listing.decode("utf-8", "surrogateescape").split("\n"))
    untracked = run_git(root, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
    found |= {os.fsdecode(path): None for path in untracked if path}
    return {path: lines for path, lines in found.items() if is_utf8(path)}


def gone_files(root: Path | str, base: str) -> list[str]:
    """Paths below `root` that a commit has and the work tree has no more, those under a new name too."""
    listing = run_git(
        root, "diff", "--relative", "--name-status", "--no-renames", "--diff-filter=D", "--no-ext-diff", "-z",
        "--end-of-options", base, "--",
    )  # fmt: skip
    return sorted(filter(is_utf8, map(os.fsdecode, listing.split(b"\0")[1::2])))


def contents(root: Path | str, base: str, path: str) -> bytes:
    """What a file below `root` held at a commit. Raises GitFailed."""
    return run_git(root, "show", "--no-textconv", "--end-of-options", f"{base}:./{path}")


def _parsed(lines: Iterable[str]) -> dict[str, Lines | None]:
    found: dict[str, Lines | None] = {}
    path = ""
    inside = 0  # lines of a hunk still to come: whatever they look like, they are contents
    for line in lines:
        if inside and not line.startswith("\\"):
            inside -= 1
        elif line.startswith("rename to "):
            found[unquoted(line.removeprefix("rename to "))] = None
        elif line.startswith("+++ "):
            path = unquoted(line[4:].rstrip("\t"))
        elif (hunk := _HUNK.match(line)) is not None:
            gone, first, came = int(hunk[1] or 1), int(hunk[2]), int(hunk[3] or 1)
            inside = gone + came
            listed = found.setdefault(path, []) if path != "/dev/null" else None
            if listed is not None:
                listed.append((max(first, 1), max(first + came - 1, first, 1)))
    return found


def unquoted(path: str) -> str:
    """A path as git prints it: in quotes with escapes when it holds anything odd."""
    if not path.startswith('"'):
        return path
    raw = path[1:-1].encode("utf-8", "surrogateescape").decode("unicode_escape").encode("latin-1", "replace")
    return raw.decode("utf-8", "surrogateescape")


def toplevel(root: Path | str) -> Path | None:
    """The top of the work tree that holds `root`; None outside of one."""
    line = _line(root, "rev-parse", "--show-toplevel")
    return Path(line) if line else None


def refusal(root: Path | str) -> str:
    """Why git sees no repository around `root`; empty when it sees one."""
    try:
        run_git(root, "rev-parse", "--git-dir")
    except GitFailed as failure:
        return str(failure)
    return ""


def remedy(failure: str, root: Path | str) -> str:
    """The command after which git no longer refuses; empty where there is none. It takes whole paths alone."""
    if "dubious ownership" not in failure:
        return ""
    named = _OWNED.search(failure)
    return f"Run: git config --global --add safe.directory '{named[1] if named else os.path.realpath(root)}'"


def enclosing_folders(root: str) -> list[str]:
    """The folders above `root`, outermost first, up to the nearest that holds `.git`.

    Empty when `root` itself is the top of a work tree, or lies in none.
    """
    found: list[str] = []
    folder = os.path.realpath(root)
    while not os.path.lexists(f"{folder}/.git"):
        parent = os.path.dirname(folder)  # noqa: PTH120 - `folder` is text
        if parent == folder:
            return []
        found.append(parent)
        folder = parent
    return found[::-1]


def _may_lie_in_a_repository(root: Path | str) -> bool:
    """False where git itself would find none: no folder from `root` up holds `.git` or is a bare repository.

    Starting git only to hear it would cost more than storing a small tree's index does.
    """
    folder = os.path.realpath(root)
    while not (os.path.lexists(f"{folder}/.git") or os.path.lexists(f"{folder}/HEAD")):
        parent = os.path.dirname(folder)  # noqa: PTH120 - `folder` is text
        if parent == folder:
            return False
        folder = parent
    return True


def _line(root: Path | str, *arguments: str) -> str | None:
    if not _may_lie_in_a_repository(root):
        return None
    try:
        return os.fsdecode(run_git(root, *arguments)).rstrip("\n") or None
    except GitFailed:
        return None


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _KEPT or name.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"))
    }
    kept["GIT_OPTIONAL_LOCKS"] = "0"
    kept["GIT_TERMINAL_PROMPT"] = "0"
    kept["GIT_NO_LAZY_FETCH"] = "1"  # a partial clone must not call its server for what it lacks
    kept["LC_ALL"] = "C"  # complaints are matched by their English words
    return kept
