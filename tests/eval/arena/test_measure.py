"""One clock: what a system takes is measured around it, and what it breaks is counted, not raised."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seedwalk.eval.arena import measure
from seedwalk.eval.arena.memory import MEGABYTE, PeakMemory, ended_children, watching
from seedwalk.eval.arena.system import Answer, Found

PAUSE = 0.2
LOOK = 0.02
ALLOCATED = 80
HUNGRY = f"block = bytearray({ALLOCATED} * 1_000_000)\nimport time\ntime.sleep({PAUSE * 3})"


class Clockwork:
    """A system that does what it is told to do, and says what was done to it."""

    name = "clockwork"

    def __init__(self, breaks: str = "") -> None:
        self.breaks, self.done = breaks, list[str]()

    def _do(self, deed: str) -> None:
        self.done.append(deed)
        if deed == self.breaks:
            raise RuntimeError(f"{deed} broke\nin detail")

    def prepare(self, repository: Path) -> None:
        time.sleep(PAUSE)
        self._do("prepare")

    def answer(self, task: str, limit: int) -> Answer:
        self._do(task)
        return Answer([Found("a.py", task), Found("b.py", task)], tokens=7, text="x" * 8)

    def close(self) -> None:
        self._do("close")


class StagedClockwork(Clockwork):
    def stage(self, repository: Path) -> None:
        time.sleep(5 * PAUSE)
        self._do("stage")


def test_tasks_are_asked_one_by_one_and_the_system_is_closed_at_the_end() -> None:
    system = Clockwork()
    prepared, answers = measure.measure(system, Path(), ["one", "two"], limit=1)
    assert prepared.seconds >= PAUSE
    assert system.done == ["prepare"]
    first = next(answers)
    assert (first.ranking, first.tokens, first.failure) == ((Found("a.py", "one"),), 2, "")
    assert 0 <= first.seconds < PAUSE
    assert system.done == ["prepare", "one"]
    assert len(list(answers)) == 1
    assert system.done == ["prepare", "one", "two", "close"]


def test_a_task_that_breaks_scores_nothing_and_the_next_is_asked() -> None:
    _, answers = measure.measure(Clockwork(breaks="one"), Path(), ["one", "two"], limit=5)
    broken, whole = answers
    assert (broken.ranking, broken.tokens, broken.failure) == ((), 0, "RuntimeError: one broke")
    assert len(whole.ranking) == 2


@pytest.mark.parametrize("deed", ["prepare", "stage"])
def test_a_system_that_cannot_be_prepared_fails_every_task(deed: str) -> None:
    system = StagedClockwork(breaks=deed)
    prepared, answers = measure.measure(system, Path(), ["one", "two"], limit=5)
    assert prepared.failure == f"RuntimeError: {deed} broke"
    assert [answer.failure for answer in answers] == [prepared.failure] * 2
    assert system.done[-1] == "close"
    assert "one" not in system.done


def test_laying_things_ready_is_not_on_the_clock() -> None:
    system = StagedClockwork()
    assert PAUSE <= measure.prepare(system, Path()).seconds < 4 * PAUSE
    assert system.done == ["stage", "prepare"]


def test_tokens_are_counted_by_us_where_there_is_a_text() -> None:
    class Silent(Clockwork):
        def answer(self, task: str, limit: int) -> Answer:
            return Answer((), tokens=7)

    assert measure.ask(Silent(), "one", 1).tokens == 7


def test_memory_is_that_of_everything_started() -> None:
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HUNGRY!r}])"
    with PeakMemory(LOOK) as memory:
        subprocess.run([sys.executable, "-c", nested], check=True)
    assert ALLOCATED < memory.peak_mb < 3 * ALLOCATED


def test_a_copy_of_this_process_that_is_about_to_be_another_holds_nothing_yet() -> None:
    block = bytearray(b"x") * int(ALLOCATED * MEGABYTE)
    with PeakMemory(LOOK) as memory:
        child = os.fork()
        if not child:
            time.sleep(PAUSE)
            os._exit(0)
        os.waitpid(child, 0)
    del block
    assert memory.peak_mb < ALLOCATED / 4


def test_memory_is_also_what_this_process_grows_by() -> None:
    with PeakMemory(LOOK) as memory:
        block = bytearray(b"x") * int(ALLOCATED * MEGABYTE)
        time.sleep(PAUSE)
        del block
    assert memory.peak_mb > ALLOCATED / 2


def test_memory_of_nothing_is_nearly_nothing() -> None:
    with PeakMemory(LOOK) as memory:
        time.sleep(PAUSE)
    assert memory.peak_mb < ALLOCATED / 4


def test_the_kernels_marks_tell_of_a_system_that_lives_here() -> None:
    with watching(apart=False) as memory:
        block = bytearray(b"x") * int(ALLOCATED * MEGABYTE)
        del block
    assert memory.peak_bytes > ALLOCATED * MEGABYTE


def test_a_child_too_short_lived_to_be_looked_at_has_left_its_mark() -> None:
    largest = ended_children() / MEGABYTE
    with watching(apart=True) as memory:
        subprocess.run([sys.executable, "-c", f"bytearray(b'x') * {int((largest + ALLOCATED) * MEGABYTE)}"], check=True)
    assert memory.peak_bytes > (largest + ALLOCATED) * MEGABYTE
