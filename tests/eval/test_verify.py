"""Verification: a truth without a symbol is named; one that exists by its fixture's rule is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.eval.arena import Setup
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.places import Places
from seedwalk.eval.verify import missing
from seedwalk.eval.verifying import verify

SOURCE = "class Cart:\n    def add(self): pass\n\n\ndef total(): pass\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text(SOURCE)
    return tmp_path


def _task(truth: str, rule: str = "", sort: Sort = Sort.GRADED, repo: str = "") -> Task:
    return Task("q", sort, "easy", "q", (truth,), repo=repo, rule=rule, place="f.yaml:7")


@pytest.mark.parametrize(
    ("task", "there"),
    [
        (_task("Cart.add"), True),
        (_task("cart.total"), True),
        (_task("Cart.remove"), False),
        (_task("Basket.add"), False),
        (_task("shop.add", rule="seed"), True),
        (_task("shop.Cart", rule="seed"), True),
        (_task("store.add", rule="seed"), False),
        (_task("shop/cart.py:Cart.add", sort=Sort.REPLAY), True),
        (_task("shop/basket.py:Cart.add", sort=Sort.REPLAY), False),
    ],
)
def test_a_truth_exists_by_the_rule_of_its_fixture(shop: Path, task: Task, there: bool) -> None:
    repository = open_repository(shop)
    repository.index()
    assert [one.truth for one in missing([task], repository.symbols("*"))] == ([] if there else list(task.truths))


def test_what_is_missing_is_named_by_file_and_line(shop: Path) -> None:
    tasks = [_task("Cart.add"), _task("Cart.gone"), _task("x", repo="nowhere")]
    gone, absent, truths = verify(tasks, Places(shop, shop / "repos", shop / "moving"), Setup())
    assert (truths, len(gone), len(absent)) == (2, 1, 1)
    assert str(gone[0].problem()).startswith("f.yaml:7: no indexed symbol is 'Cart.gone', a truth of 'q'.")
    assert "the repository 'nowhere' is not in" in str(absent[0])
