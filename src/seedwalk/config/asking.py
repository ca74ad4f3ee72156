"""What each word of a task weighs."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share, Weight


class Asking(Struct, frozen=True):
    """What each word of a task weighs (`seeds/asked.py`), and what it is about. A task of one line is all headline."""

    headline: Several = 3
    """Words that a headline has at least: a greeting is none, and the next line belongs to it."""
    rest: Share = 0.4
    """What a word counts that stands below the headline only: the headline says what is wanted, the rest how one came
    to want it (docs/experiments/009)."""
    rare: Weight = 6.0
    """How telling (idf) a word below the headline must be to count its whole `rest`; others count less, by the same
    measure, and more telling ones more. 0 lets all count alike."""
    report: Share = 0.3
    """What is left of a word below the headline that every report has: `steps`, `expected`, and stop words."""
    runtime: Share = 0.2
    """What is left of a word that stands only in what a runtime says of any fault: "Cannot read properties of
    undefined". The names in it count whole (`words/messages.py`)."""
    repeated: Weight = 0.4
    """What a word gains that is said again, by the logarithm of how often it is said."""
    everyday: Share = 0.7
    """What a word of the headline counts that every repository has; one that is nobody's counts all, the others lie
    between by how surprising it is to find them (`seeds/surprise.py`, docs/experiments/015)."""
    seeds: Several = 120
    """Symbols the walk begins at where a task says more than its headline: a report names more (docs/experiments/015).
    A task of one line begins at `ranking.seeds`."""
    types: Share = 0.5
    """What is left of a type's score where a task says more than its headline: a report is about what code does, and it
    is functions that do something. A type's members lose nothing by it (docs/experiments/011)."""
    unheard: Count = 5
    """Words of a headline that an answer names at most because nothing here says them (`seeds/unheard.py`); 0 names
    none."""


PLAIN_ASKING = Asking(rest=1.0, rare=0.0, report=1.0, runtime=1.0, repeated=0.0, everyday=1.0, seeds=60, types=1.0)
"""Every word of a task counts alike."""
