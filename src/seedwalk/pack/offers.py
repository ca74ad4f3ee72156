"""What does each candidate offer, and at what price? The price is that of the rendered entry, headers included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from seedwalk.config import Packing
from seedwalk.model import Entry, Pack
from seedwalk.pack.budget import Offer
from seedwalk.pack.lines import Gap, Terms
from seedwalk.pack.nesting import inner
from seedwalk.pack.snippets import Candidate, Snippet, snippets
from seedwalk.pack.tokens import Counter
from seedwalk.render import Renderer, render


@dataclass(frozen=True, slots=True)
class Prices:
    """What things cost in one rendering by one counter."""

    renderer: Renderer
    counter: Counter

    def pack(self, pack: Pack) -> int:
        return self.counter(render(pack, self.renderer))

    def entry(self, entry: Entry) -> int:
        return self.counter(self.renderer.between + self.renderer.entry(entry))


def entry_of(candidate: Candidate, snippet: Snippet, counter: Counter) -> Entry:
    """The candidate as it stands in a pack."""
    symbol = candidate.symbol
    return Entry(
        path=symbol.path, name=symbol.qualified_name, kind=symbol.kind, start_line=symbol.span.start_line,
        end_line=symbol.span.end_line, score=candidate.score, depth=snippet.depth, tokens=counter(snippet.text),
        text=snippet.text, reasons=candidate.reasons,
    )  # fmt: skip


@dataclass(slots=True)
class Offers:
    """The offers of ranked candidates. One that was let go is told by the candidate around it, if there is one."""

    candidates: Sequence[Candidate]
    worth: Sequence[float]
    terms: Terms
    prices: Prices
    packing: Packing
    _made: dict[tuple[int, tuple[Gap, ...], float], list[Offer]] = field(default_factory=dict)

    def menu(self, gone: frozenset[int]) -> tuple[list[list[Offer]], list[list[int]]]:
        """Offers by rank, none for those that are gone; and by rank, who stands directly inside."""
        ranks = [rank for rank in range(len(self.candidates)) if rank not in gone]
        nested = inner([self.candidates[rank].symbol for rank in ranks])
        within: list[list[int]] = [[] for _ in self.candidates]
        for rank, positions in zip(ranks, nested, strict=True):
            within[rank] = [ranks[position] for position in positions]
        carried = self._carried(gone)
        menu: list[list[Offer]] = [[] for _ in self.candidates]
        for rank in ranks:
            menu[rank] = self._of(rank, tuple(self._gap(rank, other) for other in within[rank]), carried.get(rank, 0.0))
        return menu, within

    def inline_price(self, rank: int) -> int:
        """What the lines of a candidate cost without anything around them."""
        return self.prices.counter(self.candidates[rank].text)

    def _carried(self, gone: frozenset[int]) -> dict[int, float]:
        """The worth of those that are gone, for the nearest candidate around each that is not."""
        outer: dict[int, int] = {}
        for rank, positions in enumerate(inner([candidate.symbol for candidate in self.candidates])):
            outer.update(dict.fromkeys(positions, rank))
        carried: dict[int, float] = {}
        for rank in sorted(gone):
            around = outer.get(rank)
            while around in gone:
                around = outer.get(around)
            if around is not None:
                carried[around] = carried.get(around, 0.0) + self.worth[rank]
        return carried

    def _of(self, rank: int, gaps: tuple[Gap, ...], carried: float) -> list[Offer]:
        key = (rank, gaps, carried)
        if key not in self._made:
            candidate = self.candidates[rank]
            found = snippets(candidate, gaps, self.terms, self.packing)
            entries = [entry_of(candidate, snippet, self.prices.counter) for snippet in found]
            values = [
                snippet.share * (self.worth[rank] + carried * snippet.whole) * self._amount(rank, entry.tokens)
                for snippet, entry in zip(found, entries, strict=True)
            ]
            rising = accumulate(values, lambda before, value: max(value, before * self.packing.deeper))
            self._made[key] = [
                Offer(self.prices.entry(entry), value, entry) for entry, value in zip(entries, rising, strict=True)
            ]
        return self._made[key]

    def _amount(self, rank: int, tokens: int) -> float:
        """whole^size * (told / whole)^within: what a text of so many tokens is worth beside the whole of its symbol."""
        whole = max(1, self.inline_price(rank))
        return float(whole**self.packing.size * min(1.0, tokens / whole) ** self.packing.within)

    def _gap(self, rank: int, other: int) -> Gap:
        """The lines of `other` inside the text of `rank`."""
        outside, inside = self.candidates[rank], self.candidates[other].symbol
        first = outside.symbol.span.start_line
        last = outside.length
        start, end = inside.span.start_line - first, inside.span.end_line - first + 1
        return Gap(min(start, last), min(end, last), inside.qualified_name)
