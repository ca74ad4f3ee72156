"""Words that stand together."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share


class Nearness(Struct, frozen=True):
    """How words that stand together in a task are looked for in symbols (`seeds/nearness.py`, docs/experiments/012)."""

    among: Several = 60
    """Best symbols that are looked into: what stands below them is not brought to the first page by a few words."""
    apart: Several = 3
    """How far from each other two words of a task may stand to be a pair, stop words left out; two that are not next to
    each other count less by as much."""
    window: Several = 8
    """Words of a symbol within which the two of a pair stand together."""
    length: Share = 0.5
    """How much more of the same a longer symbol must say: 0 not at all, 1 by as much as it is longer."""
    child: Share = 0.7
    """What a type gains of what its best member has: a type's own words are few."""
    letters: Count = 3_000
    """Letters of the headline, and as many below it, that are looked at for pairs."""
