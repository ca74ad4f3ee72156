"""Which old lines a commit changed, file by file, read from a diff without context."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
_QUOTED = re.compile(rb"\\(?:([0-7]{3})|(.))")
_ESCAPES = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}

ARGUMENTS = (
    "-c", "core.quotePath=true", "show", "--format=", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
    "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", "--diff-algorithm=histogram", "--first-parent",
)  # fmt: skip
"""What git is asked for; whatever the user has set up, the answer reads the same."""


class FileChange(msgspec.Struct, frozen=True):
    """What happened to one file that was there before. Lines count from 1 in the old text."""

    path: str
    """As it was called before the commit."""
    changed: tuple[tuple[int, int], ...] = ()
    """First and last of each run of old lines that were removed or replaced."""
    after: tuple[int, ...] = ()
    """Old lines behind which something was put in, nothing being removed."""


def changes(diff: bytes) -> list[FileChange]:
    """Every file with an old text, in the order of the diff. Added files have none; binary ones no lines."""
    found: list[FileChange] = []
    for section in _sections(diff):
        path = _old_path(section)
        if path is None:
            continue
        runs, after = [], []
        for first, count in _hunks(section):
            if count:
                runs.append((first, first + count - 1))
            else:
                after.append(first)
        found.append(FileChange(path, tuple(runs), tuple(after)))
    return found


def _sections(diff: bytes) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    for line in diff.split(b"\n"):
        if line.startswith(b"diff --git "):
            if lines:
                yield lines
            lines = []
        lines.append(line)
    if lines and lines[0].startswith(b"diff --git "):
        yield lines


def _old_path(section: list[bytes]) -> str | None:
    for line in section:
        if line.startswith(b"@@ "):
            break
        if line.startswith(b"--- "):
            name = _unquoted(line[4:].rstrip(b"\t"))
            return None if name == b"/dev/null" else name.removeprefix(b"a/").decode("utf-8", "surrogateescape")
        if line.startswith(b"rename from "):
            return _unquoted(line[len(b"rename from ") :]).decode("utf-8", "surrogateescape")
    return None


def _hunks(section: list[bytes]) -> Iterator[tuple[int, int]]:
    for line in section:
        match = _HUNK.match(line)
        if match:
            yield int(match[1]), int(match[2]) if match[2] is not None else 1


def _unquoted(name: bytes) -> bytes:
    """A path as git writes it: in quotes, with escapes, when it holds anything unusual."""
    if not name.startswith(b'"'):
        return name
    return _QUOTED.sub(
        lambda match: bytes([int(match[1], 8)]) if match[1] else _ESCAPES.get(match[2], match[2]), name[1:-1]
    )
