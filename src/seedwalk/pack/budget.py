"""Who is told next, and how deep? Always the step of greatest value per token, and no candidate is looked at sooner.

A step tells one candidate deeper: it costs tokens and gains value. Of the steps of one candidate from where it stands,
the steepest is the next edge of the upper hull of its offers, so that taking the steepest of all while it fits is the
greedy for the multiple-choice knapsack (Sinha and Zoltners, 1979). What does not fit is passed over, and what is left
at the end buys the best that still fits, best rank first.

The steps of a candidate are dear to make: its file is read, its body cut and priced. So they are made when its turn may
have come, told by an estimate (Minoux, 1978: the lazy greedy). Whose step turns out less steep than another's estimate
waits for its turn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

_DENSITY_DIGITS = 12
"""Densities that agree to here are equal, and rank decides: the last bits of a float differ between machines."""
_SMALLEST = 1e-9
"""What costs nothing more, or less than nothing, is as good as free."""

Told = TypeVar("Told")


class Step(Struct, Generic[Told], frozen=True):
    """One candidate told deeper: what changes for it and for others, by rank; None where one is told no more."""

    cost: int
    gain: float
    density: float
    changes: Mapping[int, Told | None]


class Shelf(Protocol[Told]):
    """Candidates by rank, each told at some depth or not at all."""

    def promise(self, rank: int) -> float:
        """About how steep its first step is, told without looking closer."""
        ...

    def steepest(self, rank: int, room: int) -> Step[Told] | None:
        """Its step of greatest density from where it stands; None when there is none, or plainly too little room."""
        ...

    def best(self, rank: int, room: int) -> Step[Told] | None:
        """Its step of greatest gain that costs no more than the room; None when there is none."""
        ...

    def take(self, step: Step[Told]) -> None:
        """Let what the step changes stand."""
        ...


def density(gain: float, cost: float) -> float:
    """Value per cost, to the digits that decide."""
    return round(gain / max(cost, _SMALLEST), _DENSITY_DIGITS)


def choose(shelf: Shelf[Told], count: int, room: int) -> list[Step[Told]]:
    """Steps in the order they were taken, their total cost at most `room`.

    Whoever takes back the last steps gets the choice for a smaller budget, or nearly.
    """
    taken: list[Step[Told]] = []
    waiting = [(-shelf.promise(rank), rank) for rank in range(count)]
    heapify(waiting)
    while waiting:
        _, rank = heappop(waiting)
        step = shelf.steepest(rank, room)
        if step is None:
            continue
        turn = (-step.density, rank)
        if waiting and turn > waiting[0]:
            heappush(waiting, turn)
        elif step.cost <= room:
            shelf.take(step)
            taken.append(step)
            room -= step.cost
            heappush(waiting, turn)
    return taken + _leftover(shelf, count, room)


def _leftover(shelf: Shelf[Told], count: int, room: int) -> list[Step[Told]]:
    """What the rest of the room still buys."""
    taken = []
    for rank in range(count):
        step = shelf.best(rank, room)
        if step is not None:
            shelf.take(step)
            taken.append(step)
            room -= step.cost
    return taken


def standing(steps: Iterable[Step[Told]]) -> dict[int, Told]:
    """What is told of each candidate after these steps."""
    found: dict[int, Told] = {}
    for step in steps:
        for rank, told in step.changes.items():
            if told is None:
                found.pop(rank, None)
            else:
                found[rank] = told
    return found
