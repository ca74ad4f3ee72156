"""The exception tree. Every message names the value, the rule and the remedy.

SeedwalkError
├── UsageError            a wrong argument (exit code 2)
│   ├── AmbiguousSymbol   a symbol name that several symbols answer to
│   └── UnknownSymbol     a symbol name that none answers to
├── StoreError            the index cannot be read or written
│   ├── NoIndex           there is none yet
│   ├── SchemaMismatch    it was written by another version
│   ├── DamagedIndex      SQLite cannot make sense of it
│   └── Unwritable        it cannot be written: no permission, a read-only file system
│       └── DiskFull      there was no room to write it
└── IndexBusy             another process is writing it
"""

from __future__ import annotations

import errno
import shlex
from collections.abc import Mapping, Sequence

_EXHAUSTED: Mapping[int, str] = {
    errno.EMFILE: "too many files are open at once. Allow more with: ulimit -n 1024",
    errno.ENFILE: "too many files are open on this machine. Close programs, or ask who runs it to allow more.",
    errno.ENOMEM: "there is not enough memory. Close programs, or allow more with: ulimit -v unlimited",
}
"""What the system had no more of, and the remedy."""


class SeedwalkError(Exception):
    """Anything seedwalk tells its user in one sentence; `exit_code` is what a command returns for it."""

    exit_code = 1


class UsageError(SeedwalkError):
    exit_code = 2


class AmbiguousSymbol(UsageError):
    """A symbol name that several symbols answer to; `choices` are written so that each can be asked for."""

    def __init__(self, asked: str, choices: Sequence[str]) -> None:
        self.asked = asked
        self.choices = tuple(choices)
        listed = "\n".join(f"  {choice}" for choice in self.choices)
        super().__init__(f"'{asked}' names {len(self.choices)} symbols; ask for one of them:\n{listed}")


class UnknownSymbol(UsageError):
    """A symbol name that none answers to; `asked` is what was asked, for doors that look things up otherwise."""

    def __init__(self, asked: str, name: str) -> None:
        self.asked = asked
        super().__init__(f"no symbol is called '{asked}'. Look for it with: seedwalk symbols {shlex.quote(name)}")


class StoreError(SeedwalkError):
    pass


class NoIndex(StoreError):
    pass


class SchemaMismatch(StoreError):
    pass


class DamagedIndex(StoreError):
    pass


class Unwritable(StoreError):
    """An index that is there already may still answer."""


class DiskFull(Unwritable):
    pass


class IndexBusy(SeedwalkError):
    pass


def exhausted(error: BaseException | None) -> str:
    """What the system had no more of, where an error or one that it came from says so, and the remedy; else nothing."""
    while error is not None:
        number = errno.ENOMEM if isinstance(error, MemoryError) else error.errno if isinstance(error, OSError) else None
        if number is not None and number in _EXHAUSTED:
            return _EXHAUSTED[number]
        error = error.__cause__ or error.__context__
    return ""
