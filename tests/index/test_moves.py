"""A symbol that moved or was renamed is recognised by its body."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.model import SymbolId
from tests.index.mixed import write
from tests.index.states import repository_at

LONG_FUNCTION = (
    "def {name}(first, second):\n    together = first * second + {number}\n    return together - len(str(first))\n"
)


@pytest.fixture
def moving(tmp_path: Path) -> Repository:
    write(tmp_path / "tree", "a/one.py", LONG_FUNCTION.format(name="compute", number=1))
    write(tmp_path / "tree", "a/two.py", LONG_FUNCTION.format(name="other", number=2))
    repository = repository_at(tmp_path / "tree", tmp_path / "store")
    repository.index()
    return repository


def identity(repository: Repository, asked: str) -> SymbolId:
    return repository.symbol(asked).id


def test_a_symbol_in_a_moved_file_is_recognised(moving: Repository) -> None:
    old = identity(moving, "compute")
    (moving.root / "b").mkdir()
    (moving.root / "a/one.py").rename(moving.root / "b/uno.py")
    report = moving.index()
    assert moving.moved(old) == identity(moving, "b/uno.py:compute") != old
    assert report.moved >= 1


def test_a_renamed_function_is_recognised_by_its_body(moving: Repository) -> None:
    old = identity(moving, "compute")
    write(moving.root, "a/one.py", LONG_FUNCTION.format(name="calculate", number=1))
    moving.index()
    assert moving.moved(old) == identity(moving, "calculate") != old


def test_a_function_with_a_changed_body_and_name_is_another_function(moving: Repository) -> None:
    old = identity(moving, "compute")
    write(moving.root, "a/one.py", LONG_FUNCTION.format(name="calculate", number=3))
    assert moving.index().moved == 0
    assert moving.moved(old) is None


def test_a_changed_body_under_the_same_name_keeps_its_id_and_moves_nowhere(moving: Repository) -> None:
    old = moving.symbol("compute")
    write(moving.root, "a/one.py", LONG_FUNCTION.format(name="compute", number=3))
    moving.index()
    new = moving.symbol("compute")
    assert (new.id, moving.moved(old.id)) == (old.id, None)
    assert new.body_hash != old.body_hash


def test_two_moves_in_a_row_lead_to_the_last_place_and_back_home_to_none(moving: Repository) -> None:
    old = identity(moving, "compute")
    (moving.root / "a/one.py").rename(moving.root / "a/first.py")
    moving.index()
    (moving.root / "a/first.py").rename(moving.root / "a/second.py")
    moving.index()
    assert moving.moved(old) == identity(moving, "a/second.py:compute")
    (moving.root / "a/second.py").rename(moving.root / "a/one.py")
    moving.index()
    assert identity(moving, "compute") == old
    assert moving.moved(old) is None
