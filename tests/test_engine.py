"""From a task to a ranking and a pack, over a small shop: what is found, why, and what is refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import seedwalk
from seedwalk.answers.answering import TOLD
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import profile_named
from seedwalk.engine import SIGNALS
from seedwalk.errors import UsageError
from seedwalk.model import Pack, Quality
from seedwalk.thought import Thought

SHOP = {
    "shop/login.py": (
        "from shop.limits import RateLimiter\n\n\n"
        'class LoginView:\n    """Signs users in."""\n\n'
        "    def __init__(self):\n        self.limiter = RateLimiter(5)\n\n"
        '    def post(self, request):\n        """Check the password of a login attempt."""\n'
        "        self.limiter.hit(request.user)\n        return check_password(request)\n\n\n"
        "def check_password(request):\n    return request.password == 'secret'\n"
    ),
    "shop/limits.py": (
        'class RateLimiter:\n    """Counts attempts in a window."""\n\n'
        "    def __init__(self, most):\n        self.most = most\n\n"
        "    def hit(self, key):\n        return self._count(key) < self.most\n\n"
        "    def _count(self, key):\n        return 0\n"
    ),
    "shop/invoice.py": 'def render_invoice(order):\n    """Draw an invoice as a page."""\n    return str(order)\n',
    "tests/test_login.py": (
        "from shop.login import LoginView\n\n\ndef test_login_attempts_are_limited():\n    LoginView().post(None)\n"
    ),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> seedwalk.Repository:
    root = tmp_path_factory.mktemp("shop")
    for path, text in SHOP.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    repository = seedwalk.open(root)
    repository.index()
    return repository


def names(pack: Pack) -> list[str]:
    return [entry.name for entry in pack.entries]


def test_words_of_the_task_name_the_first_symbols(shop: seedwalk.Repository) -> None:
    pack = shop.context("limit the rate of login attempts", limit=10)
    assert names(pack)[0] in ("LoginView", "RateLimiter", "LoginView.post")
    assert "render_invoice" not in names(pack)[:5]


def test_the_walk_finds_what_no_word_names(shop: seedwalk.Repository) -> None:
    """`RateLimiter.hit` shares no word with the task; it is called by what does."""
    plain = seedwalk.open(shop.root, store=shop.store, settings=_without_walk())
    walked, unwalked = (names(one.context("sign users in", limit=30)) for one in (shop, plain))
    assert "RateLimiter.hit" in walked
    assert "RateLimiter.hit" not in unwalked or walked.index("RateLimiter.hit") < unwalked.index("RateLimiter.hit")


def _without_walk() -> Settings:
    return without(profile_named("default"), ["walk", "uses"], MECHANISMS)


def test_tests_come_after_what_they_test_unless_the_task_is_about_them(shop: seedwalk.Repository) -> None:
    plain = names(shop.context("login attempts are limited", limit=10))
    about = names(shop.context("fix the test that login attempts are limited", limit=10))
    assert about.index("test_login_attempts_are_limited") < plain.index("test_login_attempts_are_limited")


def test_a_pack_keeps_its_budget_and_carries_code(shop: seedwalk.Repository) -> None:
    pack = shop.context("limit the rate of login attempts", budget=400)
    assert pack.token_budget == 400
    assert pack.tokens_used <= 400
    assert any("self.limiter.hit" in entry.text for entry in pack.entries)


def test_every_score_is_the_sum_of_its_reasons(shop: seedwalk.Repository) -> None:
    with shop._reading() as connection:
        mind, _ = shop._mind(connection)
        thought = mind.think(connection, "limit the rate of login attempts", 10)
        for row in thought.ranking.tolist():
            assert sum(thought.scores.of(row).values()) == pytest.approx(float(thought.scores.total[row]))


def test_around_files_their_symbols_come_first_then_who_calls_them(shop: seedwalk.Repository) -> None:
    found = names(shop.context_for_files(["shop/limits.py"], limit=20))
    assert set(found[:4]) <= {"RateLimiter", "RateLimiter.hit", "RateLimiter._count", "RateLimiter.__init__"}
    assert "LoginView.post" in found


def test_a_foreign_task_is_told_to_match_nothing_much(shop: seedwalk.Repository) -> None:
    pack = shop.context("train a neural network on spectrograms of whale songs")
    assert pack.match.quality in (Quality.WEAK, Quality.NONE)
    assert pack.match.reason


def test_a_word_that_a_single_symbol_says_is_an_answer_and_one_that_nobody_says_is_none(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text(
        'def total(cart):\n    """The price of a cart, with the discount."""\n    return sum(cart)\n\n\n'
        + "".join(f"def step_{number}(cart):\n    return {number}\n\n\n" for number in range(20)),
        encoding="utf-8",
    )
    repository = seedwalk.open(tmp_path)
    repository.index()
    found = repository.context("discount")
    assert (found.match.quality, found.entries[0].name) == (Quality.WEAK, "total")
    assert repository.context("discount of the zookeeper").match.quality is Quality.NONE


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.lua": "function a() end\n", "b.php": "<?php\n", "c.php": "<?php\n"}, " (seen: PHP 2, Lua 1)"),
        ({"README.md": "# Nothing yet\n"}, ""),
    ],
)
def test_a_repository_without_code_that_is_read_says_so(tmp_path: Path, files: dict[str, str], told: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    repository = seedwalk.open(tmp_path)
    repository.index()
    assert repository.context("parse the price").notes[0] == f"No file here is of a language that is read{told}."


def test_an_answer_says_that_most_of_the_code_was_not_read(tmp_path: Path) -> None:
    for name in ("shop.py", "Price.kt", "Cart.kt"):
        (tmp_path / name).write_text("def price(): pass\n", encoding="utf-8")
    repository = seedwalk.open(tmp_path)
    repository.index()
    told = "Most code here is Kotlin, which is not read: 2 files beside 1 that are."
    assert told in repository.context("parse the price").notes
    (tmp_path / "cart.py").write_text("def total(): pass\n", encoding="utf-8")
    repository.index()
    assert told not in repository.context("parse the price").notes


@pytest.mark.parametrize("task", ["the of and", "!!! ???", "日本語のみ"])
def test_a_task_that_says_nothing_here_matches_nothing(shop: seedwalk.Repository, task: str) -> None:
    pack = shop.context(task)
    assert pack.match.quality is Quality.NONE
    assert pack.entries == ()


@pytest.mark.parametrize(
    ("task", "budget", "limit", "told"),
    [
        ("", None, None, "the task is empty"),
        ("   ", None, None, "the task is empty"),
        ("a\0b", None, None, "the task is binary"),
        ("login", 0, None, "a budget of 0 tokens"),
        ("login", -5, None, "a budget of -5 tokens"),
        ("login", None, 0, "a limit of 0"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    shop: seedwalk.Repository, task: str, budget: int | None, limit: int | None, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        shop.context(task, budget=budget, limit=limit)


def test_a_file_that_is_not_indexed_is_refused(shop: seedwalk.Repository) -> None:
    with pytest.raises(UsageError, match=re.escape("'nowhere.py' is not in the index")):
        shop.context_for_files(["nowhere.py"])


def test_the_same_question_gives_the_same_bytes_under_any_hash_seed(shop: seedwalk.Repository) -> None:
    command = [sys.executable, "-m", "seedwalk", "context", "limit the rate of login attempts", "--json", "--explain"]
    answers = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([*command, "--repo", str(shop.root)], capture_output=True, check=True, env=environment)
        answers.add(done.stdout)
    assert len(answers) == 1
    row = json.loads(answers.pop())
    assert set(row) == {
        "task", "profile", "snapshot", "token_budget", "tokens_used", "match", "notes", "symbols"
    }  # fmt: skip
    assert row["symbols"][0]["reasons"]


def share(repository: seedwalk.Repository, task: str, symbol: str, signal: str) -> float:
    """What a signal gives a symbol, as `why` tells it."""
    return repository.why(task, repository.symbol(symbol)).shares.get(signal, 0.0)


def test_a_name_gains_by_the_share_of_its_words_that_the_task_says(shop: seedwalk.Repository) -> None:
    whole, part = (share(shop, "rate limiter of a login", name, "cover") for name in ("RateLimiter", "LoginView"))
    assert part > 0
    assert whole == pytest.approx(2 * part, rel=1e-3), "two and one of three: a name's words, and the whole of it"
    assert share(shop, "rate limiter of a login", "render_invoice", "cover") == 0.0


def test_what_stands_in_the_file_of_the_best_match_gains_a_part_of_its_score(shop: seedwalk.Repository) -> None:
    task = "the rate limiter counts attempts in a window"
    best, beside = (share(shop, task, name, "beside") for name in ("RateLimiter", "RateLimiter.hit"))
    assert best == beside > 0
    assert share(shop, task, "LoginView", "beside") < best


TRACE = """Login breaks

