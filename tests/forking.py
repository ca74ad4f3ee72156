"""Forks of the process that tests: processes of their own, with all that is imported and compiled there already."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from seedwalk.__main__ import main

PATIENCE = 180
"""Seconds on the clock before a test gives up on a process: it may share its processors with twenty others."""


def forked(work: Callable[[], object]) -> int:
    """The id of a fork of this process that does this and ends: starting and importing, where a kill tells nothing,
    are behind it already."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
        finally:
            os._exit(code)
    return child


class Forked(NamedTuple):
    """A fork at work, and the pipes that its stdout and stderr come through."""

    line: list[str]
    child: int
    pipes: tuple[int, int]

    def finished(self) -> subprocess.CompletedProcess[str]:
        with ThreadPoolExecutor(len(self.pipes)) as readers:  # either may be full while the other says nothing
            out, err = readers.map(_all_of, self.pipes)
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        return subprocess.CompletedProcess(self.line, code, out, err)


def command_in_fork(*arguments: object, preexec_fn: Callable[[], None] = lambda: None) -> Forked:
    """`seedwalk ARGUMENTS` in a fork, begun; `preexec_fn` is called in it first.

    Connections to the same index that are open here would be taken for its own there: have none.
    """
    line = ["seedwalk", *map(str, arguments)]
    (out, told), (err, complained) = os.pipe(), os.pipe()

    def work() -> None:
        signal.alarm(PATIENCE)  # one that hangs ends, and its test fails
        preexec_fn()
        for pipe, stream in ((told, 1), (complained, 2)):
            os.dup2(pipe, stream)
        for pipe in (out, told, err, complained):
            os.close(pipe)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
        sys.argv = line
        try:
            main()
        finally:
            sys.stdout.flush()

    child = forked(work)
    for pipe in (told, complained):
        os.close(pipe)
    return Forked(line, child, (out, err))


def _all_of(pipe: int) -> str:
    with os.fdopen(pipe, encoding="utf-8") as stream:
        return stream.read()
