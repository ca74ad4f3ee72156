"""How the index is built and kept up."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Positive, Several, Share, Weight


class Indexing(Struct, frozen=True):
    """How the index is built and kept up."""

    in_process_below: Count = 200
    """Files to read; below this, starting other processes costs more than it saves."""
    batch_bytes: Several = 400_000
    """Source bytes handed to a process at once: small enough to balance, large enough to be worth a message."""
    processes: Count = 0
    """0: one per processor."""
    seconds_per_batch: Positive = 60.0
    """A process that needs longer for one batch is ended, and the file it was reading is reported."""
    segments: Several = 8
    """Lexical segments kept side by side; one more, and the small ones are merged."""
    segment_share: Share = 0.1
    """Once the small segments hold this share of the symbols, all are merged into one."""
    patience: Weight = 600.0
    """How long an indexer waits for another one."""
