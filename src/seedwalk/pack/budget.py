"""Which depth does each candidate get? The choice of greatest value per token, in one pass over sorted upgrades.

Every candidate has offers, each with a cost and a value; none costs nothing and is worth nothing. Those on the upper
convex hull of (cost, value) make a chain of upgrades, each of lower density (value gained per cost added) than the
one before. All upgrades of all candidates, sorted by density, are taken while they fit: the greedy for the
multiple-choice knapsack (Sinha and Zoltners, 1979). What does not fit is passed over, and smaller ones may follow.
O(n log n) for n candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from seedwalk.model import Entry

_DENSITY_DIGITS = 12
"""Densities that agree to here are equal, and rank decides: the last bits of a float differ between machines."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry that could stand in the pack: what it costs with all that is rendered around it, and its value."""

    cost: int
    value: float
    entry: Entry


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Candidate number `rank` goes to its offer number `offer`."""

    rank: int
    offer: int


@dataclass(frozen=True, slots=True)
class _Step:
    density: float
    upgrade: Upgrade


Weigh = Callable[[int], float]
Menu = Sequence[Sequence[Offer]]


def choose(menu: Menu, room: int, weigh: Weigh = float) -> list[Upgrade]:
    """Upgrades in the order they were taken, their total cost at most `room`; the last of a candidate is its depth.

    Whoever takes back the last upgrades gets the choice for a smaller budget, or nearly.
    """
    steps = [step for rank, offers in enumerate(menu) for step in _chain(rank, offers, weigh)]
    steps.sort(key=lambda step: (-step.density, step.upgrade.rank, step.upgrade.offer))
    taken: list[Upgrade] = []
    paid: dict[int, int] = {}
    refused: set[int] = set()
    for step in steps:
        rank, cost = step.upgrade.rank, menu[step.upgrade.rank][step.upgrade.offer].cost
        more = cost - paid.get(rank, 0)
        if rank in refused or more > room:
            refused.add(rank)
            continue
        room -= more
        paid[rank] = cost
        taken.append(step.upgrade)
    return taken + _leftover(menu, depths(taken), room)


def depths(taken: Sequence[Upgrade]) -> dict[int, int]:
    """For each candidate that has one, the number of its offer."""
    return {upgrade.rank: upgrade.offer for upgrade in taken}


def _chain(rank: int, offers: Sequence[Offer], weigh: Weigh) -> list[_Step]:
    """The upgrades along the upper hull, from nothing on."""
    hull: list[tuple[float, float, int]] = [(0.0, 0.0, -1)]
    for number in sorted(range(len(offers)), key=lambda number: (offers[number].cost, -offers[number].value, number)):
        point = (weigh(offers[number].cost), offers[number].value, number)
        if point[1] <= hull[-1][1]:
            continue
        while len(hull) > 1 and _density(hull[-2], hull[-1]) <= _density(hull[-2], point):
            hull.pop()
        hull.append(point)
    return [
        _Step(round(_density(before, after), _DENSITY_DIGITS), Upgrade(rank, after[2]))
        for before, after in pairwise(hull)
    ]


def _density(before: tuple[float, float, int], after: tuple[float, float, int]) -> float:
    return (after[1] - before[1]) / max(after[0] - before[0], _SMALLEST)


_SMALLEST = 1e-9
"""Two offers of one cost: the better one is as good as free."""


def _leftover(menu: Menu, chosen: dict[int, int], room: int) -> list[Upgrade]:
    """What the rest of the room still buys, best rank first: offers off the hull, and those that were passed over."""
    taken = []
    for rank, offers in enumerate(menu):
        now = offers[chosen[rank]] if rank in chosen else None
        paid, value = (now.cost, now.value) if now else (0, 0.0)
        better = [n for n, offer in enumerate(offers) if offer.value > value and offer.cost - paid <= room]
        if better:
            best = max(better, key=lambda number: (offers[number].value, -offers[number].cost))
            room -= offers[best].cost - paid
            taken.append(Upgrade(rank, best))
    return taken
