"""What of a task does anything here say? Words that nothing says, what may be meant by them, what the rest is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from seedwalk.config import Asking
from seedwalk.seeds.misspelt import meant
from seedwalk.seeds.unheard import unheard
from seedwalk.task import Task


class Heard(Struct, frozen=True):
    """How much of a task is said here."""

    silent: tuple[str, ...]
    """Words of the headline that nothing says."""
    meant: Mapping[str, str]
    """For each of them a word that something says, a slip away; "" where there is none."""
    worth: float
    """How much it says that the other words are found: the sum of their surprise. 0 where no word is silent: then all
    are found, and looking each up would tell nothing."""


def heard(
    task: Task, asking: Asking, surprise: Mapping[int, float], says: Callable[[int], bool],
    known: Callable[[Sequence[int]], Sequence[bool]],
) -> Heard:  # fmt: skip
    """`says` is asked whether something here says a term, `known` which of many are there at all."""
    silent = unheard(task, asking.headline, asking.unheard, says)
    worth = sum(worth for term, worth in surprise.items() if worth and says(term)) if silent else 0.0
    return Heard(silent, {word: meant(word, known, says) for word in silent}, worth)
