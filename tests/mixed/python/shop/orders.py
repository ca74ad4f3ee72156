from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from shop.base import Record, Saved
from shop import pricing

LIMIT = 100
type Key = str | int


@dataclass
class Line:
    name: str
    count: int = 1


class Order(Record, Saved):
    """Lines bought together."""

    class Closed(Exception):
        pass

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.lines: list[Line] = []

    # How much it costs
    # in all.
    @cached_property
    def total(self) -> int:
        def one(line: Line) -> int:
            return pricing.PriceList.default().price(line.name) * line.count

        return sum(one(line) for line in self.lines)

    if LIMIT > 10:

        def add(self, line: Line) -> None:
            if len(self.lines) >= LIMIT:
                raise Order.Closed(self.key)
            self.lines.append(line)
    else:

        def add(self, line: Line) -> None:
            self.lines.append(line)


by_total = lambda order: order.total
