"""The repository's own words count by default: they name symbols, are heard, and cost nothing where there are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from seedwalk.answers.answering import quality
from seedwalk.api import open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.model import Quality
from seedwalk.thought import Thought
from tests.seeds.here import Here, standing
from tests.trees import put

FILES = {
    "shop/basket.py": "class Basket:\n    def put(self): pass\n\n\nclass Till: pass\n",
    "shop/ledger.py": "def book(entry): return entry\n\n\ndef refund(entry): return book(entry)\n",
    "concepts.toml": (
        '[[concept]]\nid = "shop.basket"\nphrases = ["shopping cart", "trolley"]\ntargets = ["Basket"]\n\n'
        '[[concept]]\nid = "shop.ruby"\nphrases = ["gem stone"]\ntargets = ["Till"]\nlanguages = ["ruby"]\n'
    ),
}
TASK = "the shopping cart loses an entry"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    with standing(tmp_path, FILES, Settings()) as here:
        yield here


def think(here: Here, text: str) -> Thought:
    return here.mind.think(here.connection, text, 10)


def first(here: Here, text: str) -> str:
    return here.mind.symbols(here.connection, think(here, text).ranking.tolist())[0].qualified_name


def gained(here: Here, text: str, name: str) -> float:
    """What its own words give to one symbol, before kind and flags count."""
    columns = think(here, text).scores.columns
    return float(columns["glossary"][here.row(name)]) if "glossary" in columns else 0.0


def test_what_the_repository_calls_so_comes_first(here: Here) -> None:
    assert first(here, "empty the shopping cart") == "Basket"
    assert gained(here, TASK, "Basket") == Settings().ranking.glossary
    assert gained(here, TASK, "refund") == 0.0


def test_one_word_says_less_than_a_phrase(here: Here) -> None:
    tuning = Settings()
    assert gained(here, "the trolley", "Basket") == pytest.approx(tuning.ranking.glossary * tuning.concepts.weak)
    assert gained(here, "the trolley is a shopping cart", "Basket") == tuning.ranking.glossary


def test_its_words_are_heard_and_make_a_match(here: Here) -> None:
    thought = think(here, TASK)
    assert "shopping" not in thought.unheard
    assert "cart" not in thought.unheard
    assert quality(thought, Settings()).quality is Quality.GOOD
    assert "trolleybus" in think(here, "the trolleybus").unheard


def test_a_class_of_another_language_does_not_count(here: Here) -> None:
    assert gained(here, "the gem stone is lost", "Till") == 0.0
    assert "gem" in think(here, "the gem stone is lost").unheard


@pytest.mark.parametrize("off", ["glossary", "own-concepts", "concepts"])
def test_it_can_be_switched_off(tmp_path: Path, off: str) -> None:
    with standing(tmp_path, FILES, without(Settings(), [off], MECHANISMS)) as here:
        assert gained(here, TASK, "Basket") == 0.0
        assert "cart" in think(here, TASK).unheard


def test_the_file_is_read_again_when_it_changed(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "tree" / "concepts.toml"
    file.write_text('[[concept]]\nid = "a"\nphrases = ["shopping cart"]\ntargets = ["refund"]\n')
    assert gained(here, TASK, "refund") == Settings().ranking.glossary
    file.unlink()
    assert gained(here, TASK, "refund") == 0.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[concept]]\nid = "x"\nphrases = []\ntargets = ["A"]\n', "concepts.toml:3: 'phrases' is empty"),
        ('[package]\nname = "of another tool"\n', "concepts.toml:1: 'package' is no key here"),
    ],
)
def test_a_file_with_a_mistake_is_done_without_and_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    put(tmp_path / "tree", {**FILES, "concepts.toml": text})
    repository = open_repository(tmp_path / "tree", store=tmp_path / "store")
    repository.index()
    pack = repository.context("refund the entry")
    assert pack.entries[0].name == "refund"
    assert any(note.startswith(told) and note.endswith("does without it.") for note in pack.notes)


def test_its_weight_is_a_setting(tmp_path: Path) -> None:
    heavy = replace(Settings(), ranking=replace(Settings().ranking, glossary=2.0))
    with standing(tmp_path, FILES, heavy) as here:
        assert gained(here, TASK, "Basket") == 2.0


def test_words_of_a_class_without_a_phrase_count_a_little(here: Here) -> None:
    expected = Settings().ranking.glossary * Settings().concepts.loose
    assert gained(here, "a cart for shopping", "Basket") == pytest.approx(expected)
    assert gained(here, "a cart for apples", "Basket") == 0.0  # one word is anybody's
    assert "cart" in think(here, "a cart for shopping").unheard  # and makes nobody heard


def test_what_nearly_fits_can_be_switched_off(tmp_path: Path) -> None:
    strict = replace(Settings(), concepts=replace(Settings().concepts, loose=0.0))
    with standing(tmp_path, FILES, strict) as here:
        assert gained(here, "a cart for shopping", "Basket") == 0.0
        assert gained(here, TASK, "Basket") == strict.ranking.glossary


def test_a_target_that_everything_has_counts_in_no_way(tmp_path: Path) -> None:
    generic = '[[concept]]\nid = "a"\nphrases = ["shopping cart"]\ntargets = ["get", "refund"]\n'
    files = {**FILES, "concepts.toml": generic, "shop/till.py": "def get(): pass\n"}
    with standing(tmp_path, files, Settings()) as here:
        for text in ("empty the shopping cart", "a cart for shopping"):
            assert gained(here, text, "refund") > 0.0
            assert gained(here, text, "get") == 0.0
