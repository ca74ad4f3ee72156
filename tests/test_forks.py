"""Work in a forked process beside other work here: its result comes back, and its failure is made good."""

from __future__ import annotations

import os

import pytest

from seedwalk.forks import meanwhile


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


def test_a_failure_here_is_told() -> None:
    def fail() -> None:
        raise ValueError("here")

    if meanwhile(os.getpid, lambda: None) == os.getpid():
        pytest.skip("this system does the work in place")
    with pytest.raises(ValueError, match="here"):
        meanwhile(lambda: 1, fail)
