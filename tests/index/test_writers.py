"""Writers are single, and readers see one state, whole, at any moment of a write."""

from __future__ import annotations

import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.errors import NoIndex
from seedwalk.store.database import FILENAME, commit, open_writer
from tests.conftest import Command, command_line, environment
from tests.forking import PATIENCE
from tests.index.faults import AFTER, STAGES, assert_one_sentence, write_many
from tests.index.mixed import write, write_mixed
from tests.index.states import fresh_state, repository_at, state_of


def test_a_second_indexer_that_may_not_wait_leaves_with_one_sentence(small: Repository, seedwalk: Command) -> None:
    first = open_writer(small.store / FILENAME, None, 0)
    try:
        second = seedwalk("index", small.root, "--store", small.store, "--no-wait")
    finally:
        first.close()
    assert (second.returncode, second.stdout) == (1, "")
    assert_one_sentence(second.stderr, small.store / FILENAME, "another seedwalk is writing", "Try again")


def test_a_second_indexer_says_that_it_waits_and_then_finishes(small: Repository) -> None:
    write(small.root, "pkg/added.py", "def added_while_waiting():\n    return 1\n")
    first = open_writer(small.store / FILENAME, None, 0)
    second = subprocess.Popen(
        command_line("index", small.root, "--store", small.store), env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert second.stderr is not None
        assert second.stderr.readline() == "another seedwalk is indexing this repository; waiting for it\n"
        assert second.poll() is None
    finally:
        first.close()
        told, complained = second.communicate(timeout=PATIENCE)
    assert (second.returncode, complained) == (0, "")
    assert "1 read" in told
    assert small.symbol("added_while_waiting").path == "pkg/added.py"


def test_two_indexers_at_once_both_end_well(tmp_path: Path) -> None:
    write_many(tmp_path / "tree", 0, files=40)
    line = command_line("index", tmp_path / "tree", "--store", tmp_path / "store", "--quiet")
    both = [subprocess.Popen(line, env=environment(), stderr=subprocess.PIPE) for _ in range(2)]
    complaints = [child.communicate(timeout=PATIENCE)[1] for child in both]
    assert [child.returncode for child in both] == [0, 0], complaints
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    assert state_of(repository) == fresh_state(tmp_path / "tree", tmp_path / "fresh")[1]


def test_a_reader_sees_the_old_state_whole_at_every_stage_of_a_write(small: Repository) -> None:
    old = state_of(small)
    small.root.joinpath("pkg/base.py").unlink()
    write(small.root, "pkg/added.py", "class Added:\n    pass\n")
    stages: dict[str, bool] = {}

    def look(stage: str, done: int, total: int) -> None:
        if stage not in stages:
            stages[stage] = state_of(small) == old

    small.index(progress=look)
    assert stages == {**dict.fromkeys(STAGES, True), AFTER: False}
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1] != old


def test_before_the_first_commit_there_is_no_index(tmp_path: Path) -> None:
    write_mixed(tmp_path / "tree")
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    stages: dict[str, str] = {}

    def look(stage: str, done: int, total: int) -> None:
        if stage == AFTER:
            return
        with pytest.raises(NoIndex) as told:
            repository.packages()
        stages[stage] = str(told.value)

    repository.index(progress=look)
    assert set(stages) == set(STAGES)
    assert all(sentence.endswith("Run: seedwalk index") for sentence in stages.values())


def test_an_answer_begun_before_a_write_ends_in_the_state_it_began_with(small: Repository) -> None:
    old = list(small.edges())
    asking = small.edges()
    begun = [next(asking)]
    small.root.joinpath("pkg/base.py").unlink()
    small.index()
    assert begun + list(asking) == old
    assert list(small.edges()) != old


def test_readers_in_a_loop_never_see_a_mixture(small: Repository) -> None:
    other = "from .base import Base\n\n\nclass Extra(Base):\n    pass\n"
    states = [state_of(small)]
    write(small.root, "pkg/extra.py", other)
    states.append(fresh_state(small.root, small.store / "fresh")[1])
    wanted = [(state.dump, state.packages) for state in states]
    seen: list[bool] = []
    failures: list[BaseException] = []
    stop = threading.Event()

    def read() -> None:
        try:
            while not stop.is_set():
                seen.append(list(small.dump()) in (wanted[0][0], wanted[1][0]))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for turn in range(8):
        if turn % 2:
            (small.root / "pkg/extra.py").unlink()
        else:
            write(small.root, "pkg/extra.py", other)
        small.index()
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(seen) > 4
    assert all(seen)


def _log_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def test_from_its_first_commit_on_an_index_keeps_a_log(tmp_path: Path) -> None:
    path = tmp_path / FILENAME
    first = open_writer(path, None, 0)
    assert _log_of(path) == "delete", "nobody reads it yet"
    commit(first)
    first.close()
    assert _log_of(path) == "wal"


def test_who_reads_a_first_index_at_once_leaves_its_log_to_the_next_writer(tmp_path: Path) -> None:
    path = tmp_path / FILENAME
    first = open_writer(path, None, 0)
    first.execute("COMMIT")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM files").fetchone()
        first.execute("PRAGMA busy_timeout = 0")
        first.execute("BEGIN")
        commit(first)
        assert _log_of(path) == "delete"
    first.close()
    open_writer(path, None, 0).close()
    assert _log_of(path) == "wal"
