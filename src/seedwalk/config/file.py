"""`seedwalk.toml`: the settings of a repository, each with the line it stands on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from seedwalk.errors import UsageError

FILE = "seedwalk.toml"
_LARGEST = 1_000_000
"""Bytes; a file of every setting there is has a hundredth of it."""
_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w\"'.\- ]+?)\s*=")
_AT = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def read(root: Path) -> dict[str, tuple[Any, str]]:
    """Dotted name to value and place (`seedwalk.toml:3`) of all that the file says; nothing where there is none."""
    path = root / FILE
    if not path.is_file() and not path.is_symlink():
        return {}
    text = _text(path)
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        place = f"{FILE}:{at[1]}" if at and at[1] else FILE
        why = _AT.sub("", str(error)).strip().rstrip(".")
        raise UsageError(f"{place} is no TOML ({why}). Mend the line.") from error
    lines = _lines(text)
    return {name: (value, _place(name, lines)) for name, value in _leaves(tree, "")}


def _text(path: Path) -> str:
    if path.is_symlink():
        raise UsageError(f"'{FILE}' is a link, and seedwalk follows none. Put the file itself there.")
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"'{FILE}' is larger than {_LARGEST:,} bytes: no settings need as much. Make it smaller.")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"'{FILE}' cannot be read ({error}). Make it readable UTF-8, or remove it.") from error


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _lines(text: str) -> dict[str, int]:
    """The line of each table and key. Only for telling: what a line says is TOML's own reader to decide."""
    table = ""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _bare(header[1]) + "."
            found.setdefault(table[:-1], number)
        elif key := _KEY.match(line):
            found.setdefault(table + _bare(key[1]), number)
    return found


def _bare(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _place(name: str, lines: Mapping[str, int]) -> str:
    """The line of a name, or of the table written around it."""
    while name and name not in lines:
        name = name.rpartition(".")[0]
    return f"{FILE}:{lines[name]}" if name else FILE
