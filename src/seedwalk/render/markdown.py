"""A pack to paste: each symbol a heading with its place and a fenced block; one-line symbols a list."""

from __future__ import annotations

import re

from seedwalk.model import Depth, Entry, Pack
from seedwalk.render.lines import asked, budget_line, place, score
from seedwalk.render.renderer import Renderer
from seedwalk.render.safe import code_span, fence_for, one_line, visible

_EXTENSION = re.compile(r"\.([A-Za-z0-9]+)$")
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def _head(pack: Pack) -> str:
    quoted = "\n".join(f"> {_plain(line)}".rstrip() for line in visible(asked(pack)).split("\n"))
    notes = "".join(f"- {_plain(note)}\n" for note in pack.notes)
    return f"# Code worth reading\n\n{quoted}\n\n{_plain(budget_line(pack))}\n\n{notes}{notes and chr(10)}"


def _entry(entry: Entry) -> str:
    why = f"Why: {_plain('; '.join(entry.reasons))}\n" if entry.reasons else ""
    if entry.depth is Depth.LINE:
        return f"- {code_span(place(entry))} {score(entry)} {code_span(entry.text)}\n{why and '  ' + why}"
    text = visible(entry.text)
    fence = fence_for(text)
    language = _EXTENSION.search(entry.path)
    return (
        f"## {code_span(place(entry))}\n\n{entry.kind} {code_span(entry.name)}, {entry.depth}, score {score(entry)}, "
        f"{entry.tokens} tokens\n{why}\n{fence}{language[1] if language else ''}\n{text}\n{fence}\n\n"
    )


def _plain(text: str) -> str:
    """One line of prose that Markdown leaves as it is."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


MARKDOWN = Renderer(head=_head, entry=_entry, between="", tail="")
