"""One file's text, ready to parse, or the reason it is not worth parsing."""
# Text paths: this runs once for every file of a repository.

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from seedwalk.config import Sources
from seedwalk.model import Flags, Skipped
from seedwalk.sources import rules as rules_table
from seedwalk.sources.classify import too_large
from seedwalk.sources.files import NotRegular, TooLarge, is_link, read_regular
from seedwalk.sources.rules import Generated, Minified, extension

HASH_BYTES = 16
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


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text as UTF-8, the hash of its bytes on disk, and what the content says of itself."""

    path: str
    text: bytes
    content_hash: bytes
    flags: Flags = Flags.NONE
    warnings: tuple[str, ...] = ()


def read_source(root: Path | str, path: str, settings: Sources) -> Source | Skipped:
    """Read one file below `root`. Never follows a link, waits on a pipe, or raises for what it finds on disk.

    Bytes that are not UTF-8 become one `?` each, so that byte offsets in the text remain those of the file;
    only UTF-16, which is transcoded, has other offsets.
    """
    try:
        raw = _read(root, path, settings.max_file_bytes)
    except TooLarge as found:
        return too_large(path, found.size, settings)
    return raw if isinstance(raw, Skipped) else _judge(path, raw, settings)


def read_text(root: Path | str, path: str) -> bytes | Skipped:
    """As `read_source`, of whatever length, and only the text: what is shown again was judged when it was indexed."""
    raw = _read(root, path, sys.maxsize)
    return raw if isinstance(raw, Skipped) else _text(path, raw)[0]


def _read(root: Path | str, path: str, limit: int) -> bytes | Skipped:
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


def _text(path: str, raw: bytes) -> tuple[bytes | Skipped, tuple[str, ...]]:
    """The text in UTF-8, or why there is none, and what had to be done to it."""
    text, warnings = _as_utf8(raw)
    if b"\0" in text[:_BINARY_BYTES]:
        return Skipped(path, "binary"), ()
    if b"\0" in text:
        text, warnings = text.replace(b"\0", b"?"), (*warnings, _NUL)
    if text.startswith(_LFS_POINTER):
        return Skipped(path, "git-lfs pointer"), ()
    return text, warnings


def _judge(path: str, raw: bytes, settings: Sources) -> Source | Skipped:
    text, warnings = _text(path, raw)
    if isinstance(text, Skipped):
        return text
    rules = rules_table.load()
    flags = Flags.NONE
    if _is_minified(path, text, rules.minified):
        if not settings.include_minified:
            return Skipped(path, "minified")
        flags |= Flags.MINIFIED
    if _is_generated(path, text, rules.generated):
        flags |= Flags.GENERATED
    return Source(path, text, blake2b(raw, digest_size=HASH_BYTES).digest(), flags, warnings)


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


def _is_minified(path: str, text: bytes, rule: Minified) -> bool:
    """Long lines, few of them, and hardly an ordinary one: rules.toml gives the numbers and their reasons."""
    if len(text) <= rule.longest_line or extension(path) not in rule.extensions:
        return False
    if len(text) <= rule.average_line * (text.count(b"\n") + 1):
        return False
    lengths = [len(line) for line in text.split(b"\n") if line]
    ordinary = sum(length <= rule.ordinary_line for length in lengths)
    return max(lengths) > rule.longest_line and ordinary < rule.ordinary_lines


def _is_generated(path: str, text: bytes, rule: Generated) -> bool:
    """Whether a comment in the first lines says that a program wrote the file."""
    head = text[: rule.head_bytes]
    low = head.lower()
    for hint in rule.hints:
        if hint in low:
            lines = b"\n".join(head.split(b"\n", rule.head_lines)[: rule.head_lines])
            pattern = rule.hash_line if extension(path) in rule.hash_extensions else rule.line
            return pattern.search(lines) is not None
    return False
