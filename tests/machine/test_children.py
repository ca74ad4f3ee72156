"""A forked process that answers messages is asked, waited for and ended as one that was started anew."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

from seedwalk.machine import children
from seedwalk.machine.children import Fork, may_fork
from seedwalk.machine.forks import CAN_FORK
from seedwalk.machine.pipes import receive, send

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")


def answer(asked: IO[bytes]) -> None:
    """What it is asked to say of itself, until nobody asks."""
    with os.fdopen(os.dup(1), "wb") as out:
        while True:
            question = receive(asked)
            if question == "fds":
                send(out, sorted(int(entry.name) for entry in Path("/proc/self/fd").iterdir()))
            elif question == "path":
                send(out, sys.path)
            elif question == "fail":
                os._exit(3)


def asked(child: Fork, question: str) -> object:
    assert child.stdin is not None
    assert child.stdout is not None
    send(child.stdin, question)
    return receive(child.stdout)


def test_a_fork_holds_no_pipe_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Fork(answer), Fork(answer)
    for child in (first, second):
        held = asked(child, "fds")
        assert isinstance(held, list)
        assert len(held) <= 5, "its streams, a second name of its stdout, and the list itself"
    assert first.stdin is not None
    first.stdin.close()
    assert first.wait(timeout=60) == 1, "it leaves when nobody can ask it any more, though another fork lives"
    assert second.poll() is None
    second.kill()
    assert second.wait() == -9
    second.kill()  # which ends nobody else


def test_a_fork_imports_nothing_from_the_folder_it_is_started_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["", os.curdir, *sys.path])
    child = Fork(answer)
    places = asked(child, "path")
    assert isinstance(places, list)
    assert not [place for place in places if os.path.realpath(place) == os.path.realpath(os.curdir)]
    child.kill()
    child.wait()


def test_a_fork_that_leaves_by_itself_says_its_code_and_one_that_stays_is_not_waited_for_in_vain() -> None:
    child = Fork(answer)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(timeout=0.02)
    with pytest.raises(EOFError):
        asked(child, "fail")
    assert child.wait(timeout=60) == 3


def test_only_a_small_process_of_one_thread_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    there = threading.Event()
    waiting = threading.Thread(target=there.wait)
    waiting.start()
    monkeypatch.setattr(children, "MUCH", 1 << 60)
    assert not may_fork()
    there.set()
    waiting.join()
    monkeypatch.setattr(children, "MUCH", 0)
    assert not may_fork()
