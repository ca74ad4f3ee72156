"""Reading one file without surprise: no link is followed, no pipe is waited on, no more is read than allowed."""
# Text paths and descriptors: this runs once for every file of a repository.

from __future__ import annotations

import os
from stat import S_ISLNK, S_ISREG

_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class NotRegular(Exception):
    """The path names a folder, a pipe, a socket or a device."""


class TooLarge(Exception):
    """The file holds more bytes than allowed; `size` of them."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def read_regular(path: str, limit: int) -> bytes:
    """A regular file's bytes. Raises OSError (ELOOP for a link), NotRegular, or TooLarge beyond `limit` bytes."""
    descriptor = os.open(path, _OPEN)
    try:
        state = os.fstat(descriptor)
        if not S_ISREG(state.st_mode):
            raise NotRegular(path)
        if state.st_size > limit:
            raise TooLarge(state.st_size)
        # One byte more than the size: a short answer then means the end, in one call for nearly every file.
        text = os.read(descriptor, state.st_size + 1)
        if len(text) == state.st_size:
            return text
        return _read_rest(descriptor, text, limit)
    finally:
        os.close(descriptor)


def _read_rest(descriptor: int, text: bytes, limit: int) -> bytes:
    """The file changed size while it was read, or the read came in pieces."""
    pieces, size = [text], len(text)
    while size <= limit:
        piece = os.read(descriptor, limit + 1 - size)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
        size += len(piece)
    raise TooLarge(size)


def is_link(path: str) -> bool:
    """As `os.path.islink`, at half its cost."""
    try:
        return S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def printable(path: str) -> str:
    """A path from the file system as valid text: bytes that are not UTF-8 are shown as `\\xff`."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_utf8(path: str) -> bool:
    """Whether a name the file system gave is UTF-8 (Python smuggles other bytes in as surrogates)."""
    if path.isascii():
        return True
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
