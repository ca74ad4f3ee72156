"""A damaged file, a store that may not be written, a full disk: one sentence, the way out, and nothing is deleted."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tree_sitter import QueryError

from seedwalk.api import Repository
from seedwalk.errors import DamagedIndex, NoIndex, SeedwalkError
from seedwalk.extract import grammar
from seedwalk.store.database import FILENAME, SCHEMA, open_writer, telling
from tests.conftest import Command
from tests.index.faults import assert_one_sentence, at_most, mortal, needs_permissions, write_many
from tests.index.mixed import write
from tests.index.states import fresh_state, repository_at, seen, state_of

# ------------------------------------------------------------------------------------------------------ damaged indexes


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


@needs_permissions
def test_a_store_that_may_not_be_written_still_answers(locked: Repository, seedwalk: Command) -> None:
    whole = locked.symbols("*")
    done = seedwalk("symbols", "*", "--repo", locked.root, "--store", locked.store, preexec_fn=mortal)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(whole)


@needs_permissions
@pytest.mark.parametrize("options", [[], ["--rebuild"]], ids=["index", "rebuild"])
def test_a_store_that_may_not_be_written_is_told_in_one_sentence(
    locked: Repository, aside: Command, options: list[str]
) -> None:
    before = (locked.store / FILENAME).read_bytes()
    done = aside("index", *options, locked.root, "--store", locked.store, preexec_fn=mortal)
    assert done.returncode == 1
    assert_one_sentence(done.stderr, locked.store, "--store DIR")
    assert (locked.store / FILENAME).read_bytes() == before


@needs_permissions
def test_a_folder_out_of_reach_is_told_in_one_sentence(tmp_path: Path, aside: Command) -> None:
    inner = tmp_path / "closed" / "tree"
    write(inner, "a.py", "x = 1\n")
    (tmp_path / "closed").chmod(0)
    try:
        done = aside("index", inner, "--store", tmp_path / "store", preexec_fn=mortal)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert done.returncode == 2
    assert_one_sentence(done.stderr, inner, "no permission", "Give the folder")


def test_a_full_disk_is_told_in_one_sentence_and_the_old_index_answers(small: Repository, aside: Command) -> None:
    old = seen(small)
    size = (small.store / FILENAME).stat().st_size
    write_many(small.root, 0, files=150)
    done = aside("index", small.root, "--store", small.store, preexec_fn=at_most(size))
    assert done.returncode == 1
    assert_one_sentence(done.stderr, small.store / FILENAME, "no room", "Free some space")
    assert state_of(small) == old
    small.index()
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


@pytest.mark.parametrize("size", [1, 20_000])
def test_a_disk_full_from_the_start_is_told_in_one_sentence(tmp_path: Path, aside: Command, size: int) -> None:
    write_many(tmp_path / "tree", 0, files=40)
    done = aside("index", tmp_path / "tree", "--store", tmp_path / "store", preexec_fn=at_most(size))
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


def test_an_interrupt_while_a_query_is_compiled_is_no_file_that_cannot_be_parsed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tree-sitter compiles regular expressions of queries in Python, and takes all that goes wrong there for theirs."""
    deep = "-" * grammar.MAX_TREE_DEPTH  # left to tree-sitter's query
    write(place / "tree", "a.go", f"package a\n\nfunc Total() int {{ return 1 }}\n\nvar b = {deep}1\n")
    repository = repository_at(place / "tree", place / "store")

    def interrupted(*_: object) -> None:
        raise QueryError("Invalid predicate in pattern at row 61: regular expression error") from KeyboardInterrupt()

    monkeypatch.setattr(grammar, "_cursor", grammar._cursor.__wrapped__)  # what was compiled before stays
    monkeypatch.setattr("tree_sitter.Query", interrupted)
    with pytest.raises(KeyboardInterrupt):
        repository.index()
    monkeypatch.undo()
    assert repository.index().skipped == {}


@pytest.mark.parametrize("damage", ["starts = x'00'", "starts = x''", "marks = x'010203'"])
def test_damaged_streams_are_told_in_one_sentence(small: Repository, damage: str) -> None:
    task = "read the base of a shape, load the helper"
    assert small.context(task).entries
    with sqlite3.connect(small.store / FILENAME) as connection:
        connection.execute(f"UPDATE streams SET {damage}")
    connection.close()
    with pytest.raises(DamagedIndex, match="seedwalk index --rebuild"):
        repository_at(small.root, small.store).context(task)


def test_what_sqlite_quotes_is_told_on_one_line(tmp_path: Path) -> None:
    with pytest.raises(DamagedIndex) as told, telling(tmp_path / FILENAME):
        raise sqlite3.DatabaseError("malformed database schema (a NOT NULL,\n    PRIMARY KEY)")
    assert "schema (a NOT NULL, PRIMARY KEY)). All in it" in str(told.value)


def test_damage_met_in_the_middle_of_a_long_answer_is_told_too(small: Repository) -> None:
    connection = sqlite3.connect(small.store / FILENAME)
    connection.execute("UPDATE symbols SET kind = 99 WHERE row IN (SELECT max(row) FROM symbols)")
    connection.commit()
    connection.close()
    told: list[Any] = []
    with pytest.raises(DamagedIndex, match="--rebuild"):
        told.extend(small.dump())
