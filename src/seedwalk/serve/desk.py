"""A repository kept fresh while it is served: indexed once, then again after each change, in a thread of its own.

Whoever asks waits for the first index, and can be told how far it is; after that readers see the last committed state
whole while the next one is written, and only who would quote a file that changed just now waits a moment for it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from seedwalk.api import Repository
from seedwalk.errors import IndexBusy, SeedwalkError, Unwritable, exhausted
from seedwalk.machine.wanted import Cancelled
from seedwalk.serve.clerk import Clerk
from seedwalk.serve.settled import Settled
from seedwalk.sources.discover import checked

if TYPE_CHECKING:
    from seedwalk.index import Report

_log = logging.getLogger(__name__)
_LEAVE_SECONDS = 2.0
"""How long a server that ends waits for its watcher; what is half written then is rolled back by the store."""

_CATCH_UP_SECONDS = 2.0
"""How long an answer waits that would quote files which changed just now: an edit is indexed in less, mostly in half a
second, and a change of many files is told as stale."""
_LOOK_SECONDS = 0.05

_WATCH_ENDED = "the watch ended (%s%s). Each call now brings the index up to date first"


class Desk:
    """Where questions to one repository arrive. `reopen` opens it again, by the settings that hold then."""

    def __init__(
        self, repository: Repository, *, watch: bool, reopen: Callable[[], Repository] | None = None
    ) -> None:
        self.watching = watch
        self.progress: tuple[str, int, int] = ("starting", 0, 0)
        """Stage, done and total of the first index; the server tells it to whoever waits."""
        self.failure: SeedwalkError | None = None
        self._ready, self._stop = Event(), Event()
        self._settled = Settled(repository, reopen)
        self._clerk = Clerk(repository)
        self._due = False
        """Whether the index is known not to follow the settings or the tree yet."""
        self._thread: Thread | None = None
        self._folder = _held(repository)
        """The folder that is watched: held, no other can be taken for it."""

    @property
    def repository(self) -> Repository:
        return self._settled.repository

    @property
    def ready(self) -> bool:
        return self._ready.is_set()

    def open(self) -> None:
        """Begin to index and to watch; returns at once."""
        if self._thread is None:
            self._thread = Thread(target=self._keep, name="seedwalk-desk", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_LEAVE_SECONDS)
        self._clerk.close()
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None

    def index(self, unwanted: Callable[[], bool], *, rebuild: bool = False) -> Report:
        """Bring the index up to date for somebody; once it is unwanted, the work stops. Raises SeedwalkError."""
        return self._clerk.index(rebuild=rebuild, unwanted=lambda: unwanted() or self._stop.is_set())

    def refresh(self, unwanted: Callable[[], bool] = lambda: False) -> None:
        """Before an answer: take the settings that hold now, and bring the index up to date where they changed or
        nothing watches. Where that cannot be written, the index that is there answers. Raises SeedwalkError."""
        if self._settled.renewed():
            self._clerk.repository, self._due = self.repository, True
        self._look_at_the_folder()
        if self.failure is not None:
            self._first()
        if self.failure is not None:
            raise self.failure
        if self._due or not self.watching:
            self._bring_up_to_date(unwanted)

    def catch_up(self, paths: Sequence[str], unwanted: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the watch has indexed what these files say now; False where that takes too long, or cannot be."""
        until = time.monotonic() + _CATCH_UP_SECONDS
        while self.watching and not self.repository.behind and time.monotonic() < until and not unwanted():
            if not self.repository.outdated(paths):
                return True
            self._stop.wait(_LOOK_SECONDS)
        return False

    def _look_at_the_folder(self) -> None:
        """One that is gone refuses the call; one in the place of that which is watched is looked at by each call."""
        root, folder = self.repository.root, self._folder
        checked(root)
        if not self.watching or folder is None:
            return
        with suppress(OSError):  # gone meanwhile: the next call says so
            if not os.path.samestat(root.stat(), os.fstat(folder)):
                self.watching = False
                _log.warning(_WATCH_ENDED, "", f"another folder is at {root}")

    def _bring_up_to_date(self, unwanted: Callable[[], bool]) -> None:
        """As `Repository.refresh`, by the clerk; what is lacking for want of writing is due again at the next call."""
        here = self.repository
        try:
            if not here.fresh():
                self.index(unwanted)
            here.behind, self._due = "", False
        except Unwritable as error:
            here.fall_back(error)
            self._due = bool(here.behind)

    def _keep(self) -> None:
        self._first()
        self._ready.set()
        if self.watching:
            try:
                self._watch()
            except Cancelled:
                pass  # the server is closing
            except Exception as error:  # a watcher that ends must not end the server; answers then say what is stale
                self.watching = False
                known = str(error) if isinstance(error, SeedwalkError) else exhausted(error)
                _log.warning(_WATCH_ENDED, "" if known else "this is a bug, ", known or error,
                             exc_info=None if known else error)  # fmt: skip

    def _first(self) -> None:
        try:
            self._clerk.index(progress=self._tell, unwanted=self._stop.is_set)
            self.failure = None
        except Cancelled:
            pass  # the server is closing
        except SeedwalkError as error:
            _log.warning("%s", error)
            self.failure = self._without(error)

    def _without(self, error: SeedwalkError) -> SeedwalkError | None:
        """What refuses every question after a run that failed: nothing, where an index can answer all the same."""
        if not isinstance(error, Unwritable):
            return error
        self._due = True
        try:
            self.repository.fall_back(error)
        except SeedwalkError as refusal:
            return refusal
        self._due = bool(self.repository.behind)
        return None

    def _tell(self, stage: str, done: int, total: int) -> None:
        self.progress = (stage, done, total)

    def _watch(self) -> None:
        from seedwalk.watching import updates

        for report in updates(self.repository, self._stop, lambda: self._clerk.index(unwanted=self._stop.is_set)):
            if isinstance(report, Unwritable):
                _log.warning("%s", report)
                self._without(report)
            elif isinstance(report, IndexBusy):
                _log.info("%s", report)
            elif report.changed:
                _log.info("%d files read, %d removed", report.read, report.removed)


def _held(repository: Repository) -> int | None:
    """The repository's folder, held open; None where a system cannot."""
    with suppress(OSError):
        return os.open(repository.root, os.O_RDONLY)
    return None


class Visit(Struct, frozen=True):
    """One call at a desk, and whether its caller is gone."""

    desk: Desk
    gone: Callable[[], bool] = lambda: False

    @property
    def repository(self) -> Repository:
        return self.desk.repository

    @property
    def watching(self) -> bool:
        return self.desk.watching

    def refresh(self) -> None:
        self.desk.refresh(self.gone)

    def catch_up(self, paths: Sequence[str]) -> bool:
        return self.desk.catch_up(paths, self.gone)

    def index(self, *, rebuild: bool = False) -> Report:
        return self.desk.index(self.gone, rebuild=rebuild)
