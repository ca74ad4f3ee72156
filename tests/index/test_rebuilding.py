"""An index made from nothing: the old one answers until the new one is whole, whatever ends the work before."""

from __future__ import annotations

import os
import signal
import sqlite3

import pytest

from seedwalk.api import Repository
from seedwalk.errors import IndexBusy, SchemaMismatch
from seedwalk.store.database import FILENAME, get_meta, open_reader, open_writer
from tests.conftest import Command
from tests.forking import command_in_fork, forked
from tests.index.faults import AFTER, STAGES, assert_one_sentence, at_most, write_many
from tests.index.kills import FILES, KILLS, Moments, Worlds
from tests.index.mixed import write
from tests.index.states import fresh_state, repository_at, seen, state_of

PLACING = (*STAGES, AFTER, "replace")
"""Nothing is seen of a rebuild until all of these are done."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return Worlds(tmp_path_factory.mktemp("worlds"))


@pytest.fixture
def moved_on(small: Repository) -> Repository:
    """A repository whose tree is another than the one that was indexed."""
    (small.root / "pkg/base.py").unlink()
    write(small.root, "pkg/added.py", "class Added:\n    pass\n")
    return small


def beside(repository: Repository) -> set[str]:
    """What lies in the store that is no part of an index."""
    return {path.name for path in repository.store.iterdir()} - {FILENAME, f"{FILENAME}-wal", f"{FILENAME}-shm"} - {
        ".gitignore", "fresh"
    }  # fmt: skip


def fresh(repository: Repository) -> object:
    return fresh_state(repository.root, repository.store / "fresh")[1]


def test_a_rebuild_killed_at_any_moment_leaves_the_old_index_or_the_new_one(worlds: Worlds) -> None:
    write_many(worlds.root, 0, FILES)
    store = worlds.place / "rebuilt"
    repository = repository_at(worlds.root, store, processes=1)
    repository.index()
    moments = Moments(KILLS // 2, seed=4, rebuild=True)
    for now, processes in ((1, 1), (0, 2)):
        write_many(worlds.root, now, FILES)
        moments.measure(processes, worlds.root, store)
    for number, (processes, delay) in enumerate(moments):
        old, now = now, 1 - now
        write_many(worlds.root, now, FILES)
        moments.try_one(delay, worlds.root, store, processes)
        assert list(repository.dump()) in (worlds.states[old].dump, worlds.states[now].dump)
        repository.index(rebuild=bool(number % 2))
        assert state_of(repository) == worlds.states[now]
        assert not beside(repository)
    assert moments.killed > KILLS // 4, "most runs were to be killed"


@pytest.mark.parametrize("stage", PLACING)
def test_a_kill_at_the_start_of_each_stage_of_a_rebuild_leaves_the_old_index(moved_on: Repository, stage: str) -> None:
    old = state_of(moved_on)

    def end(now: str, done: int, total: int) -> None:
        if now == stage:
            os.kill(os.getpid(), signal.SIGKILL)

    child = forked(lambda: moved_on.index(rebuild=True, progress=end))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert state_of(moved_on) == old
    assert beside(moved_on), "it was killed while it worked beside the old one"
    moved_on.index()
    assert not beside(moved_on)
    assert state_of(moved_on) == fresh(moved_on) != old


@pytest.mark.parametrize("share", [0.0, 0.5, 0.95])
def test_a_rebuild_on_a_full_disk_is_told_and_the_old_index_answers(
    moved_on: Repository, aside: Command, share: float
) -> None:
    old, room = seen(moved_on), int((moved_on.store / FILENAME).stat().st_size * share)
    at = (moved_on.root, "--store", moved_on.store)
    done = aside("index", "--rebuild", "--quiet", *at, preexec_fn=at_most(max(room, 1)))
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_sentence(done.stderr, moved_on.store / FILENAME, "no room", "Free some space")
    assert state_of(moved_on) == old
    assert not beside(moved_on)
    moved_on.index(rebuild=True)
    assert state_of(moved_on) == fresh(moved_on)


@pytest.mark.parametrize("stage", PLACING)
def test_an_interrupted_rebuild_leaves_the_old_index_no_lock_and_nothing_beside(
    moved_on: Repository, stage: str
) -> None:
    old = state_of(moved_on)

    def interrupt(now: str, done: int, total: int) -> None:
        if now == stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moved_on.index(rebuild=True, progress=interrupt)
    assert state_of(moved_on) == old
    assert not beside(moved_on)
    open_writer(moved_on.store / FILENAME, None, 0).close()


def test_readers_see_the_old_state_until_the_new_one_is_in_place_and_never_wait(moved_on: Repository) -> None:
    old = state_of(moved_on)
    asking, edges = moved_on.edges(), list(moved_on.edges())
    begun = [next(asking)]
    stages: dict[str, bool] = {}

    def look(stage: str, done: int, total: int) -> None:
        if stage not in stages:
            stages[stage] = state_of(moved_on) == old

    moved_on.index(rebuild=True, progress=look)
    assert stages == dict.fromkeys(PLACING, True)
    assert state_of(moved_on) == fresh(moved_on) != old
    assert begun + list(asking) == edges, "an answer ends in the state it began with"


def test_nobody_else_writes_while_an_index_is_made_anew(moved_on: Repository) -> None:
    refused: set[str] = set()

    def look(stage: str, done: int, total: int) -> None:
        with pytest.raises(IndexBusy):
            open_writer(moved_on.store / FILENAME, None, 0)
        refused.add(stage)  # at the latest when the new one is about to be put in place

    moved_on.index(rebuild=True, progress=look)
    assert refused == set(PLACING)


def test_rebuilds_and_updates_at_once_all_end_well(moved_on: Repository) -> None:
    at = (moved_on.root, "--store", moved_on.store, "--quiet")
    begun = [command_in_fork("index", *options, *at) for options in (["--rebuild"], [], ["--rebuild"])]
    done = [one.finished() for one in begun]
    assert [one.returncode for one in done] == [0, 0, 0], done
    assert state_of(moved_on) == fresh(moved_on)
    assert not beside(moved_on)


def test_an_index_of_a_newer_schema_outlives_a_rebuild_that_fails(moved_on: Repository) -> None:
    with sqlite3.connect(moved_on.store / FILENAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (moved_on.store / FILENAME).read_bytes()

    def interrupt(now: str, done: int, total: int) -> None:
        if now == "link":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moved_on.index(rebuild=True, progress=interrupt)
    assert (moved_on.store / FILENAME).read_bytes() == before
    with pytest.raises(SchemaMismatch, match="schema 99"):
        moved_on.packages()
    moved_on.index(rebuild=True)
    assert state_of(moved_on) == fresh(moved_on)


def test_a_file_whose_pages_have_another_size_is_replaced(moved_on: Repository) -> None:
    path = moved_on.store / FILENAME
    path.unlink()
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; CREATE TABLE diary (day TEXT)")
    connection.close()
    moved_on.index(rebuild=True)
    assert state_of(moved_on) == fresh(moved_on)
    assert not beside(moved_on)
    write(moved_on.root, "pkg/more.py", "class More:\n    pass\n")
    assert moved_on.index().read == 1


def test_an_index_of_smaller_pages_keeps_them_and_its_readers(moved_on: Repository) -> None:
    path = moved_on.store / FILENAME
    with sqlite3.connect(path) as connection:
        wanted = ("journal_mode = DELETE", "page_size = 4096")
        connection.executescript("".join(f"PRAGMA {one}; " for one in wanted) + "VACUUM; PRAGMA journal_mode = WAL")
    reader = open_reader(path)
    before = reader.execute("SELECT count(*) FROM files").fetchone()
    moved_on.index(rebuild=True)
    assert reader.execute("SELECT count(*) FROM files").fetchone() == before
    assert reader.execute("PRAGMA page_size").fetchone() == (4096,)
    assert get_meta(reader)["snapshot"] == moved_on.status().snapshot
    reader.close()
    assert state_of(moved_on) == fresh(moved_on)


def test_a_rebuilt_index_leaves_its_log_for_the_file_though_readers_are_open(moved_on: Repository) -> None:
    path = moved_on.store / FILENAME
    idle = open_reader(path)
    idle.execute("SELECT count(*) FROM files").fetchone()
    snapshot = moved_on.index(rebuild=True).snapshot
    alone = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)  # sees no log
    assert get_meta(alone)["snapshot"] == snapshot
    alone.close()
    idle.close()


def test_a_rebuilt_index_is_no_larger_than_one_made_for_the_first_time(moved_on: Repository) -> None:
    for path in sorted((moved_on.root / "pkg").glob("*.py"))[1:]:
        path.unlink()
    moved_on.index(rebuild=True)
    fresh(moved_on)
    sizes = [(store / FILENAME).stat().st_size for store in (moved_on.store, moved_on.store / "fresh")]
    assert sizes[0] == sizes[1]
