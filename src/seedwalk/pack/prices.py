"""What does an entry cost in one rendering by one counter? Each is rendered once, however often it is asked for."""

from __future__ import annotations

from msgspec import Struct, field

from seedwalk.model import Entry, Pack
from seedwalk.pack.snippets import Candidate, Snippet
from seedwalk.pack.tokens import Counter
from seedwalk.render import Renderer, arranged


class Prices(Struct, frozen=True):
    """Prices of entries, headers included, and of whole packs."""

    renderer: Renderer
    counter: Counter
    _rendered: dict[int, tuple[Entry, str]] = field(default_factory=dict)
    """By the entry's identity, for which the entry is kept: comparing would read all its text."""

    def pack(self, pack: Pack) -> int:
        """What the rendered pack costs: its text is the head and the entries' own."""
        entries = self.renderer.between.join(map(self._text, arranged(pack, self.renderer)))
        return self.counter(self.renderer.head(pack) + entries + self.renderer.tail)

    def entry(self, entry: Entry) -> int:
        return self.counter(self.renderer.between + self._text(entry))

    def _text(self, entry: Entry) -> str:
        known = self._rendered.get(id(entry))
        if known is None:
            known = self._rendered[id(entry)] = (entry, self.renderer.entry(entry))
        return known[1]


def entry_of(candidate: Candidate, snippet: Snippet, counter: Counter) -> Entry:
    """The candidate as it stands in a pack."""
    symbol = candidate.symbol
    return Entry(
        path=symbol.path, name=symbol.qualified_name, kind=symbol.kind, start_line=symbol.span.start_line,
        end_line=symbol.span.end_line, score=candidate.score, depth=snippet.depth, tokens=counter(snippet.text),
        text=snippet.text, reasons=candidate.reasons,
    )  # fmt: skip
