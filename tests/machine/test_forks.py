"""Work in a forked process beside other work here: its result comes back, and its failure is made good."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest

from seedwalk.machine.forks import meanwhile, spread, uninterruptible


def test_work_is_done_elsewhere_while_this_process_does_its_own() -> None:
    done: list[str] = []
    elsewhere = meanwhile(os.getpid, lambda: done.append("here"))
    assert done == ["here"] or elsewhere == os.getpid()  # a system that cannot fork does the work alone


def test_what_fails_elsewhere_is_done_here() -> None:
    own = os.getpid()

    def work() -> str:
        if os.getpid() != own:
            raise MemoryError
        return "done"

    assert meanwhile(work, lambda: None) == "done"


def test_shares_come_back_in_order_and_leave_this_process_as_it_was() -> None:
    done: list[str] = []
    made: list[int] = []

    def work(share: Sequence[int]) -> list[int]:
        made.extend(share)
        return [2 * each for each in share]

    assert spread(work, [[[1, 2], [3]], [[4], [5]]], lambda: done.append("here")) == [2, 4, 6, 8, 10]
    assert done == ["here"]
    assert not made or sys.platform != "linux"
    assert spread(work, [[[1, 2], [3]]], lambda: done.append("alone")) == [2, 4, 6]
    assert done == ["here", "alone"]


def test_a_failure_here_is_told() -> None:
    def fail() -> None:
        raise ValueError("here")

    if meanwhile(os.getpid, lambda: None) == os.getpid():
        pytest.skip("this system does the work in place")
    with pytest.raises(ValueError, match="here"):
        meanwhile(lambda: 1, fail)


def _in_meanwhile(elsewhere: Callable[[], None], here: Callable[[], None]) -> None:
    meanwhile(elsewhere, here)


def _in_spread(elsewhere: Callable[[], None], here: Callable[[], None]) -> None:
    def work(share: Sequence[int]) -> list[None]:
        elsewhere()
        return [None] * len(share)

    spread(work, [[[1]], [[2]]], here)


@pytest.mark.skipif(sys.platform != "linux", reason="only there work is forked")
@pytest.mark.parametrize("both", [_in_meanwhile, _in_spread])
def test_an_interrupt_here_waits_for_nobody_and_leaves_nobody_behind(
    both: Callable[[Callable[[], None], Callable[[], None]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    done: list[int] = []

    def interrupt() -> None:
        raise KeyboardInterrupt

    def last_long() -> None:
        time.sleep(600)

    fork = os.fork

    def noted() -> int:
        done.append(fork())
        return done[-1]

    monkeypatch.setattr(os, "fork", noted)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        both(last_long, interrupt)
    assert time.monotonic() - began < 60
    with pytest.raises(ProcessLookupError):
        os.kill(done[0], 0)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="a system without masks of signals")
def test_an_uninterruptible_process_hears_of_no_interrupt_and_this_one_still_does() -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('alive')"
    with uninterruptible():
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.communicate()[0] == "alive\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
