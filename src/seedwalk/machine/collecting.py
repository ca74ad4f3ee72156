"""When circles of objects are looked for: not during an index, nor while forked processes share what this one holds.

Rows and answers hold few circles, and looking for them again and again costs a tenth of the time; in a forked process
it would copy what is shared. What was made meanwhile stays young, so Python finds the circles of a linked project soon
after: `gc.freeze` would make them old, where it hardly ever looks, and a process that lives long would keep them all.
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
