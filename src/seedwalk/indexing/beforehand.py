"""Reading processes begun beforehand, while this one imports what indexing needs and looks for files.

Where a fork is cheap they are forks: what reading needs is imported once, by this one, which needs it too. Elsewhere
they import it for themselves, a third of a second in each, while this one imports; so this module imports next to
nothing. What is left of the time goes into the language that most files seem to be of: to make one ready takes 40
to 350 ms.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from seedwalk.config import Settings
from seedwalk.languages import ENDINGS
from seedwalk.machine.children import Child as Child
from seedwalk.machine.children import Fork, may_fork
from seedwalk.machine.forks import uninterruptible
from seedwalk.machine.pipes import answering, send
from seedwalk.sources.glance import first_names
from seedwalk.store.database import FILENAME


class Expected(NamedTuple):
    """What a process will probably read first, told before any file is: a language, and the name of a file of it."""

    language: str
    name: str


@contextmanager
def readers_begun(root: Path, store: Path, settings: Settings, *, rebuild: bool) -> Iterator[list[Child]]:
    """As many as read side by side, where an index is made from nothing and the tree is not small. Who takes some takes
    them off the list; those left on it at the end are sent home."""
    processes, enough = settings.indexing.processes or os.cpu_count() or 1, settings.indexing.in_process_below
    anew = rebuild or not os.path.lexists(store / FILENAME)
    names = first_names(str(root), enough) if anew and processes > 1 else []
    children = _begun(processes) if names and len(names) >= enough else []
    try:
        _tell(children, names)
        yield children
    finally:
        for child in children:
            end(child)


def _begun(processes: int) -> list[Child]:
    if may_fork():
        from seedwalk.indexing.crew import serve

        if may_fork():  # whatever was imported
            with uninterruptible():
                return [Fork(serve) for _ in range(processes)]
    return [begin() for _ in range(processes)]


def _tell(children: Sequence[Child], names: Sequence[str]) -> None:
    """Let them make ready the language that most of these names are of."""
    languages = {ending: language for language, endings in ENDINGS.items() for ending in endings}
    endings = Counter(ending for name in names if (ending := Path(name).suffix) in languages)
    if not endings:
        return
    common = max(endings, key=lambda ending: (endings[ending], ending))
    for child in children:
        assert child.stdin is not None
        with suppress(OSError):  # one that has ended already is found out where it is asked to read
            send(child.stdin, Expected(languages[common], f"expected{common}"))


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
