"""Every tunable, grouped by the stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sources:
    """Which files are read."""

    max_file_bytes: int = 4_000_000
    """Larger files are data or generated; the largest hand-written source known to us is 3 MB."""
    include_vendored: bool = False
    include_minified: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
