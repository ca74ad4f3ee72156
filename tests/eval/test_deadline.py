"""A bound on processor time interrupts whoever uses it up, wherever the time went, and no one else."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from seedwalk.eval.deadline import OutOfTime, used, within

BUSY = "while True: pass"


def _spin(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_what_uses_too_much_is_interrupted_where_it_stands() -> None:
    with pytest.raises(OutOfTime, match="the 1 s of processor time"), within(1):
        _spin(60)


def test_time_spent_by_a_child_counts() -> None:
    pytest.importorskip("psutil")
    child = subprocess.Popen([sys.executable, "-c", BUSY])
    try:
        with pytest.raises(OutOfTime), within(0.5):
            child.wait()
    finally:
        child.kill()
        child.wait()


def test_waiting_costs_nothing_and_no_bound_is_none() -> None:
    with within(0.3):
        time.sleep(1)
    before = used()
    with within(0):
        _spin(0.2)
    assert used() - before > 0.1


def test_the_code_it_interrupts_does_not_take_it_for_a_failure_of_its_own() -> None:
    assert not issubclass(OutOfTime, Exception)


def test_another_thread_cannot_be_bounded() -> None:
    said: list[str] = []

    def bounded() -> None:
        try:
            with within(1):
                pass
        except RuntimeError as error:
            said.append(str(error))

    thread = threading.Thread(target=bounded)
    thread.start()
    thread.join()
    assert said == ["a bound on time needs the main thread"]
