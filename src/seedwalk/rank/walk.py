"""Random walk with restart: relevance spreads from the seeds along edges, and keeps coming back to them.

    mass = (1 - restart) * (spread(mass) + mass in dead ends * seeds) + restart * seeds

iterated from the seeds until the distribution or its first ranks stand still. (Tong, Faloutsos, Pan: Fast Random Walk
with Restart and Its Applications, 2006.)
"""

from __future__ import annotations

import numpy as np

from seedwalk.config import Walking
from seedwalk.graph.matrix import WalkMatrix


def walk(matrix: WalkMatrix, seeds: np.ndarray, settings: Walking) -> np.ndarray:
    """The mass of every row, the largest scaled to 1. `seeds` are weights by row; all zero gives no mass at all."""
    total = seeds.sum()
    if total <= 0:
        return np.zeros_like(seeds)
    mass, steady, first = seeds / total, 0, None
    at = np.flatnonzero(mass > 0)
    start, dead, moving = mass[at], matrix.dead_ends, 1 - settings.restart
    for step in range(settings.steps):
        after = matrix.spread(mass)
        after *= moving
        after[at] += (moving * mass[dead].sum() + settings.restart) * start
        before, mass = mass, after
        if step + 1 == settings.steps or np.abs(after - before).sum() < settings.settled:
            break
        if settings.stable_steps and step:
            top = _first(mass, settings.stable_ranks)
            steady = steady + 1 if first is not None and np.array_equal(top, first) else 0
            first = top
            if steady >= settings.stable_steps:
                break
    highest = mass.max()
    scaled: np.ndarray = mass / highest if highest > 0 else mass
    return scaled


def _first(mass: np.ndarray, ranks: int) -> np.ndarray:
    """The rows of the largest masses, in order; equal masses by row."""
    count = min(ranks, len(mass))
    top = np.argpartition(-mass, count - 1)[:count]
    ordered: np.ndarray = top[np.lexsort((top, -mass[top]))]
    return ordered
