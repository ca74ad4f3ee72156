"""What git remembers, and what that counts for."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Positive, Several, Share, Weight


class History(Struct, frozen=True):
    """What git remembers of symbols (`remembering.py`), and how it speaks for them (`seeds/history.py`)."""

    commits: Count = 5_000
    """Commits read, newest first: some two years of a busy project. 0 reads none."""
    seconds: Weight = 20.0
    """Time spent reading new ones in one run; what is left over is read by the next."""
    most_files: Several = 50
    """A commit that changed more source files speaks of none of them: a new format, a new licence."""
    k1: Positive = 1.0
    """How soon more commits with the same word stop counting: two say nearly all."""
    b: Share = 0.6
    """How far it counts against a symbol that many commits touched it: each of their words is less its own."""
    file: Weight = 0.7
    """What the commits that touched a symbol's file count beside those that touched the symbol, scaled as they are."""
    precedents: Count = 100
    """Commits whose messages are most like the task, and what they touched (`seeds/precedents.py`)."""
    half_life: Positive = 180.0
    """Days after which a change is half as fresh."""
