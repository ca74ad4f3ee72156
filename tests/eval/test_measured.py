"""The measures asked of the engine itself, over a small shop: what they open, ask and print."""

from __future__ import annotations

from pathlib import Path

from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.minds import minds
from seedwalk.eval.packs import ADAPTIVE, fixed, measure
from seedwalk.eval.paraphrases import asking
from seedwalk.eval.places import Places
from tests.test_engine import SHOP
from tests.trees import put


def test_a_pack_shows_the_lines_of_what_a_task_is_about(tmp_path: Path) -> None:
    put(tmp_path / "shop", SHOP)
    task = Task("t", Sort.GRADED, "easy", "limit the rate of login attempts", ("RateLimiter",), repo="shop")
    places = Places(tmp_path, tmp_path, tmp_path / "moving")
    setup = Setup(stores=str(tmp_path / "stores"))
    (row,) = [row for opened in minds([task], places, setup) for row in measure(opened, fixed, (4_000,))]
    assert row.shares[ADAPTIVE][0] == row.shares["full only"][0] == 1.0
    assert row.shares["line only"][0] < row.shares["outline only"][0] < 1.0


def test_wordings_are_asked_of_the_engine(tmp_path: Path) -> None:
    put(tmp_path / "shop", SHOP)
    ask = asking(tmp_path, tmp_path / "stores", "default")
    assert any("RateLimiter" in name for name in ask("shop", "limit the rate of login attempts"))
