"""Random walk with restart: relevance spreads from the seeds along edges, and keeps coming back to them.

    mass = (1 - restart) * (spread(mass) + mass in dead ends * seeds) + restart * seeds

iterated from the seeds until the distribution or its first ranks stand still. (Tong, Faloutsos, Pan: Fast Random Walk
with Restart and Its Applications, 2006.)
"""

from __future__ import annotations

import numpy as np

from seedwalk.arrays.columns import Column, Few, dense, having, nothing, scaled
from seedwalk.config import Walking
from seedwalk.graph.matrix import WalkMatrix


def walk(matrix: WalkMatrix, seeds: np.ndarray, settings: Walking) -> np.ndarray:
    """The mass of every row, the largest scaled to 1. `seeds` are weights by row; all zero gives no mass at all."""
    return dense(walked(matrix, seeds, settings))


def walked(matrix: WalkMatrix, seeds: np.ndarray, settings: Walking) -> Column:
    """The same, told of few rows where few have any."""
    total = seeds.sum()
    if total <= 0:
        return nothing(len(seeds))
    at = np.flatnonzero(seeds > 0)
    start = seeds[at] / total
    mass: Column = Few(at, start, len(seeds))
    steady, first, moving = 0, None, 1 - settings.restart
    for step in range(settings.steps):
        before = having(mass)
        mass, lost = matrix.spread(before.rows, moving * before.values, at)
        _return(mass, at, (lost + settings.restart) * start)
        if step + 1 == settings.steps or _change(before, mass) < settings.settled:
            break
        if settings.stable_steps and step:
            top = _first(dense(mass), settings.stable_ranks)
            steady = steady + 1 if first is not None and np.array_equal(top, first) else 0
            first = top
            if steady >= settings.stable_steps:
                break
    return scaled(mass)


def _return(mass: Column, at: np.ndarray, back: np.ndarray) -> None:
    """Add what comes back to the seeds, which are named in the mass."""
    if isinstance(mass, Few):
        mass.values[np.searchsorted(mass.rows, at)] += back
    else:
        mass[at] += back


def _change(before: Few, mass: Column) -> float:
    """By how much the masses differ, all together."""
    values, here = (mass.values, mass.at(before.rows)) if isinstance(mass, Few) else (mass, mass[before.rows])
    return float(values.sum() - here.sum() + np.abs(here - before.values).sum())


def _first(mass: np.ndarray, ranks: int) -> np.ndarray:
    """The rows of the largest masses, in order; equal masses by row."""
    count = min(ranks, len(mass))
    top = np.argpartition(-mass, count - 1)[:count]
    ordered: np.ndarray = top[np.lexsort((top, -mass[top]))]
    return ordered
