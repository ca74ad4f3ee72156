"""The repository by the settings that hold now: opened anew when its `seedwalk.toml` has changed.

A file that cannot be understood refuses every question with the sentence that names the line, until it is mended or
removed; the server lives on, and so does the index that was made before.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from seedwalk.api import Repository
from seedwalk.config.file import FILE
from seedwalk.errors import UsageError

_Mark = tuple[int, int, int, int, int] | None


class Settled:
    """A repository, and how to open it again with what its file of settings says then."""

    def __init__(self, repository: Repository, reopen: Callable[[], Repository] | None = None) -> None:
        self.repository = repository
        self._reopen = reopen
        self._refusal: UsageError | None = None
        self._turn = Lock()
        self._seen = self._mark()

    def renewed(self) -> bool:
        """Whether other settings hold than at the last call. Raises UsageError where the file is wrong."""
        if self._reopen is None:
            return False
        with self._turn:
            mark = self._mark()
            changed = mark != self._seen and self._read(self._reopen)
            self._seen = mark
            if self._refusal is not None:
                raise self._refusal
            return changed

    def _read(self, reopen: Callable[[], Repository]) -> bool:
        before = self.repository
        try:
            now = reopen()
        except UsageError as error:
            self._refusal = error
            return False
        self._refusal = None
        if (now.settings, now.profile) == (before.settings, before.profile):
            return False  # a comment, or what was said already: what is in memory serves on
        self.repository = now
        return True

    def _mark(self) -> _Mark:
        """What tells that the file is another: it may come, go, or become a link."""
        try:
            found = (self.repository.root / FILE).lstat()
        except OSError:
            return None
        return found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns
