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
    rows = at = np.flatnonzero(seeds > 0)
    held = start = seeds[at] / total
    steady, first, moving = 0, None, 1 - settings.restart
    mass = np.zeros_like(seeds)
    for step in range(settings.steps):
        mass, lost = matrix.spread(rows, moving * held)
        mass[at] += (lost + settings.restart) * start
        if step + 1 == settings.steps or _change(mass, rows, held) < settings.settled:
            break
        if settings.stable_steps and step:
            top = _first(mass, settings.stable_ranks)
            steady = steady + 1 if first is not None and np.array_equal(top, first) else 0
            first = top
            if steady >= settings.stable_steps:
                break
        rows = np.flatnonzero(mass > 0)
        held = mass[rows]
    highest = mass.max()
    scaled: np.ndarray = mass / highest if highest > 0 else mass
    return scaled


def _change(mass: np.ndarray, rows: np.ndarray, held: np.ndarray) -> float:
    """By how much the masses differ from those that these rows held and no others, all together."""
    here = mass[rows]
    return float(mass.sum() - here.sum() + np.abs(here - held).sum())


def _first(mass: np.ndarray, ranks: int) -> np.ndarray:
    """The rows of the largest masses, in order; equal masses by row."""
    count = min(ranks, len(mass))
    top = np.argpartition(-mass, count - 1)[:count]
    ordered: np.ndarray = top[np.lexsort((top, -mass[top]))]
    return ordered
