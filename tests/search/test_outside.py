"""Names from outside count in how telling a word is, and are never an answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from seedwalk.api import Repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.store import segments
from seedwalk.store.database import FILENAME, open_reader
from seedwalk.store.words import term_hash
from tests.graph.trees import indexed
from tests.index.mixed import write

FILES = {
    "shop/a.py": "import kiosk\n\n\ndef gather(till: kiosk.Ledger):\n    return kiosk.ledger_total(till)\n",
    "shop/b.py": "from kiosk import Ledger, ledger_of\n\n\ndef spread(till: Ledger):\n    return ledger_of(till)\n",
    "shop/c.py": "def ledger():\n    return 1\n\n\ndef rarely():\n    return 2\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    return indexed(tmp_path, FILES)


def telling(repository: Repository, word: str, *, outside: bool) -> float:
    connection = open_reader(repository.store / FILENAME)
    try:
        index = segments.open_index(connection, outside=outside)
        return index.weigh([term_hash(word)], repository.settings.lexical).telling[0]
    finally:
        connection.close()


def test_what_is_outside_is_never_an_answer(shop: Repository) -> None:
    assert "kiosk.Ledger" in shop.externals()
    pack = shop.context("a kiosk Ledger, kiosk.ledger_total and ledger_of", limit=50)
    assert pack.entries
    assert all(entry.path for entry in pack.entries)
    hits = shop.search("kiosk Ledger", 50)
    assert hits
    assert all(hit.symbol.path for hit in hits)
    assert all(symbol.path for symbol in shop.symbols("*"))
    assert not shop.symbols("kiosk")


def test_functions_that_share_a_type_from_outside_are_near_each_other(shop: Repository) -> None:
    found = [entry.name for entry in shop.context("gather the till", limit=50).entries]
    assert found[0] == "gather"
    assert "spread" in found


def test_a_word_that_many_names_from_outside_have_tells_less(shop: Repository) -> None:
    assert telling(shop, "ledger", outside=True) < telling(shop, "ledger", outside=False)
    assert telling(shop, "rarely", outside=True) > telling(shop, "rarely", outside=False)


def test_the_statistics_follow_the_code_as_a_fresh_index_would_have_them(shop: Repository, tmp_path: Path) -> None:
    before = telling(shop, "ledger", outside=True)
    changed = "from kiosk import Ledger\n\n\ndef spread(till: Ledger):\n    return till\n"
    write(shop.root, "shop/b.py", changed)
    shop.index()
    fresh = indexed(tmp_path / "fresh", FILES | {"shop/b.py": changed})
    assert telling(shop, "ledger", outside=True) == telling(fresh, "ledger", outside=True) > before


def test_a_repository_that_uses_nothing_from_outside_has_the_same_statistics_either_way(tmp_path: Path) -> None:
    alone = indexed(tmp_path, {"a.py": "def ledger():\n    return 1\n"})
    assert telling(alone, "ledger", outside=True) == telling(alone, "ledger", outside=False)


def test_it_can_be_switched_off(shop: Repository) -> None:
    settings = without(Settings(), ["outside"], MECHANISMS)
    assert settings == replace(Settings(), lexical=replace(Settings().lexical, outside=False))
