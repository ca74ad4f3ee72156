"""A small repository in every language, indexed; and a place with a tree that is empty yet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
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
def locked(small: Repository) -> Iterator[Repository]:
    """A repository whose store may be read and not written."""
    for path in (*small.store.iterdir(), small.store):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield small
    small.store.chmod(0o755)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "tree").mkdir()
    return tmp_path
