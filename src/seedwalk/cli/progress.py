"""Work that lasts is told: a bar where somebody watches, one sentence where the output goes to a file or a program.

A clock decides when, not the work: a stage that says nothing for minutes (linking a large repository anew) is told too.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seedwalk.cli.shared import say

if TYPE_CHECKING:
    from rich.progress import Progress as Drawn

    from seedwalk.index import Progress

_BAR_AFTER = 1.0
"""Seconds of work before a progress bar shows."""
_SENTENCE_AFTER = 5.0
"""Seconds of work before a sentence says that it goes on."""


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Progress | None]:
    """What hears how the work goes on; nobody does when the answer alone is wanted."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar() as told:
            yield told
    else:
        with _sentence() as told:
            yield told


@contextmanager
def _bar() -> Iterator[Progress]:
    bar = _Bar()
    try:
        with _after(_BAR_AFTER, bar.show, bar.tell) as tell:
            yield tell
    finally:
        bar.end()


class _Bar:
    """A bar that is made when it shows: most commands end before, and what draws it takes long to import."""

    def __init__(self) -> None:
        self._drawn: Drawn | None = None
        self._latest = ("", 0, 0)

    def tell(self, stage: str, done: int, total: int) -> None:
        self._latest = (stage, done, total)
        if self._drawn is not None:
            self._update(self._drawn)

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Drawn

        drawn = Drawn(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        drawn.add_task("", total=None)
        drawn.tasks[0].start_time = drawn.get_time() - _BAR_AFTER  # the work began before the bar
        self._update(drawn)
        drawn.start()
        self._drawn = drawn

    def _update(self, drawn: Drawn) -> None:
        stage, done, total = self._latest
        drawn.update(drawn.task_ids[0], description=stage, completed=done, total=total or None)

    def end(self) -> None:
        if self._drawn is not None:
            self._drawn.stop()


@contextmanager
def _sentence() -> Iterator[Progress]:
    at_work = ""

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal at_work
        at_work = stage

    def told() -> None:
        say(f"working on the index ({at_work or 'looking at files'}): more than {_SENTENCE_AFTER:g} s so far")

    with _after(_SENTENCE_AFTER, told, tell) as heard:
        yield heard


@contextmanager
def _after(seconds: float, told: Callable[[], None], tell: Progress) -> Iterator[Progress]:
    """Say something if the work lasts so long; afterwards nothing more is said.

    The clock is started when work first says what it does: until then this process is one thread, and may fork.
    """
    clock = threading.Timer(seconds, told)
    clock.daemon = True

    def heard(stage: str, done: int, total: int) -> None:
        tell(stage, done, total)
        if clock.ident is None:
            clock.start()

    try:
        yield heard
    finally:
        clock.cancel()
        if clock.ident is not None:
            clock.join()
