"""Reading classes: what is right is read, what is wrong is told with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.concepts.classes import Layer
from seedwalk.concepts.loader import load_own, parse
from seedwalk.errors import UsageError

GOOD = """origin = "our glossary"

[[concept]]
id = "shop.basket"
phrases = ["shopping basket", "cart"]
targets = ["Basket", "add_to_basket"]

[[concept]]
id = "shop.checkout"
languages = ["python"]
phrases = ["check out"]
targets = ["Checkout"]
origin = "somebody else"
weight = 0.5
"""


def test_a_repositorys_own_classes_are_read() -> None:
    basket, checkout = parse(GOOD, "concepts.toml", own=True)
    assert (basket.id, basket.phrases, basket.targets) == (
        "shop.basket", ("shopping basket", "cart"), ("Basket", "add_to_basket"),
    )  # fmt: skip
    assert (basket.layer, basket.origin) == (Layer.REPOSITORY, "our glossary")
    assert (basket.weight, basket.languages) == (None, ())
    assert (checkout.origin, checkout.weight, checkout.languages) == ("somebody else", 0.5, ("python",))


def test_no_file_is_no_classes_and_an_empty_one_too(tmp_path: Path) -> None:
    assert load_own(tmp_path / "concepts.toml") == ()
    (tmp_path / "concepts.toml").write_text("")
    assert load_own(tmp_path / "concepts.toml") == ()


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    (tmp_path / "concepts.toml").write_text(GOOD, encoding="utf-8")
    assert [concept.id for concept in load_own(tmp_path / "concepts.toml")] == ["shop.basket", "shop.checkout"]


def test_a_file_that_is_not_text_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "concepts.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="is not UTF-8"):
        load_own(tmp_path / "concepts.toml")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="cannot be read"):
        load_own(tmp_path / "folder")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('id = "shop.basket"', 'id = "Shop Basket"', "concepts.toml:4: 'Shop Basket' is no id"),
        ('id = "shop.basket"\n', "", "concepts.toml:3: 'id' is missing"),
        ('id = "shop.checkout"', 'id = "shop.basket"', "concepts.toml:9: 'shop.basket' is the id of two classes"),
        ('phrases = ["check out"]', "phrases = []", "concepts.toml:11: 'phrases' is empty"),
        ('phrases = ["check out"]', 'phrases = "check out"', "concepts.toml:11: 'phrases' is no list of texts"),
        ('phrases = ["check out"]', 'phrases = [" "]', "concepts.toml:11: 'phrases' is no list of texts"),
        ('phrases = ["check out"]', 'phrases = ["Check Out"]', "concepts.toml:11: 'Check Out' is no phrase"),
        ('phrases = ["check out"]', 'phrases = ["2 steps"]', "concepts.toml:11: '2 steps' is no phrase"),
        ('phrases = ["check out"]', 'phrases = ["pay", "pay"]', "concepts.toml:11: 'pay' stands twice in 'phrases'"),
        ('phrases = ["check out"]\n', "", "concepts.toml:8: 'phrases' is empty"),
        ('targets = ["Checkout"]', "targets = [1]", "concepts.toml:12: 'targets' is no list of texts"),
        ('targets = ["Checkout"]', 'targets = ["shop.Checkout"]', "concepts.toml:12: 'shop.Checkout' is no name"),
        ('languages = ["python"]', 'languages = ["cobol"]', "concepts.toml:10: 'cobol' is not known here"),
        ('languages = ["python"]', 'framework = "fancy"', "concepts.toml:10: 'fancy' is not known here"),
        ("weight = 0.5", "weight = 2", "concepts.toml:14: 2 is no weight"),
        ("weight = 0.5", "weight = 0", "concepts.toml:14: 0 is no weight"),
        ("weight = 0.5", "weight = true", "concepts.toml:14: True is no weight"),
        ("weight = 0.5", "wieght = 0.5", "concepts.toml:14: 'wieght' is no key here"),
        ('origin = "our glossary"', 'autor = "me"', "concepts.toml:1: 'autor' is no key here"),
        ('origin = "somebody else"', "origin = 3", "concepts.toml:13: 'origin' is missing or no text"),
        ("[[concept]]\nid", "[concept]\nid", "concepts.toml: "),
        ("weight = 0.5", "weight = = 0.5", "(at line 14, column 10)"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_remedy(before: str, after: str, message: str) -> None:
    assert before in GOOD
    with pytest.raises(UsageError) as caught:
        parse(GOOD.replace(before, after, 1), "concepts.toml", own=True)
    told = str(caught.value)
    assert message in told
    assert told.count("\n") == 0
    assert ". " in told.removeprefix("concepts.toml")


def test_one_table_instead_of_a_list_is_told() -> None:
    with pytest.raises(UsageError, match=r"Begin each class with: \[\[concept\]\]"):
        parse('[concept]\nid = "a"\n', "concepts.toml", own=True)


def test_a_shipped_class_needs_an_origin() -> None:
    with pytest.raises(UsageError, match="'origin' is missing"):
        parse(GOOD.replace('origin = "our glossary"', ""), "universal.toml", own=False)
    assert parse(GOOD.replace('origin = "our glossary"', ""), "concepts.toml", own=True)[0].origin == "concepts.toml"
