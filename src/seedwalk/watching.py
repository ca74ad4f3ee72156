"""Keep an index fresh while its repository changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event

from watchfiles import watch

from seedwalk.answers.located import STORE_FOLDER
from seedwalk.api import Repository
from seedwalk.errors import IndexBusy, Unwritable
from seedwalk.index import Report

_NEVER = (".git", ".hg", ".svn", STORE_FOLDER)
_SETTLE_MS = 200
"""Editors write in bursts: wait this long for a quiet moment."""
_FIRST_LOOK_MS = 500
"""This long after the watch began, what changed before it is looked for."""


def updates(
    repository: Repository, stop: Event | None = None, index: Callable[[], Report] | None = None
) -> Iterator[Report | IndexBusy | Unwritable]:
    """A report once the watch has begun, then one after each change below the root, until `stop` or an interrupt.

    A change of branch shows as a change of many files; what git keeps for itself is not watched, except that every file
    it rewrites is.
    """
    root, store = repository.root.resolve(), repository.store.resolve()

    def matters(_: object, path: str) -> bool:
        if path.startswith(f"{store}/"):
            return False
        return not any(part in _NEVER for part in path[len(str(root)) :].split("/"))

    looked = False
    for changes in watch(
        root, watch_filter=matters, step=50, debounce=_SETTLE_MS, stop_event=stop, raise_interrupt=True,
        rust_timeout=_FIRST_LOOK_MS, yield_on_timeout=True,
    ):  # fmt: skip
        if looked and not changes:
            continue
        looked = True
        try:
            yield (index or repository.index)()
        except (IndexBusy, Unwritable) as failure:  # whoever watches says whether that ends it
            yield failure
