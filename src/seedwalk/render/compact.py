"""A pack in few tokens: a line per symbol that begins with `@`, and its text below, each line moved in by one space.

Only what seedwalk says starts at the left edge, so no line of code can pass for a line about code.
"""

from __future__ import annotations

from seedwalk.model import Depth, Entry, Pack
from seedwalk.render.lines import asked, budget_line, place, score
from seedwalk.render.renderer import Renderer
from seedwalk.render.safe import one_line, visible


def _head(pack: Pack) -> str:
    notes = "".join(f"note: {one_line(note)}\n" for note in pack.notes)
    return f"task: {one_line(asked(pack))}\n{one_line(budget_line(pack))}\n{notes}"


def _entry(entry: Entry) -> str:
    why = f"why: {one_line('; '.join(entry.reasons))}\n" if entry.reasons else ""
    if entry.depth is Depth.LINE:
        return f"@ {one_line(place(entry))} {score(entry)} {one_line(entry.text)}\n{why}"
    text = visible(entry.text).replace("\n", "\n ")
    about = one_line(f"{place(entry)} {score(entry)} {entry.kind} {entry.name} ({entry.depth})")
    return f"@ {about}\n{why} {text}\n"


COMPACT = Renderer(head=_head, entry=_entry, between="", tail="")
