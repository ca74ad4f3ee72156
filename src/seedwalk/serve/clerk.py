"""Indexing for a server, in a process of its own.

A server has threads: forking from among them can copy a lock that nobody will ever release, and a long run beside them
takes the interpreter away from whoever asks. So one child does all indexing, a run at a time. It is killed, with all it
started, when nobody wants its run any more: the store then holds what it held before, and the next run gets a new one.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import IO, TYPE_CHECKING, Any

from seedwalk.api import Repository
from seedwalk.errors import SeedwalkError
from seedwalk.indexing.beforehand import readers_begun
from seedwalk.machine.pipes import answering, receive, send
from seedwalk.machine.wanted import Cancelled

if TYPE_CHECKING:  # a server is greeted before numpy is there
    from seedwalk.index import Progress, Report

_LOOK_SECONDS = 0.05
"""How often a waiting run looks whether it is still wanted."""
_KEPT_AFTER = 50
"""Files read in one run after which the child is sent home: it would keep the memory of a large one."""
_PROGRESS, _DONE, _FAILED = "progress", "done", "failed"
_CAN_WAIT = os.name == "posix"
"""Whether a pipe can be waited for with a time limit."""


class Clerk:
    """Indexes one repository, in a child that is started when first needed."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        """What is indexed, and by which settings; the next run takes the one that stands here then."""
        self._child: subprocess.Popen[bytes] | None = None
        self._turn = Lock()

    def index(
        self, *, rebuild: bool = False, progress: Progress | None = None, unwanted: Callable[[], bool] = lambda: False
    ) -> Report:
        """Bring the index up to date. Raises SeedwalkError, and Cancelled once `unwanted` says so."""
        while not self._turn.acquire(timeout=_LOOK_SECONDS):
            if unwanted():
                raise Cancelled
        try:
            report = self._run(rebuild, progress, unwanted)
            if report.read > _KEPT_AFTER:
                self._end()
            return report
        except BaseException:
            self._end()
            raise
        finally:
            self._turn.release()

    def close(self) -> None:
        self._end()

    def _run(self, rebuild: bool, progress: Progress | None, unwanted: Callable[[], bool]) -> Report:
        child = self._child = self._child or _start()
        assert child.stdin is not None
        assert child.stdout is not None
        here = self.repository
        try:
            send(child.stdin, (here.root, here.store, here.settings, rebuild))
            while True:
                _wait(child.stdout, unwanted)
                sort, told = receive(child.stdout)
                if sort == _DONE:
                    report: Report = told
                    return report
                if sort == _FAILED:
                    raise told
                if progress is not None:
                    progress(*told)
        except (EOFError, OSError, ValueError) as error:
            if unwanted():
                raise Cancelled from error
            told = "the process that indexes ended without a word. Run: seedwalk index"
            raise SeedwalkError(told) from error

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(OSError):
            if _CAN_WAIT:
                os.killpg(child.pid, signal.SIGKILL)
            else:
                child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _wait(pipe: IO[bytes], unwanted: Callable[[], bool]) -> None:
    """Until the child has something to say. Raises Cancelled."""
    while True:
        if unwanted():
            raise Cancelled
        if not _CAN_WAIT or select.select([pipe], [], [], _LOOK_SECONDS)[0]:
            return


def _start() -> subprocess.Popen[bytes]:
    command, environment = answering("seedwalk.serve.clerk")
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=_CAN_WAIT, env=environment
    )


def serve() -> None:
    """The child's whole life: index when told to, until the parent is gone."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing a library prints may enter the answers
    from seedwalk.index import index

    def tell(stage: str, done: int, total: int) -> None:
        send(outgoing, (_PROGRESS, (stage, done, total)))

    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            root, store, settings, rebuild = receive(incoming)
            try:
                with readers_begun(root, store, settings, rebuild=rebuild) as begun:
                    done = index(root, store, settings, rebuild=rebuild, progress=tell, begun=begun)
                told: tuple[str, Any] = (_DONE, done)
            except SeedwalkError as error:
                told = (_FAILED, error)
            except BrokenPipeError:
                raise
            except Exception as error:
                named = f"{type(error).__name__}: {' '.join(str(error).split())}"
                told = (_FAILED, SeedwalkError(f"indexing failed ({named}). See where with: seedwalk --debug index"))
            send(outgoing, told)
