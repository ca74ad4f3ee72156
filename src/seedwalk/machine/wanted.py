"""Whether anybody still waits for an answer: said by whoever asks, looked at between the stages of answering.

A thread cannot be ended from outside. So who runs a question in one says how to tell that its caller is gone (`until`),
and every stage begins with `still_wanted`, which then ends the work by an exception. Nothing is left half done: what is
kept of an answer is kept when it is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from seedwalk.errors import SeedwalkError

Gone = Callable[[], bool]
_gone: ContextVar[Gone | None] = ContextVar("seedwalk_gone", default=None)


class Cancelled(SeedwalkError):
    """Nobody wants the answer any more."""

    def __init__(self) -> None:
        super().__init__("the call was cancelled, and its work was stopped. Call again.")


@contextmanager
def until(gone: Gone) -> Iterator[None]:
    """Work that ends at its next stage once `gone` says that nobody waits for it."""
    before = _gone.set(gone)
    try:
        yield
    finally:
        _gone.reset(before)


def still_wanted() -> None:
    """Raises Cancelled once the caller is gone; where nobody said how to tell, somebody always waits."""
    gone = _gone.get()
    if gone is not None and gone():
        raise Cancelled
