"""What a lister gives: paths in batches, before anyone asks what they are."""

from __future__ import annotations

from msgspec import Struct, field

from seedwalk.model import Skipped


class Batch(Struct, frozen=True):
    """Paths below the root, relative, with slashes, valid UTF-8, no order promised."""

    paths: list[str] = field(default_factory=list)
    """Very likely regular files."""
    suspects: list[str] = field(default_factory=list)
    """Perhaps links, pipes or sockets: to be looked at even when no language claims the name."""
    skipped: list[Skipped] = field(default_factory=list)
