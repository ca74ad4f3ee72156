"""What is wrong with a tool's arguments: the value, the rule and the remedy, for the model that wrote them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from seedwalk.serve.schema import schema

_UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_AT = re.compile(r" - at `\$\.(\w+)[^`]*`$")
_CHOICE = "Invalid enum value"
_PLAIN = {
    "`int`": "a whole number", "`float`": "a number", "`str`": "text", "`bool`": "true or false", "`array`": "a list",
    "`object`": "an object", "`null`": "null", ">=": "of at least", "<=": "of at most",
    " of length of": " of length",
}  # fmt: skip
"""How the validator writes, and how people do."""
_LONGEST_VALUE = 80
"""Letters of a refused value that are told."""


def wrong(name: str, takes: type[msgspec.Struct], given: Mapping[str, Any], error: msgspec.ValidationError) -> str:
    """One sentence about the value and the rule, one with the remedy."""
    told, known = str(error), f"It takes: {', '.join(takes.__struct_fields__) or 'nothing'}."
    if unknown := _UNKNOWN.search(told):
        return f"{name} takes no '{unknown[1]}'. {known}"
    if missing := _MISSING.search(told):
        return f"{name} needs '{missing[1]}'. {known}"
    place = _AT.search(told)
    if place is None:
        return f"{name} was called wrongly: {told}. See its input schema."
    choices = f"Choose from: {', '.join(_choices(takes, place[1]))}" if _CHOICE in told else ""
    rule = choices or _plainly(told[: place.start()])
    return f"{name} cannot take {_short(given.get(place[1]))} as '{place[1]}'. {rule}."


def _plainly(rule: str) -> str:
    for written, plain in _PLAIN.items():
        rule = rule.replace(written, plain)
    return rule


def _choices(takes: type[msgspec.Struct], field: str) -> list[str]:
    """What a field may be, or each of its parts."""
    whole = schema(takes)
    described = whole["properties"][field]
    name = (described.get("items") or described)["$ref"].rpartition("/")[2]
    return list(whole["$defs"][name]["enum"])


def _short(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]} …"
