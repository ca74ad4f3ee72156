"""Tiers of names: which are asked when, in which order, and until how many."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from seedwalk.config import Naming
from seedwalk.seeds.ranked import Channel
from tests.seeds.here import seed, standing

HOOKS = {
    "app/hooks.py": (
        "def before_request(): pass\n\n\ndef before_request_once(): pass\n\n\n"
        "def call_before_request_hooks(): pass\n\n\ndef before(): pass\n\n\ndef request(): pass\n"
    ),
    "app/other.py": "class Request:\n    def before(self): pass\n",
}


def test_the_very_name_comes_before_what_begins_with_it(tmp_path: Path) -> None:
    with standing(tmp_path, HOOKS) as here:
        found = here.named("call `before_request` twice", Channel.NAMES)
    assert found[:2] == ["before_request", "before_request_once"]


def test_single_words_are_looked_for_only_where_compounds_found_little(tmp_path: Path) -> None:
    many = "\n\n\n".join(f"def before_request_{name}(): pass" for name in ("a1", "b1", "c1", "d1"))
    with standing(tmp_path, {**HOOKS, "app/more.py": many + "\n"}) as here:
        found = here.told("why is `before_request` slow")[Channel.NAMES]
        exact_or_prefix = found.rows[found.values > Naming().values[2]]
        names = [here.mind.ground.qualified(here.connection)[row] for row in exact_or_prefix]
    assert len(names) >= Naming().components_below
    assert "before" not in names
    assert "request" not in names


def test_with_few_compounds_the_single_words_follow_them(tmp_path: Path) -> None:
    with standing(tmp_path, HOOKS) as here:
        found = here.named("why is `before_request` slow", Channel.NAMES)
    assert {"before", "request", "Request", "Request.before"} <= set(found)
    assert found[0] == "before_request"


@pytest.mark.parametrize(
    ("files", "text", "name", "tier"),
    [
        ({"a.py": "def charge(): pass\n"}, "charge it", "charge", 0),
        ({"a.py": "def charge_card(): pass\n"}, "charge it", "charge_card", 1),
        ({"a.py": "def recharge(): pass\n"}, "charge it", "recharge", 2),
        ({"charge/a.py": "def pay(): pass\n"}, "charge it", "pay", 3),
        ({"charge.py": "def pay(): pass\n"}, "charge it", "pay", 3),
        ({"charges/a.py": "def pay(): pass\n"}, "charge it", None, 0),
        ({"a.py": "def rego(): pass\n"}, "ego it", None, 0),
    ],
)
def test_each_tier_counts_less_than_the_one_before(
    tmp_path: Path, files: dict[str, str], text: str, name: str | None, tier: int
) -> None:
    with standing(tmp_path, files) as here:
        found = here.told(text)[Channel.NAMES]
        assert here.names(found) == ([] if name is None else [name])
        assert found.values.tolist() == ([] if name is None else [Naming().values[tier]])


@pytest.mark.parametrize(
    ("files", "cap"),
    [
        ({"a.py": "\n\n\n".join(f"def charge_{n}(): pass" for n in range(50))}, "prefix_cap"),
        ({"a.py": "\n\n\n".join(f"def recharge_{n}(): pass" for n in range(50))}, "substring_cap"),
        ({"charge/a.py": "\n\n\n".join(f"def pay_{n}(): pass" for n in range(50))}, "path_cap"),
    ],
)
def test_a_tier_ends_at_its_cap(tmp_path: Path, files: dict[str, str], cap: str) -> None:
    settings = replace(seed(), naming=replace(Naming(), **{cap: 7}))
    with standing(tmp_path, files, settings) as here:
        assert len(here.told("charge it")[Channel.NAMES]) == 7


def test_the_very_name_has_no_cap(tmp_path: Path) -> None:
    files = {f"m{n}.py": "def charge(): pass\n" for n in range(60)}
    with standing(tmp_path, files) as here:
        assert len(here.told("charge it")[Channel.NAMES]) == 60


def test_inside_a_tier_the_better_words_come_first(tmp_path: Path) -> None:
    files = {
        "a.py": "def charge_one(): pass\n",
        "b.py": 'def charge_two():\n    """Charge the customer of an order."""\n',
        "c.py": "def charge_three(): pass\n",
    }
    with standing(tmp_path, files) as here:
        assert here.named("charge the customer of an order", Channel.NAMES)[0] == "charge_two"


def test_a_dotted_name_is_looked_for_with_its_scope(tmp_path: Path) -> None:
    files = {"a.py": "class Card:\n    def charge(self): pass\n\n\nclass Phone:\n    def charge(self): pass\n"}
    with standing(tmp_path, files) as here:
        found = here.told("`Card.charge` fails")[Channel.NAMES]
        first = here.names(found)[0]
    assert first == "Card.charge"


def test_modules_and_documents_are_not_named(tmp_path: Path) -> None:
    files = {"charge.py": "x = 1\n", "charge.md": "# charge\n\ncharge it\n"}
    with standing(tmp_path, files) as here:
        assert here.named("charge it", Channel.NAMES) in ([], ["x"])
