"""Measured numbers beside their limits, and the tables that show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from seedwalk.eval.spending import Spent


class Figure(Struct, frozen=True):
    """One measured number; without a limit it is there to explain the others."""

    name: str
    measured: float
    unit: str
    limit: float | None
    detail: str

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        return "pass" if self.measured <= self.limit else "miss"


def median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def spread(values: Sequence[float], places: int = 2) -> str:
    return f"{min(values):.{places}f} to {max(values):.{places}f}"


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.0f} {unit}" if unit in ("ms", "MB") else f"{value:.2f} {unit}"


def _cells(figures: Iterable[Figure]) -> list[tuple[str, ...]]:
    rows = [(f.name, _number(f.measured, f.unit), _number(f.limit, f.unit), f.verdict, f.detail) for f in figures]
    return [("figure", "measured", "limit", "verdict", "detail"), *rows]


def as_text(figures: Iterable[Figure]) -> str:
    cells = _cells(figures)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells)


def as_markdown(figures: Iterable[Figure]) -> str:
    head, *rows = _cells(figures)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def milliseconds(name: str, took: Sequence[Spent], limit: float, what: str = "") -> Figure:
    """The median of several tries by the clock; beside it what the processors spent, which others disturb less."""
    wall, cpu = [spent.wall * 1000 for spent in took], [spent.cpu * 1000 for spent in took]
    return Figure(name, median(wall), "ms", limit, f"{what}{spread(wall, 0)} ms, {median(cpu):.0f} ms of processors")
