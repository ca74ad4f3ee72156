"""The depths of a symbol: its whole body, a body cut to what matters, its outline, one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property

from msgspec import Struct

from seedwalk.config import Packing
from seedwalk.model import Depth, Symbol, Trim
from seedwalk.pack.lines import MARK, Gap, Terms, enclosing, shown, signature_lines, without_gaps
from seedwalk.pack.trims import exits, trimmed

_INDENT = "    "


class Candidate(Struct, frozen=True, dict=True):
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


class Form(IntEnum):
    """The ways a symbol is told, from the least to the most: a body cut in one of two ways has one depth."""

    LINE = 0
    OUTLINE = 1
    CUT = 2
    TRIMMED = 3
    FULL = 4


BODIES = frozenset({Form.CUT, Form.TRIMMED, Form.FULL})
"""Forms that show lines of the file."""
DEPTHS = {
    Form.LINE: Depth.LINE,
    Form.OUTLINE: Depth.OUTLINE,
    Form.CUT: Depth.CUT,
    Form.TRIMMED: Depth.CUT,
    Form.FULL: Depth.FULL,
}


class Snippet(Struct, frozen=True):
    """A symbol's text in some form; a form that has nothing to say has no text."""

    form: Form
    text: str

    @property
    def depth(self) -> Depth:
        return DEPTHS[self.form]


def allowed(packing: Packing) -> list[Form]:
    """The forms of the depths that the settings allow, from the least to the most."""
    return [form for form in Form if DEPTHS[form] in packing.depths]


def snippet(candidate: Candidate, form: Form, gaps: Sequence[Gap], terms: Terms, packing: Packing) -> Snippet:
    """A candidate in one form; `gaps` are told elsewhere."""
    return Snippet(form, _TOLD[form](_Body(candidate, gaps, terms, packing)))


def snippets(candidate: Candidate, gaps: Sequence[Gap], terms: Terms, packing: Packing) -> list[Snippet]:
    """All that may be told of a candidate, by the depths the settings allow."""
    body = _Body(candidate, gaps, terms, packing)
    return [Snippet(form, text) for form in allowed(packing) if (text := _TOLD[form](body))]


class _Body:
    """One candidate's lines, and each of its forms."""

    def __init__(self, candidate: Candidate, gaps: Sequence[Gap], terms: Terms, packing: Packing) -> None:
        self.candidate, self.symbol, self.gaps = candidate, candidate.symbol, gaps
        self.terms, self.packing = terms, packing

    @property
    def text(self) -> str:
        return self.candidate.text

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n") if self.text else []

    @cached_property
    def own(self) -> set[int]:
        elsewhere = {position for gap in self.gaps for position in range(gap.start, gap.end)}
        return set(range(len(self.lines))) - elsewhere

    def full(self) -> str:
        """Every line of its own."""
        if not self.gaps:
            return self._below_doc(self.text) if self.text.strip() else ""
        told = without_gaps(self.lines, self.symbol.span.start_line, self.gaps)
        return self._below_doc(told) if any(self.lines[position].strip() for position in self.own) else ""

    def trimmed(self) -> str:
        """Every line of its own but those the trims take; what holds a term of the task stays."""
        if self.candidate.length < self.packing.cut_from:
            return ""
        lost = trimmed(self.text, self.packing.trims) - self.holding - self.head
        return self._shown(self.own - lost) if lost & self.own else ""

    def cut(self) -> str:
        """Its signature and the lines that hold a term, each with its neighbours and the blocks around it."""
        if self.candidate.length < self.packing.cut_from:
            return ""
        hits = self.holding & self.own - self.head
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
        return self.terms.holding(self.text, self.packing.frequent_share)

    def _shown(self, kept: set[int]) -> str:
        """The kept lines; above them the doc when it stands outside the body, marked as no line of it."""
        return self._below_doc(shown(self.lines, kept, self.symbol.span.start_line, self.gaps))

    def _below_doc(self, told: str) -> str:
        if not self.symbol.doc:
            return told
        doc = _doc(self.symbol, self.packing)
        inside = not doc or doc[0] in self.text
        return told if inside else "\n".join((*(f"{MARK} {line}" for line in doc), told))


_TOLD: dict[Form, Callable[[_Body], str]] = {
    Form.LINE: _Body.line,
    Form.OUTLINE: _Body.outline,
    Form.CUT: _Body.cut,
    Form.TRIMMED: _Body.trimmed,
    Form.FULL: _Body.full,
}


def outline_of(symbol: Symbol, packing: Packing) -> str:
    """Its signature, and its doc below."""
    doc: Iterator[str] = (f"{_INDENT}{line}".rstrip() for line in _doc(symbol, packing))
    return "\n".join(line for line in (symbol.signature, *doc) if line)


def line_of(symbol: Symbol) -> str:
    """Kind, qualified name, and the first line of the signature."""
    named = f"{symbol.kind} {symbol.qualified_name}"
    first = symbol.signature.partition("\n")[0].strip()
    return f"{named}: {first}" if first else named


def _doc(symbol: Symbol, packing: Packing) -> list[str]:
    """The first lines of a doc, and a mark where there are more."""
    lines = symbol.doc.strip().split("\n", packing.doc_lines) if symbol.doc.strip() else []
    more = [MARK] if len(lines) > packing.doc_lines else []
    return [line.rstrip() for line in lines[: packing.doc_lines]] + more
