"""Memory that is freed is used again, from the first block on.

The C library of Linux maps every large block afresh and gives it back when it is freed, and the system hands out fresh
memory page by page, each time it is touched. Only when it sees a block of some size freed does the library begin to
keep blocks up to that size. The arrays over all rows of a repository are such blocks: a process that answers one
question and ends spends a third of its time on fresh pages. Letting go of one block that nobody touched teaches the
library beforehand, for two calls; where there is another library nothing happens.
"""

from __future__ import annotations

import numpy as np

_MOST = 31 * 1024 * 1024
"""Bytes: blocks above 32 MB are never kept."""


def keep_freed() -> None:
    """From now on, blocks below the size that the library keeps at most are used again."""
    np.empty(_MOST, np.uint8)
