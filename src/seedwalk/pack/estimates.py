"""What would each form cost and be worth? Told from a symbol's row alone: no file is read, nothing is rendered.

Estimates decide whose turn may have come; what is taken is always weighed and priced exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

from seedwalk.config import Packing
from seedwalk.model import Depth, Entry, Kind
from seedwalk.pack.prices import Prices
from seedwalk.pack.snippets import BODIES, DEPTHS, Candidate, Form, allowed
from seedwalk.pack.value import SHARES, WEIGH, amount

_YARD = "the quick brown fox jumps over the lazy dog, and so on\n"
"""A text to learn from what a counter takes for a character."""
_DOC_LINE = 60
"""Characters of a line of a doc, about."""
_LEAST = {Form.CUT: 0.1, Form.TRIMMED: 0.6, Form.FULL: 1.0}
"""Share of a body that each form of it hardly falls below: a cut keeps the lines that hold a term, their neighbours and
blocks; trims take comments and the like."""
_SLACK = 0.9
"""A form estimated at this share of its cost still counts as one that may fit: a header is not known to the letter."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One form of one candidate: tokens around its text, of its text and of the whole body, and value per cost."""

    header: float
    told: float
    whole: float
    density: float


class Estimates:
    """The estimates of candidates in one rendering, each made once."""

    __slots__ = ("_each", "_forms", "_headers", "_packing", "_shares", "_weigh")

    def __init__(self, prices: Prices, packing: Packing) -> None:
        self._each = prices.counter(_YARD) / len(_YARD)
        blank = {depth: prices.entry(_blank(depth)) for depth in packing.depths}
        self._forms = allowed(packing)
        self._headers = {form: blank[DEPTHS[form]] for form in self._forms}
        self._shares = {form: SHARES[form](packing) for form in self._forms}
        self._packing, self._weigh = packing, WEIGH[packing.cost]

    def of(self, candidate: Candidate, worth: float) -> dict[Form, Estimate]:
        """Every form the settings allow, as the symbol's row lets expect it."""
        symbol = candidate.symbol
        whole = max(1.0, self._each * (symbol.span.end_byte - symbol.span.start_byte))
        placed = len(symbol.path) + (sum(map(len, candidate.reasons)) if candidate.reasons else 0)
        found = {}
        for form in self._forms:
            named = 0 if form is Form.LINE else len(symbol.qualified_name)  # a line has it in its text
            header = self._headers[form] + self._each * (placed + named)
            told = self._told(form, candidate, whole, header)
            value = self._shares[form] * worth * amount(told, whole, self._packing)
            found[form] = Estimate(header, told, whole, value / max(self._weigh(header + told), 1.0))
        return found

    def _told(self, form: Form, candidate: Candidate, whole: float, header: float) -> float:
        """Tokens of a form. A cut body is taken for the part of greatest density."""
        if form is Form.FULL:
            return whole
        symbol, within = candidate.symbol, self._packing.within
        if form is Form.LINE:
            return self._each * (len(symbol.kind) + len(symbol.qualified_name) + len(symbol.signature))
        if form is Form.OUTLINE:
            return self._each * (len(symbol.signature) + min(len(symbol.doc), self._packing.doc_lines * _DOC_LINE))
        return whole if within >= 1 else min(whole, within * header / (1 - within))


def least(estimate: Estimate, form: Form, elsewhere: float) -> float:
    """The least that a form may cost, when so many tokens of a body are told elsewhere."""
    told = _LEAST[form] * max(0.0, estimate.whole - elsewhere) if form in BODIES else estimate.told
    return _SLACK * (estimate.header + told)


def _blank(depth: Depth) -> Entry:
    return Entry("", "", Kind.FUNCTION, 1, 2, 0.0, depth, 0, "")
