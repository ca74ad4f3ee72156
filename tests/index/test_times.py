"""Times of files: every edit is seen, whatever it does to them, and nothing is looked at twice for their sake."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.config import Sources
from seedwalk.indexing import changes
from seedwalk.sources.content import read_source
from tests.index.mixed import write

BASE, PAGE, MINIFIED = "pkg/base.py", "rb/page.rb", "web/app.js"
HOUR = 3_600_000_000_000


@pytest.fixture
def trusted(small: Repository, settled: None) -> Repository:
    """A repository whose index trusts the times of all its files."""
    write(small.root, MINIFIED, "function a(){" + "x=1;" * 5_000 + "}")
    small.index()
    assert small.fresh()
    return small


@pytest.fixture
def looked(trusted: Repository, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The path of every file whose contents are compared."""
    listed: list[str] = []

    def look(root: Path, path: str, sources: Sources) -> object:
        listed.append(path)
        return read_source(root, path, sources)

    monkeypatch.setattr(changes, "read_source", look)
    return listed


def assert_seen(repository: Repository) -> None:
    """By every look: of a question, of `status`, of an answer at its files, of a run."""
    assert repository.status().changed == repository.outdated([BASE]) == [BASE]
    assert not repository.fresh()
    assert repository.index().read == 1
    assert repository.symbol(f"{BASE}:Vase")
    assert repository.fresh()


def test_an_edit_that_keeps_size_and_time_is_seen(trusted: Repository) -> None:
    """As by `cp -p`, `rsync -t`, or an editor that puts the time back."""
    file = trusted.root / BASE
    before = file.stat()
    file.write_text(file.read_text().replace("class Base", "class Vase"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert_seen(trusted)


def test_a_file_moved_to_anothers_place_is_seen_though_it_has_its_size_and_time(trusted: Repository) -> None:
    file = trusted.root / BASE
    before = file.stat()
    other = write(trusted.store, "other.py", file.read_text().replace("class Base", "class Vase"))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(file)
    assert_seen(trusted)


def test_an_answer_that_was_kept_is_not_served_for_such_a_file(trusted: Repository) -> None:
    from seedwalk.api import open_repository

    here = open_repository(trusted.root, store=trusted.store, keep=True)
    file, task = trusted.root / BASE, "read the base of a shape"
    before, text = file.stat(), file.read_text()
    assert "def read" in "".join(entry.text for entry in here.context(task).entries)
    file.write_text(text.replace("def read", "def Read"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "def Read" in "".join(entry.text for entry in here.context(task).entries)


def test_unchanged_files_with_other_times_are_looked_at_until_a_run_and_no_more(
    trusted: Repository, looked: list[str]
) -> None:
    for path in (BASE, PAGE, MINIFIED):
        (trusted.root / path).chmod(0o640)
    assert not trusted.fresh(), "a run has something to keep"
    assert trusted.status().fresh, "though nothing that anybody would notice"
    looked.clear()
    assert trusted.index().read == 0
    assert sorted(looked) == [BASE, PAGE, MINIFIED]
    looked.clear()
    assert trusted.fresh()
    assert trusted.status().fresh
    assert trusted.index().read == 0
    assert not looked


def test_a_file_left_out_for_its_contents_is_no_news_while_it_is_young(small: Repository) -> None:
    write(small.root, MINIFIED, "function a(){" + "x=1;" * 5_000 + "}")
    small.index()
    assert small.status().fresh
    write(small.root, MINIFIED, "function a(){\n" + "x=1;\n" * 4_000 + "}")
    assert small.status().added == [MINIFIED]


def test_files_of_a_clock_that_was_ahead_are_not_looked_at_for_ever(
    small: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = time.time_ns() - HOUR
    monkeypatch.setattr(time, "time_ns", lambda: back)
    small.index()
    monkeypatch.setattr(changes, "read_source", None)
    assert small.index().read == 0
    assert small.fresh()
