"""One file's bytes below a root, and the text they are: no link is followed, no pipe waited on."""
# Text paths: this runs once for every file of a repository.

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

from seedwalk.model import Skipped
from seedwalk.sources.files import NotRegular, is_link, read_regular

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_NOT_UTF8 = "not UTF-8, unreadable bytes replaced"
_NUL = "NUL bytes replaced"
_BINARY_BYTES = 8000
"""A NUL among so many first bytes makes a file binary, as for git (`buffer_is_binary`); one behind is in a text."""
_SMUGGLED = re.compile("[\udc80-\udcff]")
_REASONS = {
    errno.ENOENT: "vanished while being read",
    errno.ENOTDIR: "vanished while being read",
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
    errno.ELOOP: "symlink",
    errno.ENXIO: "not a regular file",
}
_UNREAD = "cannot be read"
UNREACHED = (_UNREAD, _REASONS[errno.EACCES], _REASONS[errno.ENOENT])
"""Reasons that say nothing of a file's contents: it may be read the next time, though its clock shows no change."""


def read_text(root: Path | str, path: str) -> bytes | Skipped:
    """As `read_source`, of whatever length, and only the text: what is shown again was judged when it was indexed."""
    raw = read_bytes(root, path, sys.maxsize)
    return raw if isinstance(raw, Skipped) else text_of(path, raw)[0]


def read_bytes(root: Path | str, path: str, limit: int) -> bytes | Skipped:
    top = os.fspath(root)
    outside = _outside(top, path)
    if outside is not None:
        return outside
    try:
        return read_regular(f"{top}/{path}", limit)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0)
        return Skipped(path, reason) if reason else Skipped(path, _UNREAD, error.strerror or str(error))
    except NotRegular:
        return Skipped(path, "not a regular file")


def _outside(top: str, path: str) -> Skipped | None:
    """Refuse a path that leaves the tree, by dots or through a linked folder.

    Every folder on the way is looked at anew (1.5 microseconds each): an answer kept would outlive the folder.
    """
    if path.startswith("/") or (".." in path and ".." in path.split("/")):
        return Skipped(path, "link out of the tree")
    slash = path.find("/")
    while slash > 0:
        if is_link(f"{top}/{path[:slash]}"):
            real = os.path.realpath(top)
            inside = os.path.realpath(f"{top}/{path}").startswith(real.rstrip("/") + "/")
            return Skipped(path, "symlink" if inside else "link out of the tree")
        slash = path.find("/", slash + 1)
    return None


def text_of(path: str, raw: bytes) -> tuple[bytes | Skipped, tuple[str, ...]]:
    """The text in UTF-8, or why there is none, and what had to be done to it."""
    text, warnings = _as_utf8(raw)
    if b"\0" in text[:_BINARY_BYTES]:
        return Skipped(path, "binary"), ()
    if b"\0" in text:
        text, warnings = text.replace(b"\0", b"?"), (*warnings, _NUL)
    if text.startswith(_LFS_POINTER):
        return Skipped(path, "git-lfs pointer"), ()
    return text, warnings


def _as_utf8(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    if raw.startswith(_UTF16_MARKS):
        try:
            return raw.decode("utf-16").encode("utf-8"), ()
        except UnicodeDecodeError:
            return raw.decode("utf-16", "replace").encode("utf-8"), ("not valid UTF-16, unreadable bytes replaced",)
    if raw.isascii():
        return raw, ()
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return _SMUGGLED.sub("?", raw.decode("utf-8", "surrogateescape")).encode("utf-8"), (_NOT_UTF8,)
    return raw, ()
