"""Words that stand together."""

from __future__ import annotations

from dataclasses import dataclass

from seedwalk.config.kinds import Count, Several, Share


@dataclass(frozen=True, slots=True)
class Nearness:
    """How words that stand together in a task are looked for in symbols (`seeds/nearness.py`, docs/experiments/012)."""

    among: Several = 60
    """Best symbols that are looked into: the others have no words together that would bring them to the first page."""
    apart: Several = 3
    """Words of a task that are a pair stand at most so far from each other, stop words left out; a pair further apart counts
    less by as much."""
    window: Several = 12
    """Words of a symbol within which the two of a pair stand together."""
    length: Share = 0.5
    """How much more of the same a longer symbol must say: 0 not at all, 1 by as much as it is longer."""
    rest: Count = 3_000
    """Letters below the headline that are looked at for pairs."""
