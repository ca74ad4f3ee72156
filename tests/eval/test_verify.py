"""Verification: a truth without a symbol is named; one that exists by its fixture's rule is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.eval import ceilings
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
    found = verify(tasks, Places(shop, shop / "repos", shop / "moving"), Setup())
    assert (found.truths, len(found.missing), len(found.absent)) == (2, 1, 1)
    assert str(found.missing[0].problem()).startswith("f.yaml:7: no indexed symbol is 'Cart.gone', a truth of 'q'.")
    assert "the repository 'nowhere' is not in" in str(found.absent[0])


def test_a_perfect_ranking_is_held_by_the_number_of_symbols_that_match(shop: Path) -> None:
    """`shop.Cart` is found through the class and its method, two places of ten; `shop.total` through one. Tests do not
    count, and a tier without fixtures has no ceiling."""
    (shop / "shop" / "test_cart.py").write_text("def test_cart(): pass\n\n\ndef total(): pass\n")
    tasks = [Task("q", Sort.GRADED, "easy", "q", ("shop.Cart",), rule="seed"),
             Task("r", Sort.GRADED, "easy", "r", ("shop.Cart", "shop.total"), rule="seed"),
             Task("s", Sort.GRADED, "hard", "s", ("shop.gone",), rule="seed")]  # fmt: skip
    found = verify(tasks, Places(shop, shop / "repos", shop / "moving"), Setup()).ceilings
    assert list(found) == ["easy", "hard"]
    assert found["easy"].once == pytest.approx(0.15)
    assert found["easy"].most == pytest.approx(0.25)
    assert found["hard"].once == pytest.approx(0.1)
    assert found["hard"].most == 0.0
    ceilings.write(found, shop / "kept.json")
    assert ceilings.read(shop / "kept.json") == found
