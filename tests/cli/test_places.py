"""Folders that are gone, out of reach or somebody else's: one sentence, and nothing of theirs is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sources.trees import commit, git


@pytest.mark.parametrize("verb", ["index", "search order", "status", "context order", "doctor", "config"])
def test_a_working_folder_that_is_gone_is_told(shop: Path, here: Run, verb: str) -> None:
    gone = shop / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    told = here(*verb.split())
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("seedwalk: the folder this was started in is gone.")
    assert told.err.count("\n") == 1


def test_another_repository_is_asked_from_a_working_folder_that_is_gone(indexed: Path, here: Run) -> None:
    gone = indexed / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert here("search", "Order.total", "-n", "1", "--repo", str(indexed)).out.startswith("shop/orders.py")


def test_a_name_longer_than_any_is_a_wrong_argument(shop: Path, here: Run) -> None:
    told = here("index", "x" * 5_000)
    assert (told.code, told.out) == (2, "")
    assert "cannot be reached: File name too long. Give the folder of a repository." in told.err


@pytest.mark.parametrize("place", ["shop", "."])
def test_a_store_among_the_users_own_files_hides_none_of_them_from_git(shop: Path, here: Run, place: str) -> None:
    commit(shop)
    assert here("index", "--store", place).code == 0
    assert not (shop / place / ".gitignore").exists()
    (shop / "shop/added.py").write_text("def added_late() -> None:\n    pass\n", encoding="utf-8")
    assert "shop/added.py" in git(shop, "status", "--short", "--untracked-files=all")
    assert here("search", "added_late", "-n", "1", "--store", place).out.startswith("shop/added.py")


def test_a_store_of_its_own_hides_itself_wherever_it_is(shop: Path, here: Run) -> None:
    (shop / "kept").mkdir()
    for options in ([], ["--rebuild"]):
        assert here("index", "--store", "kept", *options).code == 0
        assert (shop / "kept/.gitignore").read_text(encoding="utf-8") == "*\n"
        (shop / "kept/.gitignore").unlink()


def test_a_pipe_in_the_place_of_the_index_is_not_waited_for(shop: Path, here: Run) -> None:
    (shop / ".seedwalk").mkdir()
    os.mkfifo(shop / ".seedwalk/index.db")
    for verb in ("index", "index --rebuild", "status", "search order"):
        told = here(*verb.split())
        assert (told.code, told.out) == (1, "")
        assert "index.db is no regular file. Move it away, or use --store DIR." in told.err


@pytest.mark.parametrize("verb", ["affected", "context"])
def test_a_change_is_asked_for_where_git_sees_no_repository(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    told = here(verb, "--diff", "HEAD")
    assert (told.code, told.out) == (2, "")
    assert "'HEAD' cannot be compared with (fatal: not a git repository" in told.err
    assert "Name the changed files instead." in told.err
    git(indexed, "init", "--quiet")
    fake = tmp_path / "bin/git"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '/a/b c'\" >&2\nexit 128\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent))
    told = here(verb, "--diff", "HEAD")
    assert told.code == 2
    assert told.err.endswith("Run: git config --global --add safe.directory '/a/b c'\n")
