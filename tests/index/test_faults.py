"""Nothing lost: a kill at any moment, two writers, a damaged file or a full disk cost at most the run itself."""

from __future__ import annotations

import ctypes
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psutil
import pytest

from seedwalk import crew, pipes
from seedwalk.api import Repository
from seedwalk.cli import main
from seedwalk.errors import DamagedIndex, NoIndex, SeedwalkError
from seedwalk.store.database import FILENAME, SCHEMA, open_writer
from tests.conftest import Command, command_line, environment
from tests.index.mixed import write, write_mixed
from tests.index.states import State, fresh_state, repository_at, state_of

KILLS = 50
FILES = 220
STAGES = ("discover", "compare", "extract", "words", "link", "derive", "snapshot", "commit")
"""Up to here nothing is seen of a write."""
AFTER = "history"
"""The stage that begins when the index is committed."""


def write_many(root: Path, version: int, files: int = FILES) -> None:
    """A chain of classes over many files; another version changes ten of eleven, names and bases too."""
    for number in range(files):
        shown = version if number % 11 else 0
        after = (number + 1 + shown) % files
        write(
            root,
            f"pkg{number % 7}/part{number}.py",
            f"from pkg{after % 7}.part{after} import Part{after}\n\n\nclass Part{number}(Part{after}):\n"
            f'    """Part {number} of version {shown}."""\n\n'
            f"    def total_{shown}(self, base):\n        return base + {number}\n",
        )


# -------------------------------------------------------------------------------------------------------------- kills


class Worlds:
    """Two versions of a tree at one path, each with the state a complete index of it has."""

    def __init__(self, place: Path) -> None:
        self.root, self.place = place / "tree", place
        self.states: list[State] = []
        for version in (0, 1):
            write_many(self.root, version)
            self.states.append(fresh_state(self.root, place / "fresh")[1])
        assert self.states[0] != self.states[1]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return Worlds(tmp_path_factory.mktemp("worlds"))


def killed_after(seconds: float, root: Path, store: Path, processes: int) -> bool:
    """Whether an indexer that is killed after so long was still at work.

    The command line runs in a fork of this process: what it would spend on starting and importing, where a kill tells
    nothing, is spent already.
    """
    child = os.fork()
    if child == 0:
        code = 3
        try:
            sys.argv = ["seedwalk", "index", f"{root}", "--store", f"{store}", "--processes", f"{processes}", "--quiet"]
            main.run()
        except SystemExit as done:
            code = int(done.code or 0)
        finally:
            os._exit(code)
    deadline = time.monotonic() + seconds
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() >= deadline:
            os.kill(child, signal.SIGKILL)
            ended = os.waitpid(child, 0)
            break
        time.sleep(0.001)
    code = os.waitstatus_to_exitcode(ended[1])
    assert code in (0, -signal.SIGKILL)
    return code != 0


class Moments:
    """Random delays spread evenly over the length of a run, for a run in one process and for one in several."""

    def __init__(self, count: int, seed: int) -> None:
        self.count, self.killed, self._random = count, 0, random.Random(seed)
        self._longest: dict[int, float] = {}

    def measure(self, processes: int, root: Path, store: Path) -> None:
        started = time.monotonic()
        assert not killed_after(60, root, store, processes)
        self._longest[processes] = time.monotonic() - started

    def __iter__(self) -> Iterator[tuple[int, float]]:
        for number in range(self.count):
            processes = 1 + number % 2
            yield processes, (number + self._random.random()) / self.count * self._longest[processes]


