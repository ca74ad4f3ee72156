"""What would each form cost and be worth? Told from the symbols' rows alone: no file is read, nothing is rendered.

Estimates decide whose turn may have come; what is taken is always weighed and priced exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from seedwalk.config import Packing
from seedwalk.model import Cost, Depth, Entry, Kind
from seedwalk.pack.prices import Prices
from seedwalk.pack.snippets import BODIES, DEPTHS, Candidate, Form, allowed
from seedwalk.pack.value import SHARES

_YARD = "the quick brown fox jumps over the lazy dog, and again.\n"
"""A text to learn from what a counter takes for a character."""
_DOC_LINE = 60
"""Characters of a line of a doc, about."""
_LEAST = {Form.LINE: 1.0, Form.OUTLINE: 1.0, Form.CUT: 0.1, Form.TRIMMED: 0.6, Form.FULL: 1.0}
"""Share of its text that each form hardly falls below: a cut keeps the lines that hold a term, their neighbours and
blocks; trims take comments and the like."""
_SLACK = 0.9
"""A form estimated at this share of its cost still counts as one that may fit: a header is not known to the letter."""


class Estimates:
    """The estimates of ranked candidates in one rendering. `density` has, by form, a value per cost for each rank."""

    __slots__ = ("_headers", "_texts", "density", "least", "promise", "whole")

    def __init__(
        self, candidates: Sequence[Candidate], worth: Sequence[float], prices: Prices, packing: Packing
    ) -> None:
        each = prices.counter(_YARD) / len(_YARD)
        sizes = _sizes(candidates, packing) * each
        header = {depth: prices.entry(_blank(depth)) for depth in packing.depths}
        self._headers: dict[Form, list[float]] = {}
        self._texts: dict[Form, list[float]] = {}
        self.density: dict[Form, list[float]] = {}
        least = []
        whole = np.maximum(sizes[_WHOLE], 1.0)
        self.whole: list[float] = whole.tolist()
        """The tokens of each rank's body."""
        amounts = _Amounts(whole, np.asarray(worth) * whole**packing.size)
        for form in allowed(packing):
            headers = header[DEPTHS[form]] + sizes[_PLACE] + (sizes[_NAME] if form is not Form.LINE else 0.0)
            texts = whole if form in BODIES else sizes[form]
            self._headers[form], self._texts[form] = headers.tolist(), texts.tolist()
            self.density[form] = _density(form, headers, texts, amounts, packing)
            least.append(_SLACK * (headers + _LEAST[form] * texts))
        self.promise: list[float] = np.max(list(self.density.values()), axis=0).tolist()
        """The density of each rank's best form."""
        self.least: list[float] = np.min(least, axis=0).tolist()
        """The least that any form of each rank may cost."""

    def cost(self, rank: int, form: Form, elsewhere: float = 0.0) -> float:
        """The least that a form may cost, when so many tokens of the body are told elsewhere."""
        return _SLACK * (self._headers[form][rank] + _LEAST[form] * max(0.0, self._texts[form][rank] - elsewhere))


class _Amounts(Struct, frozen=True):
    """Of each rank the tokens of its whole body, and what that is worth."""

    whole: np.ndarray
    value: np.ndarray


_WEIGHED: Mapping[Cost, Callable[[np.ndarray], np.ndarray]] = {
    Cost.TOKENS: lambda costs: costs,
    Cost.LOGARITHM: lambda costs: 1 + np.log1p(costs),
}
_PLACE, _NAME, _WHOLE = len(Form), len(Form) + 1, len(Form) + 2


def _sizes(candidates: Sequence[Candidate], packing: Packing) -> np.ndarray:
    """Characters: rows of line and outline by their form, then of place and reasons, name, and whole body."""
    rows = []
    for candidate in candidates:
        symbol = candidate.symbol
        signed, named = len(symbol.signature), len(symbol.qualified_name)
        outline = signed + min(len(symbol.doc), packing.doc_lines * _DOC_LINE)
        placed = len(symbol.path) + (sum(map(len, candidate.reasons)) if candidate.reasons else 0)
        whole = symbol.span.end_byte - symbol.span.start_byte
        rows.append((len(symbol.kind) + named + signed, outline, 0, 0, 0, placed, named, whole))
    return np.array(rows, float).reshape(len(rows), _WHOLE + 1).T


def _density(
    form: Form, headers: np.ndarray, texts: np.ndarray, amounts: _Amounts, packing: Packing
) -> list[float]:
    """Value per cost. A cut body is taken for the part of greatest density."""
    if form in (Form.CUT, Form.TRIMMED) and packing.within < 1:
        texts = np.minimum(amounts.whole, packing.within * headers / (1 - packing.within))
    values = SHARES[form](packing) * amounts.value * np.minimum(1.0, texts / amounts.whole) ** packing.within
    dense: list[float] = (values / np.maximum(_WEIGHED[packing.cost](headers + texts), 1.0)).tolist()
    return dense


def _blank(depth: Depth) -> Entry:
    return Entry("", "", Kind.FUNCTION, 1, 2, 0.0, depth, 0, "")
