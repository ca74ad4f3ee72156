"""Reading processes begun beforehand: they import what reading needs while this one imports what indexing needs.

Either takes a third of a second, and of two processors one has nothing else to do until the files are known. So this
imports next to nothing itself.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from seedwalk.config import Settings
from seedwalk.machine.forks import uninterruptible
from seedwalk.machine.pipes import answering
from seedwalk.sources.few import is_few
from seedwalk.store.database import FILENAME

Child = subprocess.Popen[bytes]


@contextmanager
def readers_begun(root: Path, store: Path, settings: Settings, *, rebuild: bool) -> Iterator[list[Child]]:
    """As many as read side by side, where an index is made from nothing and the tree is not small. Who takes some takes
    them off the list; those left on it at the end are sent home."""
    processes = settings.indexing.processes or os.cpu_count() or 1
    anew = rebuild or not os.path.lexists(store / FILENAME)
    many = anew and processes > 1 and not is_few(str(root), settings.indexing.in_process_below)
    children = [begin() for _ in range(processes)] if many else []
    try:
        yield children
    finally:
        for child in children:
            end(child)


def begin() -> Child:
    """A process that reads batches of files (`crew.serve`)."""
    command, environment = answering("seedwalk.indexing.crew")
    with uninterruptible():
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def end(child: Child) -> None:
    """Whatever it is doing."""
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was still to be sent to a dead child
                pipe.close()