Traceback (most recent call last):
  File "/srv/app/site-packages/shop/invoice.py", line 3, in render_invoice
  File "/srv/app/lib/other.py", line 9, in render_invoice
KeyError: 1
"""


def test_what_stands_in_a_file_that_has_all_the_words_gains_by_the_file_as_a_whole(shop: seedwalk.Repository) -> None:
    """`check_password` says nothing of attempts, but its file does; the file of `RateLimiter` says nothing else."""
    task = "password attempts of users"
    here, beside, there = (share(shop, task, name, "whole") for name in ("check_password", "LoginView", "RateLimiter"))
    assert here == beside > there > 0.0
    assert share(shop, task, "render_invoice", "whole") == 0.0


def test_words_that_stand_together_in_the_task_and_in_a_symbol_speak_for_it_and_in_part_for_its_type(
    shop: seedwalk.Repository,
) -> None:
    task = "the password of an attempt is checked, an invoice on a page is not"
    post, view = (share(shop, task, f"shop/login.py:{name}", "near") for name in ("LoginView.post", "LoginView"))
    assert post > 0
    assert view == pytest.approx(Settings().nearness.child * post, rel=1e-3)
    assert share(shop, task, "shop/limits.py:RateLimiter.hit", "near") == 0
    assert share(shop, "an attempt. A password", "shop/login.py:LoginView.post", "near") == 0


def test_what_a_stack_trace_passes_through_is_told_wherever_the_code_was_installed(shop: seedwalk.Repository) -> None:
    assert share(shop, TRACE, "render_invoice", "frame") > 0
    assert share(shop, TRACE, "check_password", "frame") == 0


@pytest.mark.parametrize(
    ("frame", "named"),
    [
        ('File "shop/limits.py", line 8, in hit', "RateLimiter.hit"),
        ("see shop/limits.py:11 for the count", "RateLimiter._count"),
        ('File "limits.py", line 8, in hit', "RateLimiter.hit"),
        ('File "lib/limits.py", line 8, in hit', None),  # another file of that name
        ('File "shop/limits.py", line 8, in absent', None),
        ('File "shop/limits.py", line 999', None),
        ("   at Acme.Shop.RateLimiter.hit(String key)", "RateLimiter.hit"),  # built without places
        ("   3: acme::shop::RateLimiter::hit", "RateLimiter.hit"),
        ("   at Acme.Shop.Other.hit(String key)", None),
        ("   at hit(String key)", None),
    ],
)
def test_a_frame_means_the_symbol_of_its_name_or_around_its_line(
    shop: seedwalk.Repository, frame: str, named: str | None
) -> None:
    every = ("RateLimiter", "RateLimiter.hit", "RateLimiter._count", "RateLimiter.__init__")
    told = {name: share(shop, f"The limiter counts wrong\n{frame}\n", name, "frame") for name in every}
    assert [name for name, value in told.items() if value] == ([named] if named else [])


def test_a_frame_without_a_place_means_the_type_or_module_before_its_name_nearest_to_its_path(tmp_path: Path) -> None:
    body = "class Handle:\n    def current(self):\n        return 1\n\n\ndef enter():\n    return 2\n"
    for path in ("rt/handle.py", "rt/time/handle.py", "rt/context.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(body, encoding="utf-8")
    here = seedwalk.open(tmp_path)
    here.index()
    task = "It stops\n   0: rt::handle::Handle::current\n   1: rt::context::enter\n"
    held = [name for name in ("rt/handle.py:Handle.current", "rt/time/handle.py:Handle.current", "rt/context.py:enter",
                              "rt/handle.py:enter") if share(here, task, name, "frame")]  # fmt: skip
    assert held == ["rt/handle.py:Handle.current", "rt/context.py:enter"]


def test_the_headline_of_a_long_task_decides(shop: seedwalk.Repository) -> None:
    story = "Someone drew an invoice of the order as a page before. Render the invoice, draw the invoice page order."
    task = f"Limit the rate of login attempts\n\n{story}"
    level = seedwalk.open(shop.root, settings=without(Settings(), ["headline"], MECHANISMS))
    assert names(level.context(task, limit=1)) == ["render_invoice"]
    assert names(shop.context(task, limit=1)) != ["render_invoice"]


def test_a_report_is_about_what_code_does_so_types_count_less(shop: seedwalk.Repository) -> None:
    headline, story = "The rate limiter counts wrong", "Every attempt is let in, whatever the user does."
    plain = seedwalk.open(shop.root, settings=without(Settings(), ["behaviour"], MECHANISMS))

    def whole(repository: seedwalk.Repository, task: str) -> dict[str, float]:
        return {entry.name: entry.score for entry in repository.context(task, limit=20).entries}

    assert whole(shop, headline) == whole(plain, headline)
    told, level = whole(shop, f"{headline}\n\n{story}"), whole(plain, f"{headline}\n\n{story}")
    for name in ("RateLimiter.hit", "RateLimiter._count"):  # scores are shares of the best one's
        assert told["RateLimiter"] / told[name] == pytest.approx(
            Settings().asking.types * level["RateLimiter"] / level[name], rel=1e-3
        )
    assert told["RateLimiter.hit"] / told["RateLimiter._count"] == pytest.approx(
        level["RateLimiter.hit"] / level["RateLimiter._count"], rel=1e-3
    )


def test_an_example_comes_after_what_it_shows_unless_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "examples").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("def fill_cart(order):\n    return [line.price for line in order]\n")
    (tmp_path / "examples" / "fill.py").write_text(
        "from shop.cart import fill_cart\n\n\ndef fill_cart_order():\n"
        "    cart = fill_cart(order)\n    order = cart\n    return cart\n"
    )
    repository = seedwalk.open(tmp_path)
    repository.index()
    asked = {task: names(repository.context(task, limit=2)) for task in ("fill the cart", "fix the cart example")}
    assert asked["fill the cart"][0] == "fill_cart"
    assert asked["fix the cart example"][0] == "fill_cart_order"


def test_a_private_name_keeps_a_tenth_less(shop: seedwalk.Repository) -> None:
    task = "the rate limiter counts attempts in a window"
    known = Settings()
    whole = seedwalk.open(shop.root, settings=replace(known, ranking=replace(known.ranking, private=1.0)))
    kept, left = (share(one, task, "RateLimiter._count", "lexical") for one in (whole, shop))
    assert left == pytest.approx(known.ranking.private * kept, rel=1e-4)
    assert share(whole, task, "RateLimiter.hit", "lexical") == share(shop, task, "RateLimiter.hit", "lexical")


REPORT = "Logins are not limited\n\nWhoever posts often enough gets in: attempts are counted, and nobody asks for it."
LINE = "limit the rate of login attempts for every user that signs in by a form"


@pytest.mark.parametrize(("task", "moves"), [(REPORT, True), ("limit login attempts", True), (LINE, False)])
def test_what_commits_taught_moves_the_best_of_reports_and_short_lines_alone(
    shop: seedwalk.Repository, task: str, moves: bool
) -> None:
    plain = seedwalk.open(shop.root, store=shop.store, without=["trained"])
    taught, untaught = (_thought(one, task) for one in (shop, plain))
    given, before = (one.scores.total[one.ranking].round(9).tolist() for one in (taught, untaught))
    assert given == before
    assert (taught.ranking.tolist() != untaught.ranking.tolist()) is moves
    assert any("trained" in taught.scores.of(row) for row in taught.ranking.tolist()) is moves


def _thought(repository: seedwalk.Repository, task: str) -> Thought:
    with repository._reading() as connection:
        mind, _ = repository._mind(connection)
        return mind.think(connection, task, 50)


def test_every_signal_has_words_for_a_line_of_reasons() -> None:
    assert set(map(str, SIGNALS)) <= set(TOLD)
