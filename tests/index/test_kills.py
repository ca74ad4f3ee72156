"""Killed at any moment, the last good index still answers and the next run repairs it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import psutil
import pytest

from seedwalk.errors import NoIndex, SeedwalkError
from seedwalk.indexing import beforehand, crew
from seedwalk.machine import pipes
from tests.conftest import command_line, environment
from tests.forking import PATIENCE, forked
from tests.index.faults import STAGES, write_many
from tests.index.kills import FILES, KILLS, Moments, Worlds
from tests.index.states import fresh_state, repository_at, state_of

MANY = 220
"""Files that a command reads in several processes by its own decision."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return Worlds(tmp_path_factory.mktemp("worlds"))


def test_a_first_run_killed_at_any_moment_leaves_no_index_or_a_whole_one(worlds: Worlds) -> None:
    write_many(worlds.root, 0, FILES)
    whole = worlds.states[0]
    moments = Moments(KILLS // 2, seed=1)
    for processes in (1, 2):
        moments.measure(processes, worlds.root, worlds.place / f"timed{processes}")
    for number, (processes, delay) in enumerate(moments):
        store = worlds.place / f"first{number}"
        moments.try_one(delay, worlds.root, store, processes)
        repository = repository_at(worlds.root, store, processes=1)
        try:
            assert list(repository.dump()) == whole.dump
        except NoIndex:
            repository.index()
            assert state_of(repository) == whole
    assert moments.killed > KILLS // 4, "most runs were to be killed"


def test_an_update_killed_at_any_moment_leaves_the_old_index_or_the_new_one(worlds: Worlds) -> None:
    write_many(worlds.root, 0, FILES)
    store = worlds.place / "updated"
    repository = repository_at(worlds.root, store, processes=1)
    repository.index()
    moments = Moments(KILLS // 2, seed=2)
    for now, processes in ((1, 1), (0, 2)):
        write_many(worlds.root, now, FILES)
        moments.measure(processes, worlds.root, store)
    for processes, delay in moments:
        old, now = now, 1 - now
        write_many(worlds.root, now, FILES)
        moments.try_one(delay, worlds.root, store, processes)
        assert list(repository.dump()) in (worlds.states[old].dump, worlds.states[now].dump)
        repository.index()
        assert state_of(repository) == worlds.states[now]
    assert moments.killed > KILLS // 4, "most runs were to be killed"


@pytest.mark.parametrize("stage", STAGES)
def test_a_kill_at_the_start_of_each_stage_leaves_the_old_index(tmp_path: Path, stage: str) -> None:
    write_many(tmp_path / "tree", 0, files=20)
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    repository.index()
    old = state_of(repository)
    write_many(tmp_path / "tree", 1, files=20)

    def end(now: str, done: int, total: int) -> None:
        if now == stage:
            os.kill(os.getpid(), signal.SIGKILL)

    child = forked(lambda: repository_at(tmp_path / "tree", tmp_path / "store").index(progress=end))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert state_of(repository) == old
    repository.index()
    assert state_of(repository) == fresh_state(tmp_path / "tree", tmp_path / "fresh")[1]


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.002)


def readers_of(parent: psutil.Process) -> list[psutil.Process]:
    """The child processes that read files for an indexer."""
    found = []
    for child in parent.children():
        with suppress(psutil.Error):  # it is gone, or a zombie
            if any("serve()" in part for part in child.cmdline()):
                found.append(child)
    return found


def forks_of(parent: psutil.Process) -> list[psutil.Process]:
    """Its forks, which a command reads files with: they are called as it is."""
    found = []
    for child in parent.children():
        with suppress(psutil.Error):
            if child.cmdline() == parent.cmdline():
                found.append(child)
    return found


@pytest.mark.parametrize("readers", [readers_of, forks_of], ids=["started anew", "forked"])
def test_a_killed_indexer_leaves_no_process_behind(
    tmp_path: Path, readers: Callable[[psutil.Process], list[psutil.Process]]
) -> None:
    write_many(tmp_path / "tree", 0, MANY)
    child = subprocess.Popen(
        command_line("index", tmp_path / "tree", "--store", tmp_path / "store", "--processes", "2", "--quiet"),
        env={**environment(), "OPENBLAS_NUM_THREADS": "1" if readers is forks_of else "2"},
    )
    parent = psutil.Process(child.pid)
    until(lambda: readers(parent))
    seen = readers(parent)
    child.kill()
    child.wait()
    _, alive = psutil.wait_procs(seen, timeout=PATIENCE)
    assert seen
    assert not alive


def test_reading_processes_that_cannot_work_are_told_and_no_file_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_many(tmp_path / "tree", 0, 5)
    monkeypatch.setattr(beforehand, "may_fork", lambda: False)
    repository = repository_at(tmp_path / "tree", tmp_path / "store", in_process_below=1, processes=2)
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(SeedwalkError, match="reading process failed"):
        repository.index()
    monkeypatch.undo()
    assert repository.index().files == 5


@pytest.mark.parametrize("forking", [False, True], ids=["started anew", "forked"])
@pytest.mark.parametrize("always", [True, False], ids=["always", "once"])
def test_a_file_that_kills_its_reading_process_costs_that_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, always: bool, forking: bool
) -> None:
    """The child is killed from outside when it is given a certain file, as a grammar that crashes would end it."""
    root, files = tmp_path / "tree", 13
    write_many(root, 0, files)
    repository = repository_at(root, tmp_path / "store", in_process_below=1, processes=2)
    poison = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))[7]
    killed: list[psutil.Process] = []

    def send_and_kill(pipe: IO[bytes], message: object) -> None:
        jobs = message[2] if isinstance(message, tuple) else ()
        if any(job.path == poison for job in jobs) and (always or not killed):
            ours = psutil.Process()  # so few small files are one batch: no other is at work
            for reader in (*readers_of(ours), *(forks_of(ours) if forking else ())):
                killed.append(reader)
                reader.kill()
        pipes.send(pipe, message)

    monkeypatch.setattr(beforehand, "may_fork", lambda: forking)
    monkeypatch.setattr(crew, "send", send_and_kill)
    report = repository.index()
    assert killed
    lost = [row.path for row in repository.skipped() if row.reason == "crashed the parser"]
    assert lost == [row.path for row in repository.skipped()] == ([poison] if always else [])
    assert report.files == files - len(lost)
    monkeypatch.undo()
    repository.index(rebuild=True)
    assert not repository.skipped()
    assert state_of(repository) == fresh_state(root, tmp_path / "fresh")[1]
