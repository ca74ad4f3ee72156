"""When was a file last changed? Its two clocks together tell of every change.

Any program may set the time of the last write as it likes, and some put the old one back (`cp -p`, `rsync -t`). The
time of the last change to the file as such is set by the system alone: every write and every new name moves it. Less
does too (permissions, links), so that another stamp is a reason to look at the contents, and no more than that.
"""

from __future__ import annotations

import time

YOUNG_NS = 2_000_000_000
"""A file changed this shortly before it was read may change again within a tick of its clock: do not trust its time."""
_SPREAD = 0x2545F4914F6CDD1D
_ROOM = (1 << 63) - 1


def stamp_of(mtime_ns: int, ctime_ns: int) -> int:
    """Both times as one number that SQLite can hold: equal for equal times, and hardly ever for others.

    >>> stamp_of(5, 7) == stamp_of(5, 7), stamp_of(5, 7) == stamp_of(7, 5), stamp_of(5, 7) == stamp_of(5, 8)
    (True, False, False)
    """
    return (mtime_ns * _SPREAD + ctime_ns) & _ROOM


def are_settled(mtime_ns: int, ctime_ns: int, now_ns: int | None = None) -> bool:
    """Whether the next change will show in these times. Those of a clock that was ahead are as good as old ones."""
    now = time.time_ns() if now_ns is None else now_ns
    return abs(now - mtime_ns) >= YOUNG_NS and abs(now - ctime_ns) >= YOUNG_NS
