"""What can be said of a candidate's offers before they are made: none is denser, none cheaper than this.

A form of T tokens is worth at most `worth * T^size` and costs at least what stands around it plus T, so its density is
at most that at the best T there is: size / (1 - size) times what stands around it. The rule that a deeper form is worth
a little more than the one before it raises that, by known steps. What stands around a text is measured once, on an
entry with the least of everything; path, name and kind are told in full by every rendering.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from sys import maxsize

from seedwalk.config import Packing
from seedwalk.model import Cost, Depth, Entry, Kind
from seedwalk.pack.budget import Bound
from seedwalk.pack.snippets import Candidate, line_of, outline_of
from seedwalk.pack.tokens import Characters, Counter
from seedwalk.render import Renderer

NOTHING_KNOWN = Bound(inf, 0)
WORTHLESS = Bound(0.0, maxsize)
"""Nothing is chosen that is worth nothing."""
_TINY = Entry("p", "n", Kind.ENUM, 1, 1, 0.0, Depth.CUT, 0, "")
_ROUNDING = 1.0 + 1e-9
"""Densities are rounded before they are compared."""
_BODY_STEPS = 2
"""From a cut body to the full one the rule applies this often,"""
_LINE_STEPS, _OUTLINE_STEPS = 4, 3
"""and from a line and an outline to the full body."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds for one rendering, one counter and one choice of settings."""

    packing: Packing
    per_token: int
    around: int
    """Characters around a text, without those of path, name and kind,"""
    around_line: int
    """and around a one-line entry."""

    def of(self, candidate: Candidate, worth: float) -> Bound:
        """The bound for a candidate of this worth."""
        packing, symbol = self.packing, candidate.symbol
        if worth <= 0:
            return WORTHLESS
        told = _shown(symbol.path)
        line, outline = line_of(symbol), outline_of(symbol, packing)
        frame = (self.around + told + _shown(symbol.qualified_name) + len(symbol.kind)) // self.per_token
        least_line = (self.around_line + told + _shown(line)) // self.per_token
        best = _best_density(packing.size, max(0, frame - 1)) * packing.deeper**_BODY_STEPS * self._share()
        small = packing.value_line * self._tokens(line) ** packing.size
        medium = packing.value_outline * self._tokens(outline) ** packing.size
        raised = max(small * packing.deeper**_LINE_STEPS, medium * packing.deeper**_OUTLINE_STEPS)
        highest = max(best, raised / max(1, frame), small / max(1, least_line))
        return Bound(worth * highest * _ROUNDING, min(frame, least_line))

    def _tokens(self, text: str) -> int:
        return -(-len(text) // self.per_token)

    def _share(self) -> float:
        packing = self.packing
        return max(packing.value_full, packing.value_trimmed, packing.value_cut, packing.value_outline)


def bounds_for(renderer: Renderer, counter: Counter, packing: Packing) -> Bounds | None:
    """Bounds where they hold: tokens that are characters, and a value that grows slower than the cost."""
    if not isinstance(counter, Characters) or packing.cost is not Cost.TOKENS:
        return None
    if not 0 <= packing.size < 1 <= packing.deeper:
        return None
    whole = len(renderer.between + renderer.entry(_TINY))
    line = len(renderer.between + renderer.entry(_line(_TINY)))
    named = len(_TINY.path) + len(_TINY.name) + len(_TINY.kind)
    return Bounds(packing, counter.per_token, max(0, whole - named), max(0, line - named))


def _line(entry: Entry) -> Entry:
    return Entry(entry.path, entry.name, entry.kind, 1, 1, 0.0, Depth.LINE, 0, "")


def _shown(text: str) -> int:
    """Characters of a text that every rendering shows, white space aside."""
    return len("".join(text.split()))


def _best_density(size: float, frame: int) -> float:
    """The largest T^size / (frame + T) there is, over T of at least 1."""
    best = max(1.0, size * frame / (1.0 - size))
    return float(best**size / (frame + best))

