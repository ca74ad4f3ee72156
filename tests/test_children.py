"""A child process: the same answers forked or started afresh, its end told, nothing of its parent's held open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import IO

import pytest

from seedwalk import children
from seedwalk.pipes import receive, send

needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="children are forked on Linux alone")
ENTRY = "from tests.test_children import live; import sys; live(sys.stdin.buffer, sys.stdout.buffer)"


def live(incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    """Answers with what it is told, and with its process."""
    while True:
        try:
            message = receive(incoming)
        except EOFError:
            return
        send(outgoing, (message, os.getpid()))


def told(child: children.Child, message: object) -> tuple[object, int]:
    assert child.stdin is not None
    assert child.stdout is not None
    send(child.stdin, message)
    answer: tuple[object, int] = receive(child.stdout)
    return answer


def ended(child: children.Child) -> int:
    assert child.stdin is not None
    child.stdin.close()
    return child.wait(timeout=30)


@pytest.mark.parametrize("platform", ["linux", "one that cannot fork"])
def test_a_child_answers_in_a_process_of_its_own_and_leaves_when_its_pipe_closes(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "_PLATFORM", platform)
    child = children.begin(live, ENTRY)
    message, process = told(child, ["a", 1])
    assert message == ["a", 1]
    assert process != os.getpid()
    assert ended(child) == 0


@needs_fork
def test_a_child_is_not_forked_while_another_thread_runs() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        child = children.begin(live, ENTRY)
        assert isinstance(child, subprocess.Popen)
        assert told(child, 1)[0] == 1
    finally:
        done.set()
        other.join()
    assert ended(child) == 0


@needs_fork
def test_a_killed_child_says_by_which_signal() -> None:
    child = children.begin(live, ENTRY)
    assert told(child, "here")[0] == "here"
    child.kill()
    assert child.wait(timeout=30) == -signal.SIGKILL
    child.kill()  # once more is nothing


@needs_fork
def test_a_later_child_holds_no_pipe_of_an_earlier_one() -> None:
    first, second = children.begin(live, ENTRY), children.begin(live, ENTRY)
    assert ended(first) == 0
    assert told(second, 2)[0] == 2
    assert ended(second) == 0


@needs_fork
def test_waiting_for_a_child_at_work_ends_when_it_was_told_to() -> None:
    child = children.begin(live, ENTRY)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(timeout=0.05)
    assert ended(child) == 0
