"""An index that cannot be brought up to date for want of permission or room answers as it is, and says so aloud."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from seedwalk.api import Repository, open_repository
from seedwalk.errors import DiskFull
from seedwalk.render import RENDERERS, render
from seedwalk.sources.times import YOUNG_NS
from seedwalk.store.database import FILENAME
from tests.conftest import Command
from tests.index.faults import assert_one_sentence, at_most, full_disk, mortal, needs_permissions
from tests.index.mixed import write
from tests.index.states import repository_at

TASK = "read the base of a shape, load the helper"
ADDED = "pkg/added.py"
FAILURES: dict[str, Callable[[], None]] = {"no permission": mortal, "no room": at_most(1)}


def notes_of(told: str) -> list[str]:
    """The notes of every row that was told."""
    rows = [json.loads(line) for line in told.splitlines()]
    assert rows
    return sorted({note for row in rows for note in row["notes"]})


@pytest.fixture
def stale(locked: Repository) -> Repository:
    """A repository whose tree moved on since its store became read-only."""
    write(locked.root, ADDED, "def added():\n    pass\n")
    return locked


def assert_told(note: str, store: Path) -> None:
    """That the answer is about an older tree, what it lacks, why, and the way out."""
    for part in ("as it was indexed on 20", ADDED, "could not be brought up to date", str(store), "--store DIR"):
        assert part in note


QUESTIONS = {
    "context": ("context", TASK, "--json"),
    "files": ("context", "--files", "pkg/base.py", "--json"),
    "search": ("search", "base", "--json"),
    "why": ("why", "--task", TASK, "--symbol", "pkg/base.py:Base", "--json"),
    "affected": ("affected", "pkg/shapes.py", "--json"),
    "export": ("export", "--json"),
}


@needs_permissions
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_by_the_old_index_with_a_note(
    stale: Repository, aside: Command, question: str
) -> None:
    done = aside(*QUESTIONS[question], "--repo", stale.root, "--store", stale.store, preexec_fn=mortal)
    assert done.returncode == 0, done.stderr
    told = [note for note in notes_of(done.stdout) if "as it was indexed" in note]
    assert len(told) == 1
    assert_told(told[0], stale.store)
    assert done.stderr == f"note: {told[0]}\n"


@needs_permissions
@pytest.mark.parametrize("failure", FAILURES)
def test_a_reader_is_told_in_the_text_and_beside_it(stale: Repository, seedwalk: Command, failure: str) -> None:
    at = ("--repo", stale.root, "--store", stale.store)
    done = seedwalk("context", TASK, "--format", "compact", "--quiet", *at, preexec_fn=FAILURES[failure])
    assert done.returncode == 0, done.stderr
    assert "@ pkg/base.py" in done.stdout
    [line] = [line for line in done.stdout.splitlines() if "as it was indexed" in line]
    assert_told(line, stale.store)
    assert done.stderr.splitlines() == [line]


@needs_permissions
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("verb", ["index", "watch"])
def test_a_verb_that_writes_still_fails(stale: Repository, aside: Command, verb: str, failure: str) -> None:
    done = aside(verb, stale.root, "--store", stale.store, preexec_fn=FAILURES[failure])
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_sentence(done.stderr, stale.store, "--store DIR")


@needs_permissions
def test_nothing_is_said_where_nothing_differs_but_times(locked: Repository, aside: Command) -> None:
    os.utime(locked.root / "pkg/base.py", (1_000_000_000, 1_000_000_000))
    time.sleep(YOUNG_NS / 1e9)  # until then nothing would be kept of it anyway
    assert not repository_at(locked.root, locked.store).fresh()
    done = aside("context", TASK, "--json", "--repo", locked.root, "--store", locked.store, preexec_fn=mortal)
    assert (done.returncode, done.stderr) == (0, "")
    assert "as it was indexed" not in done.stdout


@needs_permissions
def test_a_newer_index_that_may_not_be_written_is_told_as_newer(stale: Repository, aside: Command) -> None:
    with sqlite3.connect(stale.store / FILENAME) as connection:  # root may, whatever the permissions say
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    done = aside("search", "base", "--repo", stale.root, "--store", stale.store, preexec_fn=mortal)
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_sentence(done.stderr, stale.store, "has schema 99", "--rebuild")


def test_a_damaged_index_on_a_full_disk_is_told_as_damaged(small: Repository, seedwalk: Command) -> None:
    (small.store / FILENAME).write_bytes(b"no database at all, whatever is asked of it. " * 200)
    done = seedwalk("search", "base", "--repo", small.root, "--store", small.store, preexec_fn=at_most(1))
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_sentence(done.stderr, small.store / FILENAME, "is damaged", "--rebuild")


@pytest.mark.parametrize("failure", FAILURES)
@needs_permissions
def test_where_there_was_no_index_yet_the_question_fails(place: Path, aside: Command, failure: str) -> None:
    write(place / "tree", "a.py", "def base():\n    pass\n")
    (place / "store").mkdir()
    (place / "store").chmod(0o555)
    at = ("--repo", place / "tree", "--store", place / "store")
    done = aside("search", "base", *at, preexec_fn=FAILURES[failure])
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_sentence(done.stderr, place / "store", "--store DIR")


def test_a_program_learns_it_from_the_repository_and_from_every_pack(small: Repository) -> None:
    write(small.root, ADDED, "def added_helper():\n    pass\n")
    with full_disk():
        assert small.refresh() is None
        assert_told(small.behind, small.store)
        pack, why = small.context(TASK), small.why(TASK, small.symbol("pkg/base.py:Base"))
        assert small.behind in small.export()
        with pytest.raises(DiskFull):
            small.index()
    assert pack.notes[0] == small.behind
    assert why.notes == (small.behind,)
    assert all("as it was indexed" in render(pack, renderer) for renderer in RENDERERS.values())
    report = small.refresh()
    assert report is not None
    assert report.read == 1
    assert small.behind == ""
    assert not any("as it was indexed" in note for note in small.context(TASK).notes)


@pytest.mark.usefixtures("settled")
def test_a_kept_answer_of_better_times_is_not_served_without_the_note(small: Repository) -> None:
    small.index()
    first = open_repository(small.root, store=small.store, keep=True)
    before = first.context(TASK)
    write(small.root, ADDED, "def added_helper():\n    pass\n")
    with full_disk():
        for here in (first, open_repository(small.root, store=small.store, keep=True)):
            here.refresh()
            assert here.context(TASK).notes[0] == here.behind != ""
    (small.root / ADDED).unlink()
    first.refresh()
    assert first.context(TASK) == before
