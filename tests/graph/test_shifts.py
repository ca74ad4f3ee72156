"""Edges derived from all files together stay where lines alone move, and are made anew where anything else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.config import Deriving
from seedwalk.graph import together
from seedwalk.graph.edges import EdgeRow
from seedwalk.graph.together import Whole
from seedwalk.graph.together import derive as true_derive
from tests.index.mixed import write
from tests.index.states import repository_at

SHOP = """
def one():
    return 1


def two():
    return 2


def first():
    one()
    two()
    three()


def second():
    one()
    two()
    three()


def three():
    return 3
"""
TESTS = """
from shop import one, two


def test_both():
    one()
    two()
"""
DERIVED = ("co_tested_with", "similar_to")


def lines(repository: Repository) -> set[tuple[str, str, int]]:
    """(kind, source, line) of the derived edges."""
    return {(row["edge"], str(row["source"]), row["line"]) for row in repository.dump() if row.get("edge") in DERIVED}


@pytest.mark.parametrize(
    ("path", "text", "anew"),
    [
        ("shop.py", "# A word before all.\n" + SHOP, 0),
        ("shop.py", SHOP + "\n\ndef four():\n    return 4\n", 0),
        ("shop.py", SHOP.replace("    two()\n", "    two()\n    two()\n", 1), 0),
        ("shop.py", SHOP.replace("    three()\n", "", 1), 1),
        ("shop.py", SHOP.replace("three", "thrice"), 1),
        ("test_shop.py", "# A word before all.\n" + TESTS, 0),
        ("test_shop.py", TESTS.replace("    two()\n", ""), 1),
    ],
)
def test_an_edit_derives_anew_only_what_it_may_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str, anew: int
) -> None:
    write(tmp_path / "tree", "shop.py", SHOP)
    write(tmp_path / "tree", "test_shop.py", TESTS)
    kept = repository_at(tmp_path / "tree", tmp_path / "kept")
    kept.index()
    assert {edge for edge, _, _ in lines(kept)} == set(DERIVED)
    derived: list[Deriving] = []

    def noted(whole: Whole, settings: Deriving) -> dict[str, list[EdgeRow]]:
        derived.append(settings)
        return true_derive(whole, settings)

    monkeypatch.setattr(together, "derive", noted)
    write(tmp_path / "tree", path, text)
    kept.index()
    assert len(derived) == anew
    fresh = repository_at(tmp_path / "tree", tmp_path / "fresh")
    fresh.index()
    assert list(kept.dump()) == list(fresh.dump())
