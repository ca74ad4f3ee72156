"""rules.toml and unsupported.toml, compiled once into tables that answer in a lookup or two.

Knowledge only: nothing here looks at the file system.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct


class Globs:
    """Name patterns split by shape, because `str.endswith` of a tuple answers 20 times faster than a regex does."""

    __slots__ = ("_exact", "_framed", "_inner", "_prefixes", "_suffixes", "_wild")

    def __init__(self, patterns: Iterable[str]) -> None:
        exact, prefixes, suffixes, framed, inner, wild = set(), [], [], [], [], []
        for pattern in patterns:
            shape = re.sub(r"[^*]+", "x", pattern)
            if shape == "x":
                exact.add(pattern)
            elif shape == "x*":
                prefixes.append(pattern[:-1])
            elif shape == "*x":
                suffixes.append(pattern[1:])
            elif shape == "x*x":
                before, _, after = pattern.partition("*")
                framed.append((before, after))
            elif shape == "*x*":
                inner.append(pattern[1:-1])
            else:
                wild.append(fnmatch.translate(pattern))
        self._exact = frozenset(exact)
        self._prefixes = tuple(prefixes)
        self._suffixes = tuple(suffixes)
        self._framed = tuple(framed)
        self._inner = tuple(inner)
        self._wild = re.compile("|".join(wild)) if wild else None

    def match(self, name: str) -> bool:
        if name in self._exact or name.endswith(self._suffixes) or name.startswith(self._prefixes):
            return True
        for part in self._inner:
            if part in name:
                return True
        for before, after in self._framed:
            if name.startswith(before) and name.endswith(after):
                return True
        return self._wild is not None and self._wild.match(name) is not None


_LAST_WORD = re.compile(r"[._-][^._-]*$")


class FolderRule(Struct, frozen=True):
    """When a folder of this name counts; the fields are explained at the head of each section in rules.toml."""

    name: str
    reason: str = ""
    top: bool = False
    below: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    unless_below: tuple[str, ...] = ()
    unless_holds: tuple[str, ...] = ()
    unless_path: tuple[str, ...] = ()
    tests_needed_beside: tuple[str, ...] = ()
    only: frozenset[str] | None = None
    prune: bool = False

    @property
    def conditional(self) -> bool:
        return bool(self.top or self.below or self.beside or self.holds)


class FolderRules:
    """Folder rules by name: an exact name first, else by the last word of it (`*.tests`, `*-tests`)."""

    __slots__ = ("_endings", "_exact")

    def __init__(self, rules: Iterable[FolderRule]) -> None:
        self._exact: dict[str, FolderRule] = {}
        self._endings: dict[str, FolderRule] = {}
        for rule in rules:
            if rule.name.startswith("*"):
                self._endings[rule.name[1:]] = rule
            else:
                self._exact[rule.name] = rule

    def get(self, name: str) -> FolderRule | None:
        """The rule for a folder's name, which must be given in lower case."""
        rule = self._exact.get(name)
        if rule is None and (last := _LAST_WORD.search(name)):
            rule = self._endings.get(last.group())
        return rule


class Secrets(Struct, frozen=True):
    """Names of files that are never opened."""

    any_name: Globs
    """Certain names and those that need a configuration file's extension: one question, and nearly always a no."""
    names: Globs
    exempt: Globs
    config_extensions: frozenset[str]

    def match(self, name: str) -> bool:
        low = name.lower()
        if not self.any_name.match(low):
            return False
        if self.names.match(low):
            return not self.exempt.match(low)
        return extension(low) in self.config_extensions


class Minified(Struct, frozen=True):
    """Names of minified files, and how long lines must be for the content to say so."""

    names: Globs
    extensions: frozenset[str]
    longest_line: int
    average_line: int
    ordinary_lines: int
    ordinary_line: int


class Generated(Struct, frozen=True):
    """Names of files written by a program, and the lines near the top that say so."""

    names: Globs
    head_lines: int
    head_bytes: int
    hints: tuple[bytes, ...]
    hash_extensions: frozenset[str]
    line: re.Pattern[bytes]
    hash_line: re.Pattern[bytes]
    """The same for languages whose comments begin with `#`."""


