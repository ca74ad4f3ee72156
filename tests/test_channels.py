"""Channels in the engine: the default asks none, a weight or a profile does, each has its switch, and `why` tells."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.api import open_repository
from seedwalk.config import Ranking, Settings
from seedwalk.config.mechanisms import CHANNELS, MECHANISMS, SEEDING, without
from seedwalk.config.profiles import profile_named
from seedwalk.engine import SIGNALS, Mind
from seedwalk.seeds import channels
from seedwalk.seeds.ranked import Channel
from tests.seeds.here import Here, standing
from tests.trees import put

FILES = {
    "shop/cart/basket.py": (
        'class Basket:\n    """Goods that a customer is about to buy."""\n\n'
        "    def goods_weight(self, goods): return check_price(goods)\n\n"
        "    def drop(self): pass\n\n\n"
        "def check_price(goods): return goods\n"
    ),
    "shop/bill.py": "class TaxRate: pass\n\n\ndef total_tax(basket): return basket\n",
    "concepts.toml": '[[concept]]\nid = "shop.cart"\nphrases = ["trolley"]\ntargets = ["Basket"]\n',
}
TASK = "the goods weight of a customer is wrong in the trolley of the cart"
WEIGHTED = ("names", "phrase", "concepts", "context", "vectors", "fused")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("built")
    with standing(root, FILES):
        pass
    return root


@pytest.fixture
def plain(built: Path) -> Iterator[Here]:
    with opened(built, Settings()) as here:
        yield here


def opened(root: Path, settings: Settings) -> AbstractContextManager[Here]:
    return standing(root, FILES, settings)


def with_weight(name: str) -> Settings:
    return replace(Settings(), ranking=replace(Ranking(), **{name: 0.5}))


def all_weighted(ranking: Ranking) -> Ranking:
    return replace(ranking, **dict.fromkeys(WEIGHTED, 0.3))


def test_the_default_asks_no_channel_and_builds_nothing_for_one(plain: Here) -> None:
    thought = plain.mind.think(plain.connection, TASK, 5)
    assert channels.wanted(Settings()) == ()
    assert thought.told == {}
    assert "ground" not in vars(plain.mind)
    assert set(thought.scores.columns).isdisjoint(WEIGHTED)


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_signal_with_a_weight_is_asked_for_and_speaks_for_symbols(built: Path, name: str) -> None:
    with opened(built, with_weight(name)) as here:
        thought = here.mind.think(here.connection, TASK, 5)
        column = thought.scores.columns[name]
        assert column.max() == pytest.approx(0.5)
        assert name in SIGNALS
        assert {other for other in WEIGHTED if other in thought.scores.columns} == {name}


def test_a_weight_alone_leaves_the_seeds_as_they_are(built: Path, plain: Here) -> None:
    seeds = plain.mind.think(plain.connection, TASK, 5).seeds
    with opened(built, with_weight("concepts")) as here:
        assert here.mind.think(here.connection, TASK, 5).seeds.tolist() == seeds.tolist()


def test_the_concept_of_the_repository_lifts_what_it_names(built: Path) -> None:
    text = "trolley broken"
    deaf = without(Settings(), ["glossary"], MECHANISMS)
    with opened(built, deaf) as here:
        assert here.row("Basket") not in here.mind.think(here.connection, text, 20).ranking
    with opened(built, replace(deaf, ranking=replace(deaf.ranking, concepts=0.5))) as here:
        assert here.mind.think(here.connection, text, 20).ranking[0] == here.row("Basket")


@pytest.mark.parametrize("profile", ["default", "seed"])
def test_every_score_is_the_sum_of_its_reasons(built: Path, profile: str) -> None:
    settings = profile_named(profile)
    settings = replace(settings, ranking=all_weighted(settings.ranking))
    with opened(built, settings) as here:
        thought = here.mind.think(here.connection, TASK, 10)
        assert len(thought.ranking)
        for row in thought.ranking.tolist():
            assert sum(thought.scores.of(row).values()) == pytest.approx(float(thought.scores.total[row]))


def test_the_profile_seed_asks_the_channels_of_the_first_design(built: Path) -> None:
    asked = channels.wanted(profile_named("seed"))
    assert set(asked) == set(Channel) - {Channel.VECTORS}
    with opened(built, profile_named("seed")) as here:
        thought = here.mind.think(here.connection, TASK, 10)
        assert here.row("Basket.goods_weight") in thought.seeds
        assert thought.told[Channel.NAMES].rank(here.row("Basket.goods_weight")) == 1


@pytest.mark.parametrize("name", sorted({*CHANNELS, *SEEDING}))
def test_every_switch_changes_settings_and_leaves_an_answer(built: Path, name: str) -> None:
    whole = replace(profile_named("seed"), ranking=all_weighted(Ranking()))
    off = without(whole, [name], MECHANISMS)
    assert off != whole
    with opened(built, off) as here:
        assert len(here.mind.think(here.connection, TASK, 5).ranking)


@pytest.mark.parametrize(
    ("name", "channel"),
    [
        ("names", Channel.NAMES), ("concepts", Channel.CONCEPTS), ("context", Channel.CONTEXT),
        ("phrases", Channel.PHRASE),
    ],
)  # fmt: skip
def test_a_channel_switched_off_is_not_asked(name: str, channel: Channel) -> None:
    off = [name] if name != "names" else ["names", "concepts"]  # concepts look at what names found
    assert channel not in channels.wanted(without(profile_named("seed"), off, MECHANISMS))
    assert channel in channels.wanted(profile_named("seed"))


def test_with_vectors_fused_they_are_asked_too(built: Path) -> None:
    settings = profile_named("seed")
    settings = replace(settings, fusing=replace(settings.fusing, vectors=1.0))
    with opened(built, settings) as here:
        thought = here.mind.think(here.connection, TASK, 10)
        assert len(thought.told[Channel.VECTORS])


def test_a_task_that_says_nothing_has_no_seeds(built: Path) -> None:
    with opened(built, profile_named("seed")) as here:
        for text in ("the of and", "!!!", "日本語のみ"):
            thought = here.mind.think(here.connection, text, 5)
            assert len(thought.seeds) == len(thought.ranking) == 0


def test_why_and_explain_tell_the_ranks_in_the_channels(built: Path) -> None:
    repository = open_repository(built / "tree", store=built / "store", settings=profile_named("seed"))
    why = repository.why(TASK, repository.symbol("Basket"))
    assert why.channels["concepts"] == 1
    assert {"lexical", "wording", "fused"} <= set(why.channels)
    assert all(rank >= 1 for rank in why.channels.values())
    lone = repository.why(TASK, repository.symbol("TaxRate"))
    assert lone.channels.get("names") is None
    first = repository.context(TASK, limit=3, explain=True).entries[0]
    assert first.reasons[-1].startswith("ranks: lexical ")


def test_by_default_why_tells_the_rank_of_the_words(built: Path) -> None:
    repository = open_repository(built / "tree", store=built / "store")
    names = [entry.name for entry in repository.context(TASK, limit=10).entries]
    ranks = [repository.why(TASK, repository.symbol(name)).channels.get("lexical", 99) for name in names]
    assert 1 in ranks
    assert len({rank for rank in ranks if rank != 99}) > 1


def test_ranks_are_those_of_the_values(plain: Here) -> None:
    from seedwalk.answers.answering import channel_ranks

    thought = plain.mind.think(plain.connection, TASK, 10)
    best = int(np.argmax(thought.lexical.dense))
    assert channel_ranks(thought, best)["lexical"] == 1
    given = plain.mind.think_from([best], [TASK], 5)
    assert channel_ranks(given, best) == {}


def test_the_profile_seed_says_the_same_under_any_hash_seed(tmp_path: Path) -> None:
    put(tmp_path, FILES)
    open_repository(tmp_path).index()
    command = [sys.executable, "-m", "seedwalk", "context", TASK, "--json", "--explain", "--profile", "seed"]
    answers = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([*command, "--repo", str(tmp_path)], capture_output=True, check=True, env=environment)
        answers.add(done.stdout)
    assert len(answers) == 1


def test_a_mind_without_a_root_has_no_classes_of_its_own(built: Path) -> None:
    settings = with_weight("concepts")
    with opened(built, settings) as here:
        mind = Mind(here.connection, settings)
        assert len(mind.think(here.connection, "trolley broken", 5).ranking) == 0


def test_an_empty_repository_has_no_answer(tmp_path: Path) -> None:
    settings = replace(profile_named("seed"), ranking=all_weighted(Ranking()))
    with standing(tmp_path, {"README.txt": ""}, settings) as here:
        assert len(here.mind.think(here.connection, TASK, 5).ranking) == 0


def test_an_index_kept_up_is_told_the_same_as_one_built_afresh(tmp_path: Path) -> None:
    changed = {"shop/bill.py": "def goods_weight_total(): pass\n", "shop/cart/extra.py": "class Trolley: pass\n"}
    with standing(tmp_path / "kept", FILES):
        pass
    (tmp_path / "kept" / "tree" / "shop/cart/basket.py").unlink()
    fresh = {path: text for path, text in FILES.items() if path != "shop/cart/basket.py"} | changed
    settings = replace(profile_named("seed"), ranking=all_weighted(Ranking()))
    with standing(tmp_path / "kept", changed, settings) as kept, standing(tmp_path / "new", fresh, settings) as new:
        told, again = kept.told(TASK), new.told(TASK)
        assert list(told) == list(again)
        for channel in told:
            assert kept.names(told[channel]) == new.names(again[channel]), channel
            assert told[channel].values == pytest.approx(again[channel].values)
        assert "goods_weight_total" in kept.names(told[Channel.PHRASE])
