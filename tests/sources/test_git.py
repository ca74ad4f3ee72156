"""Asking git about commits and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.sources.git import GitFailed, head, run_git, toplevel
from tests.sources.trees import commit, git, write


def test_head_and_top_are_known_in_a_repository(tmp_path: Path) -> None:
    made = commit(write(tmp_path, "sub/a.py"))
    assert head(tmp_path) == head(tmp_path / "sub") == made
    assert toplevel(tmp_path / "sub") == tmp_path.resolve()


def test_before_the_first_commit_there_is_a_top_and_no_head(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert head(tmp_path) is None
    assert toplevel(tmp_path) == tmp_path.resolve()


def test_outside_a_repository_both_are_none(tmp_path: Path) -> None:
    assert (head(tmp_path), toplevel(tmp_path)) == (None, None)
    assert head(tmp_path / "absent") is None


def test_a_bare_repository_has_a_head_and_no_top(tmp_path: Path) -> None:
    made = commit(write(tmp_path / "tree", "a.py"))
    git(tmp_path, "clone", "--quiet", "--bare", "tree", "bare")
    assert (head(tmp_path / "bare"), toplevel(tmp_path / "bare")) == (made, None)
    assert head(tmp_path / "bare" / "refs") == made


def test_a_link_into_a_repository_leads_there(tmp_path: Path) -> None:
    made = commit(write(tmp_path / "tree", "sub/a.py"))
    (tmp_path / "link").symlink_to(tmp_path / "tree" / "sub")
    assert head(tmp_path / "link") == made


def test_outside_a_repository_git_is_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "bin/git", text=f"#!/bin/sh\n: > {tmp_path}/started\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert (head(tmp_path), toplevel(tmp_path)) == (None, None)
    assert not (tmp_path / "started").exists()
    write(tmp_path, ".git/HEAD")
    assert (head(tmp_path), toplevel(tmp_path)) == (None, None)
    assert (tmp_path / "started").exists()


def test_without_git_both_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(write(tmp_path, "a.py"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (head(tmp_path), toplevel(tmp_path)) == (None, None)


def test_another_repository_in_the_environment_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "other", "o.py")
    commit(tmp_path / "other")
    mine = commit(write(tmp_path / "mine", "m.py"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    assert head(tmp_path / "mine") == mine


def test_a_command_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "bin/git", text="#!/bin/sh\nexec /bin/sleep 30\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(GitFailed, match=r"longer than 0\.2 seconds"):
        run_git(tmp_path, "status", timeout=0.2)


def test_a_failure_carries_gits_own_words(tmp_path: Path) -> None:
    with pytest.raises(GitFailed, match="not a git repository"):
        run_git(tmp_path, "ls-files")
