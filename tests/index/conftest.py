"""A small repository in every language, indexed; and a place with a tree that is empty yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository
from tests.index.mixed import write_mixed
from tests.index.states import repository_at


@pytest.fixture
def small(tmp_path: Path) -> Repository:
    write_mixed(tmp_path / "tree")
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    repository.index()
    return repository


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "tree").mkdir()
    return tmp_path
