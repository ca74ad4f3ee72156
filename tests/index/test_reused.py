"""What a process holds of one state serves the next, and never a state that only looks like the next."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from typing import Any

import pytest

from seedwalk.api import Repository
from seedwalk.store import segments
from tests.index.mixed import write
from tests.index.states import fresh_state, state_of


def edited(repository: Repository, path: str, name: str) -> None:
    write(repository.root, path, f"from pkg.base import Base\n\n\nclass {name}(Base):\n    pass\n")
    repository.index()


def test_an_edit_reads_no_segment_again(small: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[list[int]] = []
    whole = segments._read

    def noted(connection: Any, numbers: Collection[int]) -> Any:
        read.append(list(numbers))
        return whole(connection, numbers)

    state_of(small)
    monkeypatch.setattr(segments, "_read", noted)
    edited(small, "pkg/added.py", "Added")
    small.search("added")
    assert [len(numbers) for numbers in read] == [1]


def test_an_older_store_put_back_is_not_taken_for_the_one_it_was(small: Repository) -> None:
    """Both go on from the same state, and number what they write alike."""
    before = small.store.parent / "before"
    shutil.copytree(small.store, before)
    edited(small, "pkg/added.py", "Added")
    state_of(small)
    shutil.rmtree(small.store)
    shutil.copytree(before, small.store)
    (small.root / "pkg/added.py").unlink()
    edited(small, "pkg/other.py", "Elsewhere")
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]


def test_an_index_made_anew_is_not_taken_for_the_one_it_replaces(small: Repository) -> None:
    edited(small, "pkg/added.py", "Added")
    state_of(small)
    write(small.root, "pkg/added.py", "class Quite:\n    other = 1\n")
    small.index(rebuild=True)
    assert state_of(small) == fresh_state(small.root, small.store / "fresh")[1]
