"""An index never speaks for settings it was not made with: what they change is made anew, and a reader is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import seedwalk
from seedwalk.config import Deriving, Settings, Sources

FEW = replace(Settings(), deriving=Deriving(similar=0, co_tested=0))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    (top / "node_modules").mkdir(parents=True)
    (top / "node_modules" / "pad.js").write_text("export function pad() {}\n", encoding="utf-8")
    parts = "".join(f"def part_{n}(): pass\n" for n in range(4))
    uses = "".join(f"def use_{n}():\n" + "".join(f"    part_{m}()\n" for m in range(4)) for n in range(2))
    (top / "same.py").write_text(parts + uses, encoding="utf-8")
    return top


def similar(repository: seedwalk.Repository) -> int:
    return sum(edge.kind.value == "similar_to" for edge in repository.edges())


def test_another_bound_on_derived_edges_makes_them_anew_and_back(root: Path) -> None:
    plain = seedwalk.open(root)
    first = plain.index()
    assert similar(plain) == 2
    other = seedwalk.open(root, set={"deriving.similar": 0})
    assert other.status().other_settings == ["deriving.similar"]
    assert not other.status().fresh
    second = other.index()
    assert (similar(other), second.read) == (0, 0)
    assert second.snapshot != first.snapshot
    assert other.status().fresh
    assert not plain.status().fresh
    assert plain.index().snapshot == first.snapshot
    assert similar(plain) == 2


def test_an_answer_from_an_index_of_other_settings_says_so(root: Path) -> None:
    seedwalk.open(root).index()
    assert seedwalk.open(root).context("use part").notes == ()
    notes = seedwalk.open(root, settings=FEW).context("use part").notes
    assert [note for note in notes if "deriving.co_tested, deriving.similar" in note and "seedwalk index" in note]


def test_settings_that_apply_when_asked_leave_the_index_alone(root: Path) -> None:
    seedwalk.open(root).index()
    other = seedwalk.open(root, set={"walking.restart": 0.5, "indexing.batch_bytes": 10, "packing.budget": 100})
    assert other.status().fresh


def test_a_choice_of_files_in_the_settings_is_followed_there_and_back(root: Path) -> None:
    assert seedwalk.open(root).index().files == 1
    (root / "seedwalk.toml").write_text("[sources]\ninclude_vendored = true\n", encoding="utf-8")
    opened = seedwalk.open(root)
    assert "sources.include_vendored" in opened.status().other_settings
    assert "node_modules/pad.js" in {symbol.path for symbol in (opened.index(), opened.symbols("*"))[1]}
    (root / "seedwalk.toml").unlink()
    opened = seedwalk.open(root)
    opened.index()
    assert {symbol.path for symbol in opened.symbols("*")} == {"same.py"}


def test_what_was_chosen_for_an_index_is_kept_beside_the_settings(root: Path) -> None:
    seedwalk.open(root).index(sources=Sources(include_vendored=True))
    opened = seedwalk.open(root, set={"sources.max_file_bytes": 5_000_000})
    assert opened.index().files == 2
    assert opened.index(sources=Sources()).files == 1
