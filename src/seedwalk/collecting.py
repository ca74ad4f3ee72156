"""When circles of objects are looked for: never during an index, always after one.

Rows and answers hold few circles, and looking for them again and again costs a tenth of the time. But a project as it
was linked is one, and `forks.py` makes what it holds old, where Python hardly ever looks: whoever lives longer than one
index has to ask.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No circles are looked for in here."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def collected() -> None:
    """Give back what only holds itself; nothing is done within `uncollected`."""
    if gc.isenabled():
        gc.collect()
