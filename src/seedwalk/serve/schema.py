"""JSON Schemas of arguments and answers, made from their types: an object at the top, everything it uses below it."""

from __future__ import annotations

from typing import Any

import msgspec


def schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of one type, as a tool states it."""
    (_,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    top = parts.pop(kind.__name__)
    top.pop("title", None)
    for part in parts.values():
        if "enum" in part:  # the field that chooses says what for; what the list itself says, it says to developers
            part.pop("title", None)
            part.pop("description", None)
    return {**top, "$defs": parts} if parts else top
