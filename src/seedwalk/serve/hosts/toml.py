"""TOML edited in place: one table is set or taken out, and every other byte stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*([^\]\n]+?)[ \t]*\]\]?[ \t]*(?:#.*)?$", re.MULTILINE)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class NotToml(ValueError):
    """The text is not TOML."""


def value_at(text: str, keys: Sequence[str]) -> Any:
    """The table at a way of keys; None when there is none. Raises NotToml."""
    try:
        found: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error)) from error
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def set_value(text: str, keys: Sequence[str], value: dict[str, Any]) -> str:
    """The text with the table at a way of keys: in the place of the old one, else at the end. Raises NotToml."""
    value_at(text, keys)
    table = "\n".join([f"[{'.'.join(map(_key, keys))}]", *(f"{_key(k)} = {_written(v)}" for k, v in value.items())])
    spans = _spans(text, keys)
    if not spans and value_at(text, keys) is not None:
        raise NotToml(f"'{'.'.join(keys)}' is there, but not as a table of its own")
    if spans:
        start, end = spans[0]
        kept = text[start:end][len(text[start:end].rstrip("\n")) :] or "\n"
        changed = text[:start] + table + kept + text[end:]
        return without(changed, keys, skip=1)
    lead = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{lead}{table}\n"


def without(text: str, keys: Sequence[str], skip: int = 0) -> str:
    """The text without the table and those below it; the same text when it is not there."""
    for start, end in reversed(_spans(text, keys)[skip:]):
        before, after = text[:start].rstrip("\n"), text[end:]
        joint = "\n\n" if before and after.strip() else "\n" if before else ""
        text = before + joint + after.lstrip("\n")
    return text


def says_anything(text: str, keys: Sequence[str]) -> bool:
    """Whether anything is written there; tables on the way leave no trace of their own."""
    del keys
    return bool(text.strip())


def _spans(text: str, keys: Sequence[str]) -> list[tuple[int, int]]:
    """Where the table and the tables below it stand, headers included; comments before the next header stay with it."""
    headers = list(_HEADER.finditer(text))
    found = []
    for place, header in enumerate(headers):
        if _parts(header[1])[: len(keys)] == list(keys):
            end = headers[place + 1].start() if place + 1 < len(headers) else len(text)
            found.append((header.start(), _before_comments(text, header.end(), end)))
    return found


def _before_comments(text: str, start: int, end: int) -> int:
    """The end of a table's own lines: blank lines and comments right before the next header belong to that one."""
    if end == len(text):
        return end
    lines = text[start:end].splitlines(keepends=True)
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return start + sum(map(len, lines))


def _parts(header: str) -> list[str]:
    return [part.strip().strip("\"'") for part in header.split(".")]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return json.dumps(value, ensure_ascii=False)
