"""The map of a repository."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share


class Organising(Struct, frozen=True):
    """The map of a repository (`organising.py`)."""

    budget: Several = 6_000
    """Tokens of a map: a repository of a few hundred files fits whole, a larger one by what matters."""
    table: Share = 0.35
    """Share of the budget that the table of modules may use."""
    connections: Share = 0.15
    """Share for the connections between modules."""
    exports: Count = 5
    """Symbols a row of the table names: those most called from other modules."""
    per_file: Count = 12
    """Symbols told of one file: a reader of a map wants the shape, not the file."""
    stars: tuple[Share, ...] = (0.8, 0.95, 0.99)
    """Parts of all called symbols that one must exceed in callers for one, two, three stars."""
