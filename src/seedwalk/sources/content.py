"""One file's text, ready to parse, or the reason it is not worth parsing."""
# Text paths: this runs once for every file of a repository.

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from seedwalk.model import Flags, Skipped
from seedwalk.sources import rules as rules_table
from seedwalk.sources.classify import too_large
from seedwalk.sources.files import TooLarge
from seedwalk.sources.raw import UNREACHED as UNREACHED
from seedwalk.sources.raw import read_bytes, text_of
from seedwalk.sources.rules import Generated, Minified, extension

if TYPE_CHECKING:
    from seedwalk.config import Sources

HASH_BYTES = 16


class Source(Struct, frozen=True, gc=False):
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
        raw = read_bytes(root, path, settings.max_file_bytes)
    except TooLarge as found:
        return too_large(path, found.size, settings)
    return raw if isinstance(raw, Skipped) else _judge(path, raw, settings)


def _judge(path: str, raw: bytes, settings: Sources) -> Source | Skipped:
    text, warnings = text_of(path, raw)
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
