"""What every record has."""

from __future__ import annotations

from typing import Protocol


class Saved(Protocol):
    """Anything with a key."""

    key: str


class Record:
    """A row of the shop."""

    table = "records"

    def __init__(self, key: str) -> None:
        self.key = key

    def save(self) -> None:
        """Write it down."""
        raise NotImplementedError
