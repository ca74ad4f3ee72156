"""A first look at a tree sees no more of it than the bound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from seedwalk.sources.glance import first_names
from tests.sources.trees import commit, write

TREES = {
    "nothing": ([], 0),
    "files beside each other": (["a.py", "b.py", "c.txt"], 3),
    "folders count, so that a tree of empty ones ends": (["a/b/c.py", "d/e.py"], 5),
    "hidden ones too": ([".github/x.yml", ".env"], 3),
}


@pytest.mark.parametrize(("paths", "held"), TREES.values(), ids=TREES)
def test_all_is_seen_up_to_the_bound(tmp_path: Path, paths: list[str], held: int) -> None:
    write(tmp_path, *paths)
    assert len(first_names(str(tmp_path), held + 1)) == held
    assert len(first_names(str(tmp_path), max(1, held))) == held


def test_what_git_keeps_counts_for_nothing(tmp_path: Path) -> None:
    commit(write(tmp_path, "a.py"))
    assert first_names(str(tmp_path), 2) == ["a.py"]


def test_a_link_is_one_and_never_followed(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert sorted(first_names(str(tmp_path), 3)) == ["a.py", "loop"]


def test_a_folder_that_is_not_there_has_nothing(tmp_path: Path) -> None:
    assert first_names(str(tmp_path / "absent"), 1) == []


def test_no_more_folders_are_read_than_the_bound_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, *(f"folder{number}/a.py" for number in range(20)))
    read: list[str] = []
    scandir = os.scandir

    def noted(path: str) -> Iterator[os.DirEntry[str]]:
        read.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", noted)
    assert len(first_names(str(tmp_path), 22)) == 22
    assert len(read) == 3
