"""A server whose index cannot be written any more answers by the last good one, and says so in every envelope."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from seedwalk.api import open_repository
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.tools import preset
from tests.forking import PATIENCE
from tests.index.faults import full_disk
from tests.serve.conftest import text_of

CALLS: dict[str, dict[str, Any]] = {
    "context_for_task": {"task": "the total of an order"},
    "search_symbols": {"query": "Order"},
    "explain_rank": {"task": "the total of an order", "symbol": "Order.total"},
    "references": {"symbol": "Order.total"},
    "read_symbol": {"symbol": "Order.total"},
    "affected_tests": {"paths": ["shop/orders.py"]},
    "repository_map": {},
    "repository_status": {},
}


def add(shop: Path, name: str) -> None:
    (shop / "shop" / f"{name}.py").write_text(f"def {name}() -> int:\n    return 1\n", encoding="utf-8")


async def assert_answers_as_it_was(client: Client, name: str) -> None:
    answer = await client.call_tool(name, CALLS[name])
    assert not answer.is_error, answer.content
    envelope = answer.structured_content["envelope"]
    note = envelope["notes"][0]
    assert "as it was indexed on" in note
    assert "--store DIR" in note
    assert note in text_of(answer).replace("note: ", "")
    assert not envelope["fresh"]
    assert envelope["notes"].count(note) == 1


@pytest.mark.usefixtures("in_place")
@pytest.mark.parametrize("watch", [True, False], ids=["watching", "asked"])
def test_a_server_that_starts_on_a_full_disk_answers_by_the_last_index(shop: Path, watch: bool) -> None:
    open_repository(shop).index()
    add(shop, "added")
    desk = Desk(open_repository(shop), watch=watch)

    async def session() -> None:
        full = ExitStack()
        full.enter_context(full_disk())
        async with Client(build(desk, preset("all")), mode="legacy") as client:
            with full:
                for name in CALLS:
                    await assert_answers_as_it_was(client, name)
                refused = await client.call_tool("refresh_index", {})
                assert refused.is_error
                assert "no room to write" in text_of(refused)
            answer = await client.call_tool("search_symbols", {"query": "added"})
            assert answer.structured_content["hits"], "room again: the next call brings the index up to date"
            assert answer.structured_content["envelope"]["fresh"]
            assert "as it was indexed" not in text_of(answer)

    anyio.run(session)


def test_a_disk_that_fills_up_under_a_watching_server_ends_no_watch(shop: Path) -> None:
    desk = Desk(open_repository(shop), watch=True)

    async def until_due() -> None:
        with anyio.fail_after(PATIENCE):
            while not desk._due:
                await anyio.sleep(0.01)

    async def session() -> None:
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            await client.call_tool("repository_status", {})
            time.sleep(0.7)  # the watch has begun, and looked once
            with full_disk():
                desk._clerk.close()  # the next run's process is started on the full disk
                (shop / "shop/twice.py").unlink()
                await until_due()
                await assert_answers_as_it_was(client, "search_symbols")
            answer = await client.call_tool("search_symbols", {"query": "twin"})
            assert not answer.structured_content["hits"]
            assert desk.watching

    anyio.run(session)


def test_a_server_without_an_index_and_without_room_refuses_until_there_is_some(shop: Path) -> None:
    desk = Desk(open_repository(shop), watch=False)

    async def session() -> None:
        full = ExitStack()
        full.enter_context(full_disk())
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            with full:
                refused = await client.call_tool("search_symbols", {"query": "Order"})
                assert refused.is_error
                assert "--store DIR" in text_of(refused)
            answer = await client.call_tool("search_symbols", {"query": "Order"})
            assert answer.structured_content["hits"]

    anyio.run(session)


@pytest.mark.usefixtures("settled")
def test_an_index_that_lacks_nothing_is_not_tried_to_be_written_with_each_call(shop: Path) -> None:
    open_repository(shop).index()
    for path in shop.rglob("*.py"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    desk = Desk(open_repository(shop), watch=True)

    async def session() -> None:
        full = ExitStack()
        full.enter_context(full_disk())
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            with full:
                answer = await client.call_tool("search_symbols", {"query": "Order"})
                assert answer.structured_content["envelope"]["fresh"]
                assert "as it was indexed" not in text_of(answer)
                assert not desk._due

    anyio.run(session)
