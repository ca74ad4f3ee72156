"""A small repository in every language, indexed; and a place with a tree that is empty yet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from seedwalk.api import Repository
from tests.index.mixed import write_mixed
from tests.index.states import repository_at


@pytest.fixture(scope="session")
def small_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("small")
    write_mixed(place / "tree")
    repository_at(place / "tree", place / "store").index()
    return place


@pytest.fixture
def small(small_once: Path, tmp_path: Path) -> Repository:
    """The repository with its index, to be changed and damaged at will."""
    shutil.copytree(small_once, tmp_path, dirs_exist_ok=True)
    return repository_at(tmp_path / "tree", tmp_path / "store")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "tree").mkdir()
    return tmp_path
