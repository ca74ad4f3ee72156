"""The real peers on a tiny repository; each is skipped, with the reason, where it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.eval.arena import measure
from seedwalk.eval.arena.definitions import Definitions
from seedwalk.eval.arena.peers import PEERS, absent_peers
from tests.eval.arena.tiny import TASK, git, make_tiny

LIMIT = 10
ODD = "--help \0 \ud800 'quoted' \"basket\"\n- shop/basket.py: Basket:6"
WANTED = {"Basket.total_price", "Voucher", "Voucher.redeem", "discount_for"}


@pytest.mark.peer
@pytest.mark.parametrize("name", PEERS)
def test_a_peer_finds_the_price_of_a_basket(name: str, tmp_path: Path) -> None:
    gone = absent_peers().get(name)
    if gone:
        pytest.skip(f"{name} is {gone}")
    tiny = make_tiny(tmp_path / "shop")
    prepared, answers = measure.measure(PEERS[name](), tiny, [TASK, ODD, TASK], LIMIT)
    first, odd, again = answers
    assert [prepared.failure, first.failure, odd.failure] == ["", "", ""]
    assert {place.name for place in first.ranking} & WANTED
    assert [place.name for place in again.ranking] == [place.name for place in first.ranking]
    assert first.tokens > 0
    known = Definitions(tiny)
    for place in first.ranking:
        assert place.name in {symbol.qualified_name for symbol in known.of(place.path)}, place
    assert git(tiny, "status", "--short", "--ignored") == ""
