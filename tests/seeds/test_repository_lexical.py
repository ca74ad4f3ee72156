"""`Repository.lexical`: rows of the lexical index meet the symbols of the store, also after files changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository, open_repository
from seedwalk.config import Mixing, Settings
from tests.trees import made

FILES = {
    "shop/cart.py": 'class Cart:\n    """Goods to buy."""\n\n    def add(self, goods):\n        return goods\n\n'
    "    def drop(self): pass\n",
    "shop/bill.py": 'TAX_RATE = 3\n\n\ndef total_tax(cart):\n    """The tax of a cart."""\n    return TAX_RATE\n',
    "tests/test_cart.py": "def test_goods_are_added_to_cart():\n    goods = 1\n    assert goods\n",
}  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    return made(tmp_path / "shop", FILES, tmp_path / "store")


def _names(repository: Repository, text: str, limit: int = 10) -> list[str]:
    return [symbol.qualified_name for symbol, _ in repository.lexical(text, limit)]


def test_a_class_is_found_by_its_member_and_modules_never(shop: Repository) -> None:
    names = _names(shop, "goods")
    assert set(names[:2]) == {"Cart", "Cart.add"}
    assert names[2:] == ["test_goods_are_added_to_cart"]
    assert "cart" not in names


def test_what_shares_no_word_is_not_named(shop: Repository) -> None:
    assert _names(shop, "unrelated question") == []
    assert _names(shop, "") == []
    assert "Cart.drop" not in _names(shop, "goods")


def test_settings_reach_the_mixture(shop: Repository) -> None:
    plain = Settings(mixing=Mixing(parent=0, child=0, file=0, tests=1, values=1, modules=1))
    same = open_repository(shop.root, store=shop.store, settings=plain)
    assert same.lexical("goods buy", 10) != shop.lexical("goods buy", 10)


@pytest.mark.parametrize(
    "edits",
    [
        {"shop/new.py": "def goods_of(cart):\n    return cart\n"},
        {"shop/cart.py": None},
        {"shop/cart.py": "class Basket:\n    def put(self, goods): return goods\n"},
        {"shop/bill.py": "def goods_total(): pass\n", "shop/cart.py": None, "a.py": "def goods(): pass\n"},
    ],
)
def test_an_index_kept_up_answers_as_one_built_afresh(
    shop: Repository, tmp_path: Path, edits: dict[str, str | None]
) -> None:
    shop.lexical("goods", 10)  # what is kept open must notice the change
    for path, text in edits.items():
        if text is None:
            (shop.root / path).unlink()
        else:
            (shop.root / path).write_text(text, encoding="utf-8")
    shop.index()
    fresh = open_repository(shop.root, store=tmp_path / "fresh")
    fresh.index()
    for question in ("goods of a cart", "tax total", "put goods"):
        assert shop.lexical(question, 10) == fresh.lexical(question, 10)
        assert shop.search(question, 10) == fresh.search(question, 10)


def test_a_word_of_a_folder_does_not_count_as_common(tmp_path: Path) -> None:
    """`shop` stands in every path; where one symbol itself has it, it is as rare as that."""
    files = {f"shop/m{n}.py": f"def f{n}(): pass\n" for n in range(20)}
    files["shop/owner.py"] = "def shop_owner(): pass\n"
    repository = made(tmp_path / "r", files, tmp_path / "store")
    [(first, score), *_] = repository.lexical("shop", 3)
    assert first.name == "shop_owner"
    assert score > 1.0


def test_an_empty_repository_has_no_answer(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    repository = open_repository(tmp_path / "r", store=tmp_path / "store")
    repository.index()
    assert repository.lexical("anything at all", 5) == []
