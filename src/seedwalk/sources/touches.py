"""Lines that commits touched, followed through later changes, so that they fit the lines of today.

A touch is independent of every other: what is known after a commit follows from what was known before it and from the
commit alone, however many were read at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seedwalk.sources.log import FileChange, Hunk

TOUCH = np.dtype([("commit", "<u4"), ("start", "<u4"), ("end", "<u4")])
"""Lines that a commit touched, as they are numbered now, the end excluded; where lines went, start = end."""
_NOTHING = np.zeros(0, TOUCH)


def carried(touches: np.ndarray, hunks: Sequence[Hunk]) -> np.ndarray:
    """Touched lines as they are numbered after a later change.

    Lines that stay move with what was put in or taken out above them; lines that were replaced become what replaced
    them; of lines that were taken out only the place remains.
    """
    if not len(hunks) or not len(touches):
        return touches
    old_start, old_end, new_start, new_end = np.asarray(hunks, np.int64).T
    moved = touches.copy()
    start, end = touches["start"].astype(np.int64), touches["end"].astype(np.int64)
    at = np.searchsorted(old_start, start, side="right") - 1
    after = start + np.where(start >= old_end[at], new_end[at] - old_end[at], new_start[at] - start)
    moved["start"] = first = np.where(at >= 0, after, start)
    at = np.searchsorted(old_start, end, side="left") - 1
    after = end + np.where(end >= old_end[at], new_end[at] - old_end[at], new_end[at] - end)
    moved["end"] = np.maximum(np.where(at >= 0, after, end), first)
    return moved


def touched(number: int, hunks: Sequence[Hunk]) -> np.ndarray:
    """What a commit touches in a file, numbered as the commit leaves it."""
    made = np.zeros(len(hunks), TOUCH)
    if len(hunks):
        made["commit"] = number
        made["start"], made["end"] = np.asarray(hunks, np.int64).T[2:]
    return made


def follow(known: dict[str, np.ndarray], number: int, changes: Sequence[FileChange], *, counts: bool) -> None:
    """Lead what is known of each path through one more commit, and add what the commit itself touches if it `counts`.

    A renamed file keeps what is known of it; a deleted one loses it.
    """
    before = [known.pop(change.old, _NOTHING) if change.old else _NOTHING for change in changes]
    for change, touches in zip(changes, before, strict=True):
        if change.new:
            own = touched(number, change.hunks) if counts else _NOTHING
            there = known.get(change.new, _NOTHING)  # a parallel branch made it too
            known[change.new] = np.concatenate([there, carried(touches, change.hunks), own])
