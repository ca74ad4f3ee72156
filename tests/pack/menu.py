"""A shelf of fixed offers, each a cost and a value, so that the choice can be tested without anything to tell."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.model import Cost
from seedwalk.pack.budget import Step, choose, density, standing
from seedwalk.pack.value import WEIGH

Row = Sequence[tuple[int, float]]


class Menu:
    """Each row the offers of one candidate; what is told of it is the number of an offer."""

    def __init__(self, rows: Sequence[Row], cost: Cost = Cost.TOKENS, *, lavish: float = 1.0) -> None:
        self.rows, self._weigh, self._lavish = rows, WEIGH[cost], lavish
        self.told: dict[int, int] = {}
        self.asked: list[int] = []

    def promise(self, rank: int) -> float:
        return self._lavish * max((step.density for step in self._steps(rank)), default=0.0)

    def steepest(self, rank: int, room: int) -> Step[int] | None:
        self.asked.append(rank)
        return max(self._steps(rank), key=lambda step: (step.density, -step.cost), default=None)

    def best(self, rank: int, room: int) -> Step[int] | None:
        fit = (step for step in self._steps(rank) if step.cost <= room)
        return max(fit, key=lambda step: (step.gain, -step.cost), default=None)

    def take(self, step: Step[int]) -> None:
        self.told |= {rank: number for rank, number in step.changes.items() if number is not None}

    def _steps(self, rank: int) -> list[Step[int]]:
        paid, had = self.rows[rank][self.told[rank]] if rank in self.told else (0, 0.0)
        return [
            Step(cost - paid, value - had, density(value - had, self._weigh(cost) - self._weigh(paid)), {rank: number})
            for number, (cost, value) in enumerate(self.rows[rank])
            if value > had and cost > paid
        ]


def chosen(rows: Sequence[Row], room: int, cost: Cost = Cost.TOKENS, *, lavish: float = 1.0) -> dict[int, int]:
    """By rank, the number of the offer that was taken."""
    return standing(choose(Menu(rows, cost, lavish=lavish), len(rows), room))
