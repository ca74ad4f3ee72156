"""The channel of concepts: layers and weights, aliases from the graph, what use taught, a repository's own, the cap."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.concepts.classes import Layer
from seedwalk.config import Concepts
from seedwalk.errors import UsageError
from seedwalk.model import SymbolId
from seedwalk.seeds.ground import Question
from seedwalk.seeds.learned import Association, sureness
from seedwalk.seeds.meant import meanings, meant
from seedwalk.seeds.ranked import Channel, Ranked
from tests.seeds.here import Here, seed, standing

SHOP = {
    "shop/basket.py": "class Basket:\n    def put(self): pass\n\n\nclass Till: pass\n",
    "shop/retry.py": "class RetryPolicy: pass\n\n\ndef with_backoff(): pass\n",
    "concepts.toml": (
        '[[concept]]\nid = "shop.basket"\nphrases = ["shopping cart", "cart"]\ntargets = ["Basket", "put"]\n'
    ),
}


def layers(here: Here, text: str) -> dict[str, tuple[Layer, float]]:
    """Every name that a class names, with the layer and the weight of the heaviest."""
    found: dict[str, tuple[Layer, float]] = {}
    question = here.question(text)
    for one in meanings(question, here.mind.ground, here.told(text)):
        for name in here.names(Ranked(one.rows, one.rows)):
            found.setdefault(name, (one.match.layer, one.match.weight))
    return found


def test_the_repository_says_what_its_own_words_mean(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        assert layers(here, "the cart is empty") == {"Basket": (Layer.REPOSITORY, 1.0)}
        assert here.told("the cart is empty")[Channel.CONCEPTS].values.tolist() == [1.0]
    with standing(tmp_path / "off", SHOP, seed("own-concepts")) as here:
        assert layers(here, "the cart is empty") == {}


def test_own_classes_are_read_again_when_their_file_changes(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        assert layers(here, "the trolley is empty") == {}
        file = tmp_path / "tree" / "concepts.toml"
        file.write_text(file.read_text().replace('"cart"]', '"trolley"]'))
        assert layers(here, "the trolley is empty") == {"Basket": (Layer.REPOSITORY, 1.0)}
        file.unlink()
        assert layers(here, "the trolley is empty") == {}


def test_a_mistake_in_own_classes_is_told_with_its_line(tmp_path: Path) -> None:
    files = {**SHOP, "concepts.toml": '[[concept]]\nid = "x"\nphrases = []\ntargets = ["A"]\n'}
    with standing(tmp_path, files, seed("own-concepts")) as here:
        wrong = replace(here.mind.ground.settings.concepts, own=True)
        here.mind.ground.meanings._tuning = wrong
        with pytest.raises(UsageError, match=r"concepts\.toml:3"):
            here.mind.ground.meanings.matches(here.question("x").task, here.connection)


def test_shipped_classes_count_by_their_layer(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        assert layers(here, "retry with exponential backoff")["RetryPolicy"] == (Layer.UNIVERSAL, 0.8)
    with standing(tmp_path / "off", SHOP, seed("curated")) as here:
        assert "RetryPolicy" not in layers(here, "retry with exponential backoff")


def test_a_framework_counts_where_it_is_used(tmp_path: Path) -> None:
    code = "class AsyncResult: pass\n"
    text = "wait for the result of a background task"
    with standing(tmp_path, {"app.py": f"import celery\n\n\n{code}"}) as here:
        used = layers(here, text)
    with standing(tmp_path / "unused", {"app.py": code}) as here:
        unused = layers(here, text)
    assert used["AsyncResult"][0] is Layer.FRAMEWORK
    assert used["AsyncResult"][1] >= 0.9
    assert unused.get("AsyncResult", (None, 0))[0] is not Layer.FRAMEWORK


GRAPH = {
    "impact.py": (
        "def transitive_callers(name): return [name]\n\n\n"
        "def handle_blast_radius(name): return transitive_callers(name)\n\n\n"
        "def unrelated(name): return name\n"
    )
}


def test_what_calls_a_symbol_names_it(tmp_path: Path) -> None:
    text = "how large is the blast radius, and who are the transitive callers"
    with standing(tmp_path, GRAPH) as here:
        assert layers(here, text)["transitive_callers"] == (Layer.DERIVED, 0.7)
        assert "unrelated" not in layers(here, text)
    with standing(tmp_path / "off", GRAPH, seed("aliases")) as here:
        assert "transitive_callers" not in layers(here, text)


class Taught:
    """What use has taught, for a test."""

    def __init__(self, *known: Association) -> None:
        self.known = known

    def of(self, words: Sequence[str]) -> Sequence[Association]:
        return [one for one in self.known if one.word in words]


def test_what_use_taught_counts_by_how_often_it_was_seen(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        ids = here.mind.graph.nodes["id"]
        till, basket = (SymbolId(int(ids[here.row(name)])) for name in ("Till", "Basket"))
        known = (Association("checkout", till, 10), Association("checkout", basket, 1))
        here.mind.ground.meanings.learned = Taught(*known)
        assert layers(here, "the checkout hangs") == {"Till": (Layer.LEARNED, 0.8)}
        assert layers(here, "the exit hangs") == {}


def test_nothing_is_learned_before_use(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        assert here.mind.ground.meanings.learned.of(("checkout",)) == ()


@pytest.mark.parametrize(("times", "weight"), [(0, 0.0), (1, 0.0), (2, 0.3), (6, 0.55), (10, 0.8), (50, 0.8)])
def test_an_association_is_as_sure_as_it_was_seen_often(times: int, weight: float) -> None:
    assert sureness(times, Concepts()) == pytest.approx(weight)


@pytest.mark.parametrize(("others", "kept"), [(0, 30), (1, 2), (3, 6), (50, 30)])
def test_concepts_name_at_most_twice_what_names_and_words_found(tmp_path: Path, others: int, kept: int) -> None:
    files = {f"m{n}.py": "class RetryPolicy: pass\n" for n in range(30)}
    with standing(tmp_path, files) as here:
        question = here.question("retry with exponential backoff")
        told = {Channel.LEXICAL: Ranked(np.arange(others), np.ones(others))}
        assert len(meant(question, here.mind.ground, told)) == kept


def test_only_strong_matches_name_where_that_is_asked_for(tmp_path: Path) -> None:
    strict = replace(seed(), concepts=replace(Concepts(), strong_only=True))
    with standing(tmp_path, SHOP, strict) as here:
        assert layers(here, "the cart is empty") == {}
        assert "Basket" in layers(here, "the shopping cart is empty")


def test_generic_targets_are_not_looked_for(tmp_path: Path) -> None:
    """`put` is a target of the shop's class, and of any code base."""
    with standing(tmp_path, SHOP) as here:
        assert "Basket.put" not in layers(here, "the cart is empty")


def test_the_question_is_a_value(tmp_path: Path) -> None:
    with standing(tmp_path, SHOP) as here:
        one = here.question("the cart is empty")
        assert isinstance(one, Question)
        first = meant(one, here.mind.ground, here.told("the cart is empty"))
        again = meant(one, here.mind.ground, here.told("the cart is empty"))
        assert first.rows.tolist() == again.rows.tolist()
