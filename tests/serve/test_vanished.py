"""A repository that is moved away while it is served is told to be gone, is not made anew, and is served when back."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import anyio
import pytest
from mcp import Client

from seedwalk.api import open_repository
from seedwalk.errors import UsageError
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.tools import preset
from tests.serve.conftest import text_of

pytestmark = pytest.mark.usefixtures("in_place")


@pytest.mark.parametrize("watch", [True, False], ids=["watching", "asked"])
@pytest.mark.parametrize("inside", [True, False], ids=["store inside", "store elsewhere"])
def test_a_repository_that_is_moved_away_is_gone_until_it_is_back(
    shop: Path, tmp_path: Path, watch: bool, inside: bool
) -> None:
    desk = Desk(open_repository(shop, store=None if inside else tmp_path / "store"), watch=watch)

    async def session() -> None:
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            await client.call_tool("repository_status", {})
            time.sleep(0.7 if watch else 0)  # the watch has begun, and looked once
            away = shop.rename(tmp_path / "elsewhere")
            for tool, asked in (("search_symbols", {"query": "Order"}), ("context_for_task", {"task": "an order"})):
                answer = await client.call_tool(tool, asked)
                assert answer.is_error
                assert text_of(answer) == f"'{shop}' does not exist. Give the folder of a repository."
            assert not shop.exists(), "nothing is made where it was"
            away.rename(shop)
            answer = await client.call_tool("search_symbols", {"query": "Order"})
            assert answer.structured_content["hits"]
            assert answer.structured_content["envelope"]["fresh"]

    anyio.run(session)


def test_another_folder_in_its_place_is_served_though_nobody_watches_it(shop: Path, tmp_path: Path) -> None:
    desk = Desk(open_repository(shop), watch=True)

    async def session() -> None:
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            await client.call_tool("repository_status", {})
            time.sleep(0.7)  # the watch has begun, and looked once
            shutil.rmtree(shop)
            shop.mkdir()
            for name in ("first", "second"):
                (shop / f"{name}.py").write_text(f"def {name}() -> None: ...\n", encoding="utf-8")
                answer = await client.call_tool("search_symbols", {"query": name})
                assert [hit["place"]["name"] for hit in answer.structured_content["hits"]][:1] == [name]
            assert not desk.watching

    anyio.run(session)


def test_indexing_never_makes_the_folder_that_it_is_to_read(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    repository = open_repository(root)
    root.rmdir()
    with pytest.raises(UsageError, match="does not exist"):
        repository.index()
    assert not root.exists()
