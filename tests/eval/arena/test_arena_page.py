"""The page about the arena names every peer, every pinned version and the variable."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.eval.arena.peers import PEERS
from seedwalk.eval.arena.pins import PINS, VARIABLE

PAGE = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")
NEEDED_BY_OTHERS = {"numpy"}


@pytest.mark.parametrize("package", [package for pin in PINS.values() for package in pin.packages])
def test_the_page_says_which_version_is_run(package: str) -> None:
    name, _, version = package.replace("==", "@").rpartition("@")
    assert name.rpartition("/")[2] in PAGE or name in NEEDED_BY_OTHERS
    assert version in PAGE or name in NEEDED_BY_OTHERS


@pytest.mark.parametrize("name", [*PEERS, VARIABLE])
def test_the_page_names_every_row_and_the_variable(name: str) -> None:
    assert name.lower() in PAGE.lower()
