"""The depths of a symbol: its whole body, a body cut to what matters, its outline, one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from seedwalk.config import Packing
from seedwalk.model import Depth, Symbol, Trim
from seedwalk.pack.lines import MARK, Gap, Terms, enclosing, shown, signature_lines
from seedwalk.pack.trims import exits, trimmed

_INDENT = "    "


@dataclass(frozen=True)
class Candidate:
    """A symbol that may enter a pack. Candidates come in rank order.

    `proximity` is the walk's mass at the symbol, 1 at the seeds; `source` are the lines of its span, empty when the
    file cannot be read any more, or how to get them: most candidates are never looked at so closely.
    """

    symbol: Symbol
    score: float
    source: str | Callable[[Symbol], str]
    proximity: float = 1.0
    reasons: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        return self.source if isinstance(self.source, str) else self.source(self.symbol)

    @cached_property
    def length(self) -> int:
        """Lines of its text."""
        return self.text.count("\n") + 1


@dataclass(frozen=True, slots=True)
class Snippet:
    """A symbol's text at some depth, and the share of its value that this depth gives.

    `whole`: it also tells the lines of symbols inside it that are told nowhere else.
    """

    depth: Depth
    share: float
    text: str
    whole: bool


def snippets(candidate: Candidate, gaps: Sequence[Gap], terms: Terms, packing: Packing) -> list[Snippet]:
    """What may be told of a candidate, by the depths the settings allow; `gaps` are told elsewhere."""
    body = _Body(candidate, gaps, terms, packing)
    return [
        Snippet(depth, share(packing), text, whole)
        for depth, share, told, whole in _FORMS
        if depth in packing.depths and (text := told(body))
    ]


class _Body:
    """One candidate's lines, and each of its forms. A form that has nothing to say is empty."""

    def __init__(self, candidate: Candidate, gaps: Sequence[Gap], terms: Terms, packing: Packing) -> None:
        self.symbol, self.gaps, self.terms, self.packing = candidate.symbol, gaps, terms, packing
        self.text = candidate.text
        self.lines = self.text.split("\n") if self.text else []

    @cached_property
    def own(self) -> list[int]:
        elsewhere = {position for gap in self.gaps for position in range(gap.start, gap.end)}
        return [position for position in range(len(self.lines)) if position not in elsewhere]

    def full(self) -> str:
        """Every line of its own."""
        if not self.gaps:
            return self._below_doc(self.text) if self.text.strip() else ""
        return self._shown(set(self.own)) if any(self.lines[position].strip() for position in self.own) else ""

    def trimmed(self) -> str:
        """Every line of its own but those the trims take; what holds a term of the task stays."""
        if len(self.lines) < self.packing.cut_from:
            return ""
        lost = trimmed(self.text, self.packing.trims) - self.holding - self.head
        return self._shown(set(self.own) - lost) if lost.intersection(self.own) else ""

    def cut(self) -> str:
        """Its signature and the lines that hold a term, each with its neighbours and the blocks around it."""
        if len(self.lines) < self.packing.cut_from:
            return ""
        hits = self.holding.intersection(self.own) - self.head
        if hits and Trim.IMPORTS in self.packing.trims:
            hits -= trimmed(self.text, (Trim.IMPORTS,))
        if not hits:
            return ""
        around = range(-self.packing.around, self.packing.around + 1)
        kept = {hit + step for hit in hits for step in around} | self.head
        if self.packing.keep_exits:
            kept |= exits(self.text)
        return self._shown(kept | enclosing(self.text, kept))

    def outline(self) -> str:
        return outline_of(self.symbol, self.packing)

    def line(self) -> str:
        return line_of(self.symbol)

    @cached_property
    def head(self) -> set[int]:
        return set(range(signature_lines(self.lines, self.symbol.signature))) if self.symbol.signature else set()

    @cached_property
    def holding(self) -> set[int]:
        return self.terms.holding(self.lines, self.packing.frequent_share)

    def _shown(self, kept: set[int]) -> str:
        """The kept lines; above them the doc when it stands outside the body, marked as no line of it."""
        return self._below_doc(shown(self.lines, kept, self.symbol.span.start_line, self.gaps))

    def _below_doc(self, told: str) -> str:
        doc = _doc(self.symbol, self.packing)
        inside = not doc or doc[0] in self.text
        return told if inside else "\n".join((*(f"{MARK} {line}" for line in doc), told))


def outline_of(symbol: Symbol, packing: Packing) -> str:
    """Its signature, and its doc below."""
    doc = (f"{_INDENT}{line}".rstrip() for line in _doc(symbol, packing))
    return "\n".join(line for line in (symbol.signature, *doc) if line)


def line_of(symbol: Symbol) -> str:
    """Kind, qualified name, and the first line of the signature."""
    named = f"{symbol.kind} {symbol.qualified_name}"
    first = symbol.signature.partition("\n")[0].strip()
    return f"{named}: {first}" if first else named


def _doc(symbol: Symbol, packing: Packing) -> list[str]:
    """The first lines of a doc, and a mark where there are more."""
    lines = symbol.doc.strip().split("\n") if symbol.doc.strip() else []
    more = [MARK] if len(lines) > packing.doc_lines else []
    return [line.rstrip() for line in lines[: packing.doc_lines]] + more


_FORMS: tuple[tuple[Depth, Callable[[Packing], float], Callable[[_Body], str], bool], ...] = (
    (Depth.LINE, lambda packing: packing.value_line, _Body.line, False),
    (Depth.OUTLINE, lambda packing: packing.value_outline, _Body.outline, False),
    (Depth.CUT, lambda packing: packing.value_cut, _Body.cut, False),
    (Depth.CUT, lambda packing: packing.value_trimmed, _Body.trimmed, True),
    (Depth.FULL, lambda packing: packing.value_full, _Body.full, True),
)
"""From the least to the most: depth, the share of the symbol's value it gives, its text, whether that is whole."""