def test_a_first_run_killed_at_any_moment_leaves_no_index_or_a_whole_one(worlds: Worlds) -> None:
    write_many(worlds.root, 0)
    whole = worlds.states[0]
    moments = Moments(KILLS // 2, seed=1)
    for processes in (1, 2):
        moments.measure(processes, worlds.root, worlds.place / f"timed{processes}")
    for number, (processes, delay) in enumerate(moments):
        store = worlds.place / f"first{number}"
        moments.killed += killed_after(delay, worlds.root, store, processes)
        repository = repository_at(worlds.root, store, processes=1)
        try:
            assert list(repository.dump()) == whole.dump
        except NoIndex:
            repository.index()
            assert state_of(repository) == whole
    assert moments.killed > KILLS // 4, "most runs were to be killed"


def test_an_update_killed_at_any_moment_leaves_the_old_index_or_the_new_one(worlds: Worlds) -> None:
    write_many(worlds.root, 0)
    store = worlds.place / "updated"
    repository = repository_at(worlds.root, store, processes=1)
    repository.index()
    moments = Moments(KILLS // 2, seed=2)
    for now, processes in ((1, 1), (0, 2)):
        write_many(worlds.root, now)
        moments.measure(processes, worlds.root, store)
    for processes, delay in moments:
        old, now = now, 1 - now
        write_many(worlds.root, now)
        moments.killed += killed_after(delay, worlds.root, store, processes)
        assert list(repository.dump()) in (worlds.states[old].dump, worlds.states[now].dump)
        repository.index()
        assert state_of(repository) == worlds.states[now]
    assert moments.killed > KILLS // 4, "most runs were to be killed"


SUICIDE = """
import os, signal, sys
from seedwalk.api import open_repository
def progress(stage, done, total):
    if stage == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)
open_repository(sys.argv[1], store=sys.argv[2]).index(progress=progress)
"""


@pytest.mark.parametrize("stage", STAGES)
def test_a_kill_at_the_start_of_each_stage_leaves_the_old_index(tmp_path: Path, stage: str) -> None:
    write_many(tmp_path / "tree", 0, files=20)
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    repository.index()
    old = state_of(repository)
    write_many(tmp_path / "tree", 1, files=20)
    child = subprocess.run(
        [sys.executable, "-c", SUICIDE, tmp_path / "tree", tmp_path / "store", stage], env=environment(), check=False
    )
    assert child.returncode == -signal.SIGKILL
    assert state_of(repository) == old
    repository.index()
    assert state_of(repository) == fresh_state(tmp_path / "tree", tmp_path / "fresh")[1]


def until(condition: Callable[[], object], seconds: float = 10.0) -> None:
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


def test_a_killed_indexer_leaves_no_process_behind(worlds: Worlds, tmp_path: Path) -> None:
    child = subprocess.Popen(
        command_line("index", worlds.root, "--store", tmp_path / "store", "--processes", "2", "--quiet"),
        env=environment(),
    )
    parent = psutil.Process(child.pid)
    until(lambda: readers_of(parent))
    seen = readers_of(parent)
    child.kill()
    child.wait()
    _, alive = psutil.wait_procs(seen, timeout=10)
    assert seen
    assert not alive


def test_reading_processes_that_cannot_work_are_told_and_no_file_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_many(tmp_path / "tree", 0, 5)
    repository = repository_at(tmp_path / "tree", tmp_path / "store", in_process_below=1, processes=2)
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(SeedwalkError, match="reading process failed"):
        repository.index()
    monkeypatch.undo()
    assert repository.index().files == 5


@pytest.mark.parametrize("always", [True, False], ids=["always", "once"])
def test_a_file_that_kills_its_reading_process_costs_that_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, always: bool
) -> None:
    """The child is killed from outside when it is given a certain file, as a grammar that crashes would end it."""
    root, files = tmp_path / "tree", 41
    write_many(root, 0, files)
    repository = repository_at(root, tmp_path / "store", in_process_below=1, processes=2)
    poison = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))[7]
    killed: list[psutil.Process] = []

    def send_and_kill(pipe: IO[bytes], message: object) -> None:
        jobs = message[2] if isinstance(message, tuple) else ()
        if any(job.path == poison for job in jobs) and (always or not killed):
            for reader in psutil.Process().children():  # 41 small files are one batch: no other is at work
                killed.append(reader)
                reader.kill()
        pipes.send(pipe, message)

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


# ------------------------------------------------------------------------------------------------- writers and readers


@pytest.fixture
def small(tmp_path: Path) -> Repository:
    write_mixed(tmp_path / "tree")
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    repository.index()
    return repository


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
        told, complained = second.communicate(timeout=30)
    assert (second.returncode, complained) == (0, "")
    assert "1 read" in told
    assert small.symbol("added_while_waiting").path == "pkg/added.py"


def test_two_indexers_at_once_both_end_well(tmp_path: Path) -> None:
    write_many(tmp_path / "tree", 0, files=40)
    line = command_line("index", tmp_path / "tree", "--store", tmp_path / "store", "--quiet")
    both = [subprocess.Popen(line, env=environment(), stderr=subprocess.PIPE) for _ in range(2)]
    complaints = [child.communicate(timeout=60)[1] for child in both]
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


# ------------------------------------------------------------------------------------------------------ damaged indexes


def assert_one_sentence(told: str, *parts: object) -> None:
    """One line that names what it should; no traceback."""
    lines = told.strip().splitlines()
    assert len(lines) == 1, told
    assert lines[0].startswith("seedwalk: ")
    for part in parts:
        assert str(part) in lines[0]


def overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def _overwritten_start(path: Path) -> None:
    overwrite(path, 0, b"\xa5" * 64)


