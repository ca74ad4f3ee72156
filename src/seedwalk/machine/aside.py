"""Work done aside, in a thread, while this one does other work that lets go of Python's lock most of the time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def aside(work: Callable[[], object], *, allowed: bool = True) -> Iterator[None]:
    """`work()` is done while what is inside of this is done, and is done when this ends; what it raises is raised then,
    unless something else was raised before. Where that is not `allowed` it is done first."""
    if not allowed:
        work()
        yield
        return
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join()
    if raised:
        raise raised[0]
