"""The profile `seed` scores by the first design's formula: what makes a score over a small shop, what goes on top."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import seedwalk
from seedwalk.config import Settings
from seedwalk.config.mechanisms import FORMULA, MECHANISMS, without
from seedwalk.config.profiles import profile_named
from seedwalk.model import Quality
from seedwalk.rank.formula import COMPONENTS
from seedwalk.thought import Thought
from tests.graph.small import tree
from tests.test_engine import SHOP

TASK = "limit the rate of login attempts"


def shop(root: Path, settings: Settings, **files: str) -> seedwalk.Repository:
    made = tree(root / "shop", {**SHOP, **files})
    return seedwalk.open(made.root, store=made.store, settings=settings)


def thought(repository: seedwalk.Repository, task: str = TASK) -> tuple[Thought, list[str]]:
    """What the engine thinks, and the names of its ranking."""
    with repository._reading() as connection:
        mind, _ = repository._mind(connection)
        found = mind.think(connection, task, 50)
        return found, [symbol.qualified_name for symbol in mind.symbols(connection, found.ranking.tolist())]


def test_a_score_is_the_sum_of_the_seven_components_and_what_hits_adds(tmp_path: Path) -> None:
    found, names = thought(shop(tmp_path, profile_named("seed")))
    assert "RateLimiter" in names[:5]
    assert set(found.scores.columns) == {*COMPONENTS, "authority"}
    for row in found.ranking.tolist():
        assert sum(found.scores.of(row).values()) == pytest.approx(float(found.scores.total[row]))


def test_without_hits_the_plain_weights_count(tmp_path: Path) -> None:
    found, _ = thought(shop(tmp_path, without(profile_named("seed"), ["hits"], MECHANISMS)))
    assert set(found.scores.columns) == set(COMPONENTS)
    assert float(found.scores.columns["blast_radius"].max()) == pytest.approx(0.40)
    assert float(found.scores.columns["observed"].min()) == pytest.approx(0.20 * 0.3)


def test_a_test_keeps_three_tenths_of_its_score_unless_the_task_is_about_tests(tmp_path: Path) -> None:
    repository = shop(tmp_path, profile_named("seed"))
    plain, names = thought(repository, "login attempts are limited")
    about, told = thought(repository, "fix the test that login attempts are limited")
    (test,) = (name for name in names if name.startswith("test_"))
    assert plain.scores.factor[plain.ranking[names.index(test)]] == pytest.approx(0.3)
    assert about.scores.factor[about.ranking[told.index(test)]] == pytest.approx(1.0)


def test_around_files_their_symbols_and_real_callers_are_ranked(tmp_path: Path) -> None:
    repository = shop(tmp_path, profile_named("seed"))
    pack = repository.context_for_files(["shop/limits.py"], limit=20)
    names = [entry.name for entry in pack.entries]
    assert {"RateLimiter.hit", "LoginView.post"} <= set(names)
    assert "render_invoice" not in names


def test_a_framework_s_word_for_a_thing_goes_to_the_top(tmp_path: Path) -> None:
    """"Event loop" is Tornado's word for a class that no word of the task leads to, and the shop imports Tornado."""
    files = {"shop/web.py": "import tornado\n\n\nclass PeriodicCallback:\n    clock = tornado.clock\n"}
    task = "login attempts stall the event loop"
    on, first = thought(shop(tmp_path / "on", profile_named("seed"), **files), task)
    off = without(profile_named("seed"), ["injection"], MECHANISMS)
    plain, _ = thought(shop(tmp_path / "off", off, **files), task)
    assert first[0] == "PeriodicCallback"
    assert on.scores.of(int(on.ranking[0]))["injected"] > 0
    assert "injected" not in plain.scores.columns


def test_names_are_asked_where_a_large_graph_s_scores_are_flat(tmp_path: Path) -> None:
    seed = profile_named("seed")
    large = replace(seed, direct=replace(seed.direct, symbols=1, flat_count=2, flat_spread=9.0))
    found, names = thought(shop(tmp_path, large), "look at RateLimiter")
    assert "direct" in found.scores.columns
    rows = zip(names, found.ranking.tolist(), strict=True)
    gained = {name: found.scores.of(row).get("direct", 0.0) for name, row in rows}
    assert gained["RateLimiter"] == pytest.approx(0.5)
    assert gained["RateLimiter.hit"] == pytest.approx(0.25)
    small, _ = thought(shop(tmp_path / "small", seed), "look at RateLimiter")
    assert "direct" not in small.scores.columns


def test_the_bands_of_scores_decide_the_match(tmp_path: Path) -> None:
    seed = profile_named("seed")
    high = replace(seed, packing=replace(seed.packing, moderate_from=9.0))
    assert shop(tmp_path, seed).context(TASK).match.quality is Quality.GOOD
    told = shop(tmp_path / "high", high).context(TASK).match
    assert (told.quality, "below 9.00" in told.reason) == (Quality.WEAK, True)


@pytest.mark.parametrize("name", FORMULA)
def test_every_mechanism_of_the_formula_has_a_switch(name: str) -> None:
    seed = profile_named("seed")
    assert without(seed, [name], MECHANISMS) != seed
