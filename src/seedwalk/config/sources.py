"""Which files are read."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Several


class Sources(Struct, frozen=True):
    """Which files are read."""

    max_file_bytes: Several = 4_000_000
    """Larger files are data or generated; the largest hand-written source known to us is 3 MB."""
    include_vendored: bool = False
    """Other people's code, and what was built from one's own, would drown the rest."""
    include_minified: bool = False
    """Its names are single letters: nothing in it can be found or read."""
    include_plain: bool = True
    """Documents, owners, deployments and manifests: they tie code to what is said of it."""