def _overwritten_schema(path: Path) -> None:
    overwrite(path, 100, b"\xa5" * 3_996)


def _overwritten_middle(path: Path) -> None:
    for page in range(1, path.stat().st_size // 4_096):
        overwrite(path, page * 4_096, b"\xa5" * 200)


def _truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 3 // 4_096 * 4_096)


def _truncated_inside_a_page(path: Path) -> None:
    os.truncate(path, 5_000)


def _not_a_database(path: Path) -> None:
    path.write_text("Dear diary, today I was not a database.\n" * 200)


def _newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


DAMAGES: dict[Callable[[Path], None], str] = {
    _overwritten_start: "is damaged",
    _overwritten_schema: "is damaged",
    _overwritten_middle: "is damaged",
    _truncated: "is damaged",
    _truncated_inside_a_page: "is damaged",
    _not_a_database: "is damaged",
    _newer: f"has schema 99, this seedwalk reads {SCHEMA}",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__.strip("_"))
def test_a_damaged_index_is_told_in_one_sentence_and_left_as_it_is(
    small: Repository, seedwalk_here: Command, damage: Callable[[Path], None]
) -> None:
    path = small.store / FILENAME
    damage(path)
    before = path.read_bytes()
    write(small.root, "pkg/added.py", "def added():\n    pass\n")
    at = ("--store", small.store)
    for verb in (("index", small.root, *at), ("dump", "--repo", small.root, *at)):
        done = seedwalk_here(*verb)
        assert (done.returncode, done.stdout) == (1, ""), done
        assert_one_sentence(done.stderr, path, DAMAGES[damage], "Run: seedwalk index --rebuild")
        assert path.read_bytes() == before
    small.index(rebuild=True)
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


def test_bytes_overwritten_anywhere_give_an_answer_or_a_sentence(small: Repository) -> None:
    """SQLite keeps no checksums, so a wrong answer cannot be ruled out; a traceback and a crash can."""
    path = small.store / FILENAME
    good = path.read_bytes()
    source = random.Random(3)
    told: list[str] = []
    for _ in range(40):
        path.unlink()
        size = source.choice((1, 40, 400, 4_096))
        path.write_bytes(good)
        overwrite(path, source.randrange(len(good) - size), source.randbytes(size))
        for ask in (lambda: state_of(small), small.status):
            try:
                ask()
            except SeedwalkError as error:
                told.append(str(error))
    assert len(told) > 10
    assert all(str(path) in sentence and "--rebuild" in sentence for sentence in told)


def test_an_empty_file_is_no_index_yet_and_is_filled(small: Repository, seedwalk_here: Command) -> None:
    path = small.store / FILENAME
    path.write_bytes(b"")
    done = seedwalk_here("dump", "--repo", small.root, "--store", small.store)
    assert done.returncode == 1
    assert_one_sentence(done.stderr, path, "no complete index", "Run: seedwalk index")
    assert path.read_bytes() == b""
    small.index()
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


def test_somebody_elses_database_is_not_touched(small: Repository) -> None:
    path = small.store / FILENAME
    path.unlink()
    theirs = sqlite3.connect(path)
    theirs.execute("CREATE TABLE diary (day TEXT)")
    theirs.execute("INSERT INTO diary VALUES ('monday')")
    theirs.commit()
    for attempt in (small.index, small.packages):
        with pytest.raises(SeedwalkError, match="--rebuild"):
            attempt()
    assert theirs.execute("SELECT * FROM diary").fetchall() == [("monday",)]
    assert theirs.execute("SELECT name FROM sqlite_master").fetchall() == [("diary",)]
    theirs.close()


def test_a_folder_in_the_databases_place_is_told_and_never_removed(small: Repository) -> None:
    path = small.store / FILENAME
    path.unlink()
    write(path, "kept.txt", "kept")
    for attempt in (small.index, small.packages, lambda: small.index(rebuild=True)):
        with pytest.raises(SeedwalkError, match=str(path)):
            attempt()
    assert (path / "kept.txt").read_text() == "kept"


@pytest.mark.parametrize("verb", ["index", "index --rebuild", "status"])
def test_a_store_that_is_a_file_is_told_in_one_sentence(
    tmp_path: Path, seedwalk_here: Command, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    write(tmp_path, "tree/a.py", "x = 1\n")
    monkeypatch.chdir(tmp_path / "tree")
    store = write(tmp_path, "store", "not a folder")
    name, *options = verb.split()
    done = seedwalk_here(name, *options, "--store", store)
    assert done.returncode == 1
    assert_one_sentence(done.stderr, store)
    assert store.read_text() == "not a folder"


# ----------------------------------------------------------------------------------------------- permissions and space


def mortal() -> None:
    """Run in a child before it starts: even for root, the permissions of files then count."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture
def locked(small: Repository) -> Iterator[Repository]:
    """A repository whose store may be read and not written."""
    for path in (*small.store.iterdir(), small.store):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield small
    small.store.chmod(0o755)


needs_permissions = pytest.mark.skipif(sys.platform != "linux", reason="drops capabilities as Linux has them")


@needs_permissions
def test_a_store_that_may_not_be_written_still_answers(locked: Repository, seedwalk: Command) -> None:
    whole = locked.symbols("*")
    done = seedwalk("symbols", "*", "--repo", locked.root, "--store", locked.store, preexec_fn=mortal)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(whole)


@needs_permissions
@pytest.mark.parametrize("options", [[], ["--rebuild"]], ids=["index", "rebuild"])
def test_a_store_that_may_not_be_written_is_told_in_one_sentence(
    locked: Repository, seedwalk: Command, options: list[str]
) -> None:
    before = (locked.store / FILENAME).read_bytes()
    done = seedwalk("index", *options, locked.root, "--store", locked.store, preexec_fn=mortal)
    assert done.returncode == 1
    assert_one_sentence(done.stderr, locked.store, "--store DIR")
    assert (locked.store / FILENAME).read_bytes() == before


@needs_permissions
def test_a_folder_out_of_reach_is_told_in_one_sentence(tmp_path: Path, seedwalk: Command) -> None:
    inner = tmp_path / "closed" / "tree"
    write(inner, "a.py", "x = 1\n")
    (tmp_path / "closed").chmod(0)
    try:
        done = seedwalk("index", inner, "--store", tmp_path / "store", preexec_fn=mortal)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert done.returncode == 2
    assert_one_sentence(done.stderr, inner, "no permission", "Give the folder")


def at_most(size: int) -> Callable[[], None]:
    """No file may grow beyond `size` bytes: to SQLite, a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_full_disk_is_told_in_one_sentence_and_the_old_index_answers(small: Repository, seedwalk: Command) -> None:
    old = state_of(small)
    size = (small.store / FILENAME).stat().st_size
    write_many(small.root, 0, files=150)
    done = seedwalk("index", small.root, "--store", small.store, preexec_fn=at_most(size))
    assert done.returncode == 1
    assert_one_sentence(done.stderr, small.store / FILENAME, "no room", "Free some space")
    assert state_of(small) == old
    small.index()
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


@pytest.mark.parametrize("size", [1, 20_000])
def test_a_disk_full_from_the_start_is_told_in_one_sentence(tmp_path: Path, seedwalk: Command, size: int) -> None:
    write_many(tmp_path / "tree", 0, files=150)
    done = seedwalk("index", tmp_path / "tree", "--store", tmp_path / "store", preexec_fn=at_most(size))
    assert done.returncode == 1
    assert_one_sentence(done.stderr, tmp_path / "store", "room")
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    with pytest.raises(NoIndex):
        repository.packages()
    repository.index()
    assert (tmp_path / "store/.gitignore").read_text().strip() == "*"
    assert state_of(repository) == fresh_state(tmp_path / "tree", tmp_path / "fresh")[1]


# ---------------------------------------------------------------------------------------------------- other versions


def test_an_index_made_by_other_rules_is_read_anew(small: Repository) -> None:
    connection = sqlite3.connect(small.store / FILENAME)
    connection.execute("UPDATE files SET fingerprint = 'another version'")
    connection.execute("UPDATE symbols SET doc = 'from another version'")
    connection.commit()
    connection.close()
    files = small.status().files
    assert len(small.status().changed) == files
    assert small.index().read == files
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


def test_an_interrupted_run_in_this_process_leaves_the_old_index_and_no_lock(small: Repository) -> None:
    old = state_of(small)
    write(small.root, "pkg/added.py", "def added():\n    pass\n")

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "snapshot":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small.index(progress=interrupt)
    assert state_of(small) == old
    open_writer(small.store / FILENAME, None, 0).close()


def test_damage_met_in_the_middle_of_a_long_answer_is_told_too(small: Repository) -> None:
    connection = sqlite3.connect(small.store / FILENAME)
    connection.execute("UPDATE symbols SET kind = 99 WHERE row IN (SELECT max(row) FROM symbols)")
    connection.commit()
    connection.close()
    told: list[Any] = []
    with pytest.raises(DamagedIndex, match="--rebuild"):
        told.extend(small.dump())
