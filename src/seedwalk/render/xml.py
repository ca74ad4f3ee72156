"""A pack as XML 1.0: what a symbol is stands in attributes, its text in CDATA, so that code keeps its own brackets."""

from __future__ import annotations

from collections.abc import Mapping

from seedwalk.model import Entry, Pack
from seedwalk.render.lines import asked, lines, score
from seedwalk.render.renderer import Renderer
from seedwalk.render.safe import visible

_MARKS = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_IN_TEXT = str.maketrans(_MARKS)
_IN_ATTRIBUTES = str.maketrans({**_MARKS, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
"""A table, not `xml.sax.saxutils`: that imports all that is needed to fetch a document over the network."""


def _head(pack: Pack) -> str:
    about = {
        "profile": pack.profile, "snapshot": pack.snapshot, "token_budget": pack.token_budget,
        "tokens_used": pack.tokens_used, "counter": pack.counter, "match": pack.match.quality,
    }  # fmt: skip
    notes = "".join(f"<note>{_text(note)}</note>\n" for note in pack.notes)
    return f"<pack{_attributes(about)}>\n<task>{_text(asked(pack))}</task>\n{notes}"


def _entry(entry: Entry) -> str:
    about = {
        "path": entry.path, "lines": lines(entry), "kind": entry.kind, "name": entry.name,
        "score": score(entry), "depth": entry.depth, "tokens": entry.tokens,
    }  # fmt: skip
    reasons = "".join(f"<reason>{_text(reason)}</reason>\n" for reason in entry.reasons)
    return f"<symbol{_attributes(about)}>\n{reasons}<text>{_cdata(entry.text)}</text>\n</symbol>\n"


def _attributes(values: Mapping[str, object]) -> str:
    """Attributes, without those that have no value."""
    return "".join(f' {name}="{_quoted(value)}"' for name, value in values.items() if value is not None)


def _quoted(value: object) -> str:
    return visible(str(value)).translate(_IN_ATTRIBUTES)


def _text(text: str) -> str:
    return visible(text).translate(_IN_TEXT)


def _cdata(text: str) -> str:
    """The text in CDATA; where it holds the end mark, in two of them with the mark cut in the middle."""
    return f"<![CDATA[{visible(text).replace(']]>', ']]]]><![CDATA[>')}]]>"


XML = Renderer(head=_head, entry=_entry, between="", tail="</pack>\n")
