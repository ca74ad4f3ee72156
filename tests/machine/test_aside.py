"""Work done aside is done when the work beside it ends, and its failure is told."""

from __future__ import annotations

import threading

import pytest

from seedwalk.machine.aside import aside


def test_both_are_done_at_the_end_and_side_by_side() -> None:
    met = threading.Barrier(2, timeout=10)
    done = []

    def work() -> None:
        met.wait()
        done.append("aside")

    with aside(work):
        met.wait()  # neither could pass alone
    assert done == ["aside"]


def test_where_it_is_not_allowed_it_is_done_first() -> None:
    done = []
    with aside(lambda: done.append("aside"), allowed=False):
        done.append("here")
    assert done == ["aside", "here"]


def test_a_failure_aside_is_raised_when_the_rest_is_done() -> None:
    done = []

    def work() -> None:
        raise ValueError("no room")

    with pytest.raises(ValueError, match="no room"), aside(work):
        done.append("here")
    assert done == ["here"]


def test_a_failure_here_waits_for_what_is_aside_and_goes_first() -> None:
    go_on, ended = threading.Event(), []

    def work() -> None:
        go_on.wait(10)
        ended.append(True)
        raise ValueError("aside")

    def here() -> None:
        go_on.set()
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"), aside(work):
        here()
    assert ended == [True]
