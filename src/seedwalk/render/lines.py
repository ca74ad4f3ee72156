"""The few phrases that renderings for readers share."""

from __future__ import annotations

from seedwalk.model import Entry, Pack

_SHORT_SNAPSHOT = 12
"""Hexadecimal digits of the snapshot that a reader is shown; programs get all."""

_TASK_SHOWN = 400
"""Characters of a task that a reader is shown: who asked knows the rest, and its room is the code's."""


def asked(pack: Pack) -> str:
    """The task, or its beginning; programs get all of it."""
    if len(pack.task) <= _TASK_SHOWN:
        return pack.task
    begun = pack.task[:_TASK_SHOWN]
    whole = begun.rpartition(" ")[0]
    return f"{(whole or begun).rstrip()} …"


def place(entry: Entry) -> str:
    """Where it stands, as editors and compilers write it.

    >>> from seedwalk.model import Depth, Kind
    >>> place(Entry("src/app.py", "run", Kind.FUNCTION, 3, 9, 0.5, Depth.LINE, 1, ""))
    'src/app.py:3-9'
    """
    return f"{entry.path}:{lines(entry)}"


def lines(entry: Entry) -> str:
    """Its lines: `3-9`, or `3` when there is but one."""
    return f"{entry.start_line}" + (f"-{entry.end_line}" if entry.end_line > entry.start_line else "")


def score(entry: Entry) -> str:
    """The score with three digits: enough to compare by eye."""
    return f"{entry.score:.3f}"


def budget_line(pack: Pack) -> str:
    """What was asked of which state, what it costs and how well it was met."""
    allowed = "" if pack.token_budget is None else f" of {pack.token_budget}"
    return (
        f"Match {pack.match.quality}, {pack.tokens_used}{allowed} tokens ({pack.counter}), profile {pack.profile}, "
        f"snapshot {pack.snapshot[:_SHORT_SNAPSHOT]}"
    )
