"""JSON with comments, edited in place: one member is set or taken out, and every other byte stays as it is.

Settings files are written by people: comments, order, indentation and trailing commas are theirs. So a file is never
parsed and written anew; the place of a member is found in the text, and only that text changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PLAIN = re.compile(r"[^\s,\[\]{}\"/]+")
_BESIDE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*(?=\n))")
"""A comment behind a member, on its line: it speaks of that member."""
_INDENT = re.compile(r"\n([ \t]+)\S")
_DEFAULT_INDENT = "  "


class NotJson(ValueError):
    """The text is not JSON, not even with comments; `line` is where."""

    def __init__(self, text: str, at: int) -> None:
        self.line = text.count("\n", 0, at) + 1
        super().__init__(f"line {self.line}")


class Member(Struct, frozen=True):
    """A member of an object: where its key begins, and its value begins and ends."""

    key: str
    start: int
    value: int
    end: int


class Object(Struct, frozen=True):
    """An object: its braces, and its members in order."""

    start: int
    end: int
    members: tuple[Member, ...]

    def member(self, key: str) -> Member | None:
        return next((member for member in self.members if member.key == key), None)


def value_at(text: str, keys: Sequence[str]) -> Any:
    """The value at a way of keys; None when there is none. Raises NotJson."""
    if not text.strip():
        return None
    found = _find(text, keys)
    return None if found is None else _value(text, found.value)[0]


def set_value(text: str, keys: Sequence[str], value: Any) -> str:
    """The text with the value at a way of keys, the objects on the way made where they are missing. Raises NotJson."""
    if not text.strip():
        return _written(_nested(keys, value), "", _DEFAULT_INDENT) + "\n"
    whole = _object(text, _skip(text, 0))
    _end(text, whole.end)
    indent = found[1] if (found := _INDENT.search(text)) else _DEFAULT_INDENT
    for depth, key in enumerate(keys):
        member = whole.member(key)
        rest = keys[depth + 1 :]
        if member is None:
            return _inserted(text, whole, key, _nested(rest, value), indent, indent * (depth + 1))
        if not rest and _value(text, member.value)[0] == value:
            return text
        if not rest:
            return text[: member.value] + _written(value, indent * (depth + 1), indent) + text[member.end :]
        if text[member.value] != "{":
            raise NotJson(text, member.value)
        whole = _object(text, member.value)
    return text


def without(text: str, keys: Sequence[str]) -> str:
    """The text with the member at a way of keys taken out, and its comma; the same text when it is not there."""
    if not text.strip() or (member := _find(text, keys)) is None:
        return text
    parent = _parent(text, keys)
    place = parent.members.index(member)
    after = _skip(text, member.end)
    end = after + 1 if text[after] == "," else member.end
    if place + 1 < len(parent.members):
        return text[: member.start] + text[end:].lstrip()
    start = parent.members[place - 1].end if place else parent.start + 1
    comma = _skip(text, start) if place else start
    kept = place and end > member.end  # it had a comma behind it: so may the one before
    between = text[start:comma] + text[comma + (1 if place and not kept else 0) : member.start]
    rest = text[end:]
    if not between.strip() and not text[end : parent.end - 1].strip() and not place:
        return text[:start] + text[parent.end - 1 :]
    open_comment = "//" in between.rpartition("\n")[2] or "//" in between.rstrip().rpartition("\n")[2]
    joint = "\n" if open_comment and not rest.startswith("\n") else ""
    return text[:start] + between.rstrip() + joint + rest


def says_anything(text: str, keys: Sequence[str]) -> bool:
    """Whether the text holds more than the empty objects at a way of keys: another member, or a comment."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return True
    return found not in [_nested(keys[:depth], {}) for depth in range(len(keys) + 1)]


def _find(text: str, keys: Sequence[str]) -> Member | None:
    whole = _object(text, _skip(text, 0))
    _end(text, whole.end)
    member: Member | None = None
    for depth, key in enumerate(keys):
        member = whole.member(key)
        if member is None:
            return None
        if depth + 1 < len(keys):
            if text[member.value] != "{":
                return None
            whole = _object(text, member.value)
    return member


def _parent(text: str, keys: Sequence[str]) -> Object:
    if len(keys) == 1:
        return _object(text, _skip(text, 0))
    above = _find(text, keys[:-1])
    if above is None:
        raise NotJson(text, 0)
    return _object(text, above.value)


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _written(value: Any, lead: str, indent: str) -> str:
    """JSON of a value whose first line stands after `lead`."""
    return json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", f"\n{lead}")


def _inserted(text: str, whole: Object, key: str, value: Any, indent: str, lead: str) -> str:
    """A new member after the last one; an object on one line is opened up."""
    member = f"{json.dumps(key)}: {_written(value, lead, indent)}"
    if not whole.members:
        inside = text[whole.start + 1 : whole.end - 1].rstrip()
        return f"{text[: whole.start + 1]}{inside}\n{lead}{member}\n{lead[: -len(indent)]}{text[whole.end - 1 :]}"
    last = whole.members[-1].end
    after = _skip(text, last)
    trailing = text[after] == ","
    at = after + 1 if trailing else last
    beside = found.end() if (found := _BESIDE.match(text, at)) else at
    before, after_it = ("", ",") if trailing else (",", "")  # who ends the last member with a comma goes on to
    closes = "" if "\n" in text[beside : whole.end] else f"\n{lead[: -len(indent)]}"
    return f"{text[:at]}{before}{text[at:beside]}\n{lead}{member}{after_it}{closes}{text[beside:]}"


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _end(text: str, at: int) -> None:
    if _skip(text, at) != len(text):
        raise NotJson(text, at)


def _object(text: str, at: int) -> Object:
    if text[at : at + 1] != "{":
        raise NotJson(text, at)
    start, members = at, []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key = _STRING.match(text, at)
        if key is None:
            raise NotJson(text, at)
        colon = _skip(text, key.end())
        if text[colon : colon + 1] != ":":
            raise NotJson(text, colon)
        value = _skip(text, colon + 1)
        _, end = _value(text, value)
        members.append(Member(_decoded(text, key[0], at), key.start(), value, end))
        at = _next(text, end, "}")
    return Object(start, at + 1, tuple(members))


def _next(text: str, end: int, closing: str) -> int:
    """Past a comma to the next member, or at the closing bracket."""
    at = _skip(text, end)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != closing:
        raise NotJson(text, at)
    return at


def _value(text: str, at: int) -> tuple[Any, int]:
    opening = text[at : at + 1]
    if opening == "{":
        found = _object(text, at)
        return {member.key: _value(text, member.value)[0] for member in found.members}, found.end
    if opening == "[":
        return _list(text, at)
    matched = (_STRING if opening == '"' else _PLAIN).match(text, at)
    if matched is None:
        raise NotJson(text, at)
    return _decoded(text, matched[0], at), matched.end()


def _list(text: str, at: int) -> tuple[list[Any], int]:
    found = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        value, end = _value(text, at)
        found.append(value)
        at = _next(text, end, "]")
    return found, at + 1


def _decoded(text: str, written: str, at: int) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        raise NotJson(text, at) from None
