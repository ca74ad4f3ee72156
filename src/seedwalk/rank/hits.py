"""HITS on the neighbourhood of the answer: what is pointed at by the right things, and what points at them.

    authority = sum of the hubs that point here, hub = sum of the authorities pointed at, both scaled to length 1

(Kleinberg: Authoritative Sources in a Hyperlinked Environment, 1999.)
"""

from __future__ import annotations

import numpy as np

from seedwalk.config import Hits
from seedwalk.graph.matrix import WalkMatrix
from seedwalk.graph.sparse import ones_at


def hits(matrix: WalkMatrix, mass: np.ndarray, settings: Hits) -> tuple[np.ndarray, np.ndarray]:
    """(authority, hub) of every row, 0 outside the rows with the most mass."""
    authority, hub = np.zeros(len(mass)), np.zeros(len(mass))
    count = min(settings.rows, int((mass > 0).sum()))
    if count < 2:
        return authority, hub
    rows = np.sort(np.lexsort((np.arange(len(mass)), -mass))[:count])
    among = ones_at(count, [part.among(rows).pairs() for part in matrix.parts])
    authorities, hubs = np.ones(count), np.ones(count)
    for _ in range(settings.steps):
        authorities = _unit(among.given(hubs))
        hubs = _unit(among.taken(authorities))
    authority[rows], hub[rows] = authorities, hubs
    return authority, hub


def adjustment(authority: np.ndarray, hub: np.ndarray, seeds: np.ndarray, settings: Hits) -> np.ndarray:
    """What being an authority or a hub adds: to seeds it adds, of what is no seed it takes the merely central down."""
    central = authority * settings.seed_authority * (seeds & (authority > settings.seed_authority_from))
    generic = authority * settings.other_authority * (~seeds & (authority > settings.other_authority_from))
    wiring = hub * settings.seed_hub * (seeds & (hub > settings.seed_hub_from))
    total: np.ndarray = central - generic + wiring
    return total


def _unit(values: np.ndarray) -> np.ndarray:
    length = float(np.sqrt((values * values).sum()))
    return values / length if length > 0 else values