class Rules(Struct, frozen=True):
    """rules.toml and unsupported.toml, compiled."""

    never: frozenset[str]
    secrets: Secrets
    vendored: FolderRules
    minified: Minified
    generated: Generated
    test_names: Globs
    test_folders: FolderRules
    aside_folders: FolderRules
    mock_hints: tuple[str, ...]
    mock_word: re.Pattern[str]
    unsupported: Mapping[str, str]

    def notable(self, name: str) -> bool:
        """Whether a file no language claims deserves a word: it is a secret, or code we do not read."""
        return extension(name) in self.unsupported or self.secrets.match(name)

    def mocks(self, name: str) -> bool:
        """Whether a name holds one of the mock words as a whole word, in any of the usual letter cases."""
        low = name.lower()
        for hint in self.mock_hints:
            if hint in low:
                return self.mock_word.search(name) is not None
        return False


def extension(name: str) -> str:
    """What follows a file name's last dot, in lower case; empty for `Makefile` and `.bashrc`."""
    dot = name.rfind(".")
    return name[dot + 1 :].lower() if dot > 0 else ""


@cache
def load() -> Rules:
    """The compiled rules, read once in a process."""
    table = _read("rules.toml")
    secret, test, mock = table["secret"], table["test"], table["mock"]
    return Rules(
        never=frozenset(table["never"]["folders"]),
        secrets=Secrets(
            any_name=Globs(secret["names"] + secret["config_names"]),
            names=Globs(secret["names"]),
            exempt=Globs(secret["except"]),
            config_extensions=frozenset(secret["config_extensions"]),
        ),
        vendored=_folder_rules(table["folder"]),
        minified=_minified(table["minified"]),
        generated=_generated(table["generated"]),
        test_names=Globs(test["names"]),
        test_folders=_folder_rules(test["folder"]),
        aside_folders=_folder_rules(table["aside"]["folder"]),
        mock_hints=tuple(mock["words"]),
        mock_word=_whole_word(mock["words"]),
        unsupported={ext: name for name, exts in _read("unsupported.toml")["languages"].items() for ext in exts},
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def _folder_rules(tables: Iterable[Mapping[str, Any]]) -> FolderRules:
    def frozen(key: str, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return frozenset(value) if key == "only" else tuple(value)

    return FolderRules(FolderRule(**{key: frozen(key, value) for key, value in table.items()}) for table in tables)


def _minified(table: Mapping[str, Any]) -> Minified:
    return Minified(
        names=Globs(table["names"]),
        extensions=frozenset(table["extensions"]),
        longest_line=table["longest_line"],
        average_line=table["average_line"],
        ordinary_lines=table["ordinary_lines"],
        ordinary_line=table["ordinary_line"],
    )


def _generated(table: Mapping[str, Any]) -> Generated:
    def line(leaders: list[str]) -> re.Pattern[bytes]:
        begin, say = "|".join(leaders), "|".join(table["lines"])
        return re.compile(rf"^[ \t\xef\xbb\xbf]*(?:{begin})[^\n]*?(?:{say})".encode("latin-1"), re.MULTILINE)

    return Generated(
        names=Globs(table["names"]),
        head_lines=table["head_lines"],
        head_bytes=table["head_bytes"],
        hints=tuple(hint.encode() for hint in table["hints"]),
        hash_extensions=frozenset(table["hash_extensions"]),
        line=line(table["leaders"]),
        hash_line=line(table["hash_leaders"]),
    )


def _whole_word(words: Iterable[str]) -> re.Pattern[str]:
    """`mock_store`, `mocks`, `mockStore`, `StoreMock`, `HTTPMock`, `MOCKS`; not `mocking`, `hammock`, `stubborn`."""
    listed = list(words)
    lower, upper = "|".join(listed), "|".join(word.upper() for word in listed)
    camel = "|".join(word.capitalize() for word in listed)
    return re.compile(
        rf"(?<![A-Za-z])(?:{lower})s?(?![a-z])|(?:{camel})s?(?![a-z])|(?<![A-Za-z])(?:{upper})S?(?![A-Za-z])"
    )
