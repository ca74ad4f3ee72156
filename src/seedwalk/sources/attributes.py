"""`linguist-vendored` and `linguist-generated` in `.gitattributes`: the repository's own word on its files."""

from __future__ import annotations

import re

from msgspec import Struct

from seedwalk.sources.files import NotRegular, TooLarge, read_regular

_LIMIT = 1_000_000
"""Bytes; a longer attributes file is no attributes file."""
_ROW = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))\s+(.*)')
_WORDS = {"true": True, "false": False}
_NAMES = ("linguist-vendored", "linguist-generated")


class Opinion(Struct, frozen=True):
    """What the attributes say of one path; None says nothing."""

    vendored: bool | None = None
    generated: bool | None = None


class Attributes(Struct, frozen=True):
    """One `.gitattributes` file. Patterns speak of paths below its folder; the last that matches wins.

    As on GitHub, but kinder: `docs/` also means what lies below docs, which git would want written `docs/**`.
    """

    outside: str
    """For a file above the root: what to put before a path to speak of it from there."""
    inside: int
    """For a file below the root: how much of a path's beginning is its folder."""
    rows: tuple[tuple[re.Pattern[str], Opinion], ...]

    def opinion(self, path: str, before: Opinion) -> Opinion:
        """The opinion of a path, given what files further out said of it."""
        vendored, generated = before.vendored, before.generated
        seen = self.outside + path[self.inside :]
        for pattern, said in self.rows:
            if pattern.match(seen) is not None:
                vendored = vendored if said.vendored is None else said.vendored
                generated = generated if said.generated is None else said.generated
        return Opinion(vendored, generated)


def read_attributes(file: str, outside: str = "", inside: int = 0) -> Attributes | None:
    """The linguist rows of a `.gitattributes` file; None when it has none or cannot be read."""
    try:
        text = read_regular(file, _LIMIT).decode("utf-8", "surrogateescape")
    except (OSError, NotRegular, TooLarge):
        return None
    rows = tuple(row for line in text.splitlines() if "linguist-" in line for row in _parse(line))
    return Attributes(outside, inside, rows) if rows else None


def _parse(line: str) -> list[tuple[re.Pattern[str], Opinion]]:
    """The row a line makes, or none: comments, macros and attributes of other tools make none."""
    found = _ROW.match(line)
    if found is None or line.lstrip().startswith(("#", "[attr]", "!")):
        return []
    quoted, plain, words = found.groups()
    values = {name: value for name, value in map(_value, words.split()) if name in _NAMES}
    pattern = _regex(plain if quoted is None else quoted)
    if not values or pattern is None:
        return []
    return [(pattern, Opinion(values.get(_NAMES[0]), values.get(_NAMES[1])))]


def _value(word: str) -> tuple[str, bool | None]:
    """`name`, `-name`, `!name` or `name=true`."""
    if word.startswith("-"):
        return word[1:], False
    if word.startswith("!"):
        return word[1:], None
    name, equals, value = word.partition("=")
    return name, _WORDS.get(value.lower()) if equals else True


def _regex(pattern: str) -> re.Pattern[str] | None:
    from pathspec import GitIgnoreSpec, RegexPattern  # few repositories have a use for it, and it is slow to import

    try:
        compiled = list(GitIgnoreSpec.from_lines([pattern]).patterns)
    except ValueError:
        return None
    first = compiled[0] if compiled else None
    return first.regex if isinstance(first, RegexPattern) else None
