"""What is kept of answers given before."""

from __future__ import annotations

from msgspec import Struct


class Caching(Struct, frozen=True):
    """What is kept of answers given before (`answered.py`); measurements keep nothing."""

    packs: bool = True
    """Whether a pack is served again while all it depends on is the same."""
    memory: int = 64
    """Packs in memory: a few megabytes, more questions than a session asks twice."""
    stored: int = 256
    """Packs in the file beside the index: ten megabytes or so."""
