"""How far a walk may go, and how much of it counts: the neighbourhood of the seeds, and the floor under the mass.

A walk over a part of the graph is the same walk with the rest cut off: the shares of each row are over the edges that
stay, and a row whose edges are all cut is a dead end, which gives its mass back to the seeds.
"""

from __future__ import annotations

import numpy as np

from seedwalk.config import Bounding, Walking
from seedwalk.graph.matrix import WalkMatrix, sharing
from seedwalk.rank.walk import walk


def bounded(matrix: WalkMatrix, seeds: np.ndarray, walking: Walking, bounding: Bounding) -> np.ndarray:
    """The mass of every row by a walk inside `hops` edges of the seeds, what lies below `floor` taken to nothing."""
    if not bounding.hops:
        mass = walk(matrix, seeds, walking)
        return floored(mass, bounding.floor) if bounding.floor else mass
    rows = within(matrix, seeds > 0, bounding.hops)
    mass = np.zeros(len(seeds))
    mass[rows] = walk(part_of(matrix, rows), seeds[rows], walking)
    return floored(mass, bounding.floor)


def within(matrix: WalkMatrix, seeds: np.ndarray, hops: int) -> np.ndarray:
    """The rows that are at most so many edges from a seed, whichever way the edges point, in order."""
    reached = seeds.copy()
    for _ in range(hops):
        near, mass = reached.copy(), reached.astype(float)
        for flow in matrix.flows:
            near |= (flow.given(mass) > 0) | (flow.taken(mass) > 0)
        if near.sum() == reached.sum():
            break
        reached = near
    rows: np.ndarray = np.flatnonzero(reached)
    return rows


def part_of(matrix: WalkMatrix, rows: np.ndarray) -> WalkMatrix:
    """The walk among these rows alone."""
    flows = tuple(flow.among(rows) for flow in matrix.flows)
    return sharing(flows, lambda: tuple(part.among(rows) for part in matrix.parts))


def floored(mass: np.ndarray, floor: float) -> np.ndarray:
    """Mass of less than the floor is none: it came from everywhere, and tells nothing of this task."""
    return np.where(mass >= floor, mass, 0.0)
