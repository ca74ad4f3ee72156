"""A pack for programs: one line of JSON, in a shape that is a promise (docs/pack.md) and has a version.

Texts are exact. Characters that show nothing are written as escapes, so a terminal sees no control character and a
program reads the very same string.
"""

from __future__ import annotations

import json
from typing import Any

from seedwalk.model import Entry, Pack
from seedwalk.render.renderer import Renderer
from seedwalk.render.safe import HIDDEN, escaped

_SCORE_DIGITS = 6


def pack_row(pack: Pack) -> dict[str, Any]:
    """The pack as plain values, for a program that puts it into something of its own."""
    return {
        "task": pack.task, "profile": pack.profile, "snapshot": pack.snapshot, "token_budget": pack.token_budget,
        "tokens_used": pack.tokens_used, "match": pack.match.quality.value, "notes": list(pack.notes),
        "symbols": [entry_row(entry) for entry in pack.entries],
    }  # fmt: skip


def entry_row(entry: Entry) -> dict[str, Any]:
    """One symbol as plain values."""
    return {
        "path": entry.path, "name": entry.name, "kind": entry.kind.value, "start_line": entry.start_line,
        "end_line": entry.end_line, "score": round(entry.score, _SCORE_DIGITS), "depth": entry.depth.value,
        "tokens": entry.tokens, "text": entry.text, "reasons": list(entry.reasons),
    }  # fmt: skip


def _head(pack: Pack) -> str:
    return _written({**pack_row(pack), "symbols": []}).removesuffix("]}")


def _entry(entry: Entry) -> str:
    return _written(entry_row(entry))


def _written(row: dict[str, Any]) -> str:
    return HIDDEN.sub(lambda found: escaped(ord(found[0])), json.dumps(row, ensure_ascii=False))


JSON = Renderer(head=_head, entry=_entry, between=", ", tail="]}\n", ranked=True)
