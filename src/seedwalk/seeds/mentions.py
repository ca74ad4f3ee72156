"""What a text quotes rather than says: files and folders, places in them, messages and types of errors, strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from seedwalk.config import Understanding
from seedwalk.seeds.traces import tidy
from seedwalk.task import Frame
from seedwalk.words import wordlists

T = TypeVar("T")

# ------------------------------------------------------------------------------------------------ files and folders

_CHUNK = re.compile(r"[^\s,;\"'`()\[\]{}<>|*=]+")
_PATH = re.compile(r"(?:[A-Za-z]:)?[\w@.~+\-/\\]+")
_BLOB = re.compile(r"https?://[^/\s]+/[^/\s]+/[^/\s]+/(?:-/)?(?:blob|tree|blame|raw)/[^/\s]+/([^\s#?]+)(?:#L(\d+))?")
_PLACE = re.compile(r":(\d+)(?::\d+)?[:.]?$|#L(\d+)(?:-L?\d+)?$")
_PUNCTUATION = ".:!?"


def places(text: str, tuning: Understanding) -> tuple[tuple[str, ...], tuple[Frame, ...]]:
    """Paths named in the text, and those of them that name a line (`a/b.py:12`) as frames."""
    paths: list[str] = []
    frames: list[Frame] = []
    for path, line in _named(text):
        paths.append(path)
        if line:
            frames.append(Frame(path, line, ""))
    return once(paths, tuning.max_mentions), once(frames, tuning.max_mentions)


def _named(text: str) -> Iterator[tuple[str, int]]:
    for chunk in _CHUNK.findall(text):
        if "://" in chunk:
            if blob := _BLOB.search(chunk):
                yield blob[1].rstrip(_PUNCTUATION), int(blob[2] or 0)
            continue
        line = 0
        if place := _PLACE.search(chunk):
            line, chunk = int(place[1] or place[2]), chunk[: place.start()]
        chunk = chunk.partition("::")[0].rstrip(_PUNCTUATION)
        if _PATH.fullmatch(chunk) and names_a_path(chunk):
            yield tidy(chunk), line


def names_a_path(chunk: str) -> bool:
    """Whether a run of letters and slashes is a file or a folder: by its ending, or by where it begins.

    >>> [names_a_path(c) for c in ("a/b.py", "setup.cfg", "src/core", "./x", "pkg/", "and/or", "Node.js", "1.2")]
    [True, True, True, True, True, False, False, False]
    """
    words = wordlists()
    plain = chunk.replace("\\", "/")
    low = plain.lower()
    if low in words.dotted or "@" in plain[1:].partition("/")[0] or not any(letter.isalpha() for letter in plain):
        return False
    folder, slash, name = low.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if dot and (stem or slash) and ending in words.extensions and (slash or len(ending) > 1):
        return True
    if not slash:
        return False
    first = low.lstrip("./").partition("/")[0]
    return (
        low.startswith(("./", "../", "~/"))
        or not name
        or first in words.folders
        or (low.startswith("/") and bool(folder.strip("/")))
    )


# ------------------------------------------------------------------------------------------------------- quotations

_QUOTED = tuple(
    re.compile(pattern)
    for pattern in (
        r'(?<![\w"])"([^"\n]+)"(?![\w"])',
        r"(?<![\w'`])'([^'\n]+)'(?![\w'])",
        "\u201c([^\u201c\u201d\n]+)\u201d",
        "\u2018([^\u2018\u2019\n]+)\u2019(?!\\w)",
        "\u00ab([^\u00ab\u00bb\n]+)\u00bb",
    )
)


def quotations(text: str, tuning: Understanding) -> tuple[str, ...]:
    """Strings in quotation marks on one line, in the order of the text; an apostrophe opens none."""
    found: list[tuple[int, str]] = []
    for line_start, line in _lines(text, tuning):
        for pattern in _QUOTED:
            found += [(line_start + match.start(), match[1].strip()) for match in pattern.finditer(line)]
    inside = (string for _, string in sorted(found) if 1 < len(string) <= tuning.max_quoted)
    return once(inside, tuning.max_mentions)


# ----------------------------------------------------------------------------------------------------------- errors

_NAME = r"(?:\w+(?:\.|::))*[A-Z]\w*(?:Error|Exception|Warning|Failure|Fault|Panic|Interrupt)"
_TYPE = re.compile(rf"(?<![\w.]){_NAME}(?!\w)")
_TOLD = (
    # ValueError: message; java.lang.IllegalStateException: message; Caused by: …
    re.compile(rf"(?:^|\s){_NAME}\b(?: \[\w+\])?: (.+)$"),
    # Ruby: a.rb:1:in 'get': message (NoMethodError)
    re.compile(r"^\s*\S+:\d+:in [`'][^`'\n]*': (.+?) \(\w+(?:::\w+)*\)\s*$"),
    # Go: panic: message
    re.compile(r"^\s*panic: (.+?)(?: \[recovered\])?$"),
    # Rust, older: thread 'main' panicked at 'message', place
    re.compile(r"^\s*thread '[^']*' panicked at '(.+)', \S+:\d+"),
    # compilers and tools: error[E0382]: message; a.ts(1,2): error TS2345: message; fatal: message
    re.compile(r"(?:^|\s)(?:[Ff]atal(?: [Ee]rror)?|[Ee]rror|ERROR|FATAL)(?:\[\w+\]| [A-Z]+\d+)?: (.+)$"),
)


def errors(text: str, tuning: Understanding) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Types of errors named anywhere, and the messages of those that are told with one."""
    messages = []
    for _, line in _lines(text, tuning):
        told = next((match[1] for pattern in _TOLD if (match := pattern.search(line))), "")
        if told.strip(" `'\""):
            messages.append(told.strip())
    types = (_last_name(found) for _, line in _lines(text, tuning) for found in _TYPE.findall(line))
    return once(types, tuning.max_mentions), once(messages, tuning.max_mentions)


def _last_name(name: str) -> str:
    return name.replace("::", ".").rpartition(".")[2]


def _lines(text: str, tuning: Understanding) -> Iterator[tuple[int, str]]:
    """Lines short enough to be looked at closely, with where they begin."""
    start = 0
    for line in text.split("\n"):
        if len(line) <= tuning.max_line:
            yield start, line
        start += len(line) + 1


def once(found: Iterable[T], limit: int) -> tuple[T, ...]:
    """Each value at its first place, at most so many."""
    return tuple(dict.fromkeys(found))[:limit]
