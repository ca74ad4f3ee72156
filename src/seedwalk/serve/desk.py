"""A repository kept fresh while it is served: indexed once, then again after each change, in a thread of its own.

Whoever asks waits for the first index, and can be told how far it is; after that nobody waits, for readers see the last
committed state whole while the next one is written.
"""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread

from seedwalk.api import Repository
from seedwalk.errors import IndexBusy, SeedwalkError

_log = logging.getLogger(__name__)
_LEAVE_SECONDS = 2.0
"""How long a server that ends waits for its watcher; what is half written then is rolled back by the store."""


class Desk:
    """Where questions to one repository arrive."""

    def __init__(self, repository: Repository, *, watch: bool) -> None:
        self.repository, self.watching = repository, watch
        self.progress: tuple[str, int, int] = ("starting", 0, 0)
        """Stage, done and total of the first index; the server tells it to whoever waits."""
        self.failure: SeedwalkError | None = None
        self._ready, self._stop, self._updating = Event(), Event(), Lock()
        self._thread: Thread | None = None

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

    def refresh(self) -> None:
        """Where nothing watches: bring the index up to date before an answer. Raises SeedwalkError."""
        if self.failure is not None:
            self._first()
        if self.failure is not None:
            raise self.failure
        if not self.watching:
            with self._updating:
                self.repository.refresh()

    def _keep(self) -> None:
        self._first()
        self._ready.set()
        if self.watching:
            try:
                self._watch()
            except Exception:  # a watcher that ends must not end the server; answers then say what is stale
                self.watching = False
                _log.exception("the watch ended; each call now brings the index up to date first")

    def _first(self) -> None:
        with self._updating:
            try:
                self.repository.index(progress=self._tell)
                self.failure = None
            except SeedwalkError as error:
                self.failure = error
                _log.warning("%s", error)

    def _tell(self, stage: str, done: int, total: int) -> None:
        self.progress = (stage, done, total)

    def _watch(self) -> None:
        from seedwalk.watching import updates

        for report in updates(self.repository, self._stop):
            if isinstance(report, IndexBusy):
                _log.info("%s", report)
            elif report.changed:
                _log.info("%d files read, %d removed", report.read, report.removed)
