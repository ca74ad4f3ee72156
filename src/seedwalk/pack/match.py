"""Is the answer worth reading? Told from the scores alone: how high the best is, and whether it stands out."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.config import Packing
from seedwalk.model import Match, Quality


def match_quality(scores: Sequence[float], packing: Packing) -> Match:
    """Good, weak or none, with the reason; `scores` are those of the ranking, in any order.

    None: no scores, or the best below the peripheral band. Weak: the best below the moderate band; or the first
    `flat_count` within `flat_spread` of each other, and the best below the high band.
    """
    ranked = sorted(scores, reverse=True)
    if not ranked:
        return Match(Quality.NONE, "No symbol matches the task. Use names and words that the code itself uses.")
    best = ranked[0]
    if best < packing.peripheral_from:
        told = f"The best score is {best:.2f}; below {packing.peripheral_from:.2f} nothing matches."
        return Match(Quality.NONE, told)
    if best < packing.moderate_from:
        told = f"The best score is {best:.2f}; below {packing.moderate_from:.2f} symbols are only loosely related."
        return Match(Quality.WEAK, told)
    first = ranked[: packing.flat_count]
    if len(first) == packing.flat_count and best < packing.high_from and best - first[-1] <= packing.flat_spread:
        told = f"The first {len(first)} scores lie between {first[-1]:.2f} and {best:.2f}: the task fits many equally."
        return Match(Quality.WEAK, told)
    return Match(Quality.GOOD)
