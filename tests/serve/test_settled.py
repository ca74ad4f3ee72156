"""A running server takes the settings that its repository's file says now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest
from mcp import Client

from seedwalk.api import open_repository
from seedwalk.errors import UsageError
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.settled import Settled
from seedwalk.serve.tools import preset
from tests.serve.conftest import stdio_for, text_of

pytestmark = pytest.mark.usefixtures("in_place")


def watching_here(shop: Path) -> Client:
    """A client of a server in this process that watches."""
    desk = Desk(open_repository(shop), watch=True, reopen=lambda: open_repository(shop))
    return Client(build(desk, preset("core")))


def command_without_watch(shop: Path) -> Client:
    """A client of the command, which says itself how to open the repository again."""
    return Client(stdio_for(shop, "--no-watch"))


@pytest.mark.parametrize("client_of", [watching_here, command_without_watch])
def test_a_changed_a_broken_and_a_removed_file_take_effect_on_the_next_call(
    shop: Path, client_of: Callable[[Path], Client]
) -> None:
    settings = shop / "seedwalk.toml"

    async def profile(client: Client) -> str:
        answer = await client.call_tool("context_for_task", {"task": "the total of an order", "budget": 400})
        return text_of(answer) if answer.is_error else str(answer.structured_content["profile"])

    async def session() -> None:
        async with client_of(shop) as client:
            assert await profile(client) == "default"
            settings.write_text('profile = "seed"\n', encoding="utf-8")
            assert await profile(client) == "seed"
            settings.write_text("[walking]\nrestart = 7\n", encoding="utf-8")
            for _ in range(2):
                told = await profile(client)
                assert told.startswith("'7' (seedwalk.toml:2) cannot be walking.restart"), told
                assert "\n" not in told
            settings.write_text("profile =\n", encoding="utf-8")
            assert (await profile(client)).startswith("seedwalk.toml:1 is no TOML")
            settings.unlink()
            assert await profile(client) == "default"

    anyio.run(session)


def test_settings_that_decide_what_is_indexed_are_followed_before_the_next_answer(shop: Path) -> None:
    (shop / "vendor").mkdir(exist_ok=True)
    (shop / "vendor" / "bought.py").write_text("def bought_elsewhere() -> None: ...\n", encoding="utf-8")

    async def found(client: Client) -> list[str]:
        answer = await client.call_tool("search_symbols", {"query": "bought_elsewhere"})
        assert not answer.is_error, answer.content
        return [hit["place"]["name"] for hit in answer.structured_content["hits"]]

    async def session() -> None:
        async with watching_here(shop) as client:
            assert "bought_elsewhere" not in await found(client)
            (shop / "seedwalk.toml").write_text("[sources]\ninclude_vendored = true\n", encoding="utf-8")
            assert "bought_elsewhere" in await found(client)

    anyio.run(session)


def test_what_says_the_same_keeps_what_is_in_memory(shop: Path) -> None:
    opened = []

    def reopen() -> object:
        opened.append(open_repository(shop))
        return opened[-1]

    first = open_repository(shop)
    settled = Settled(first, reopen)  # type: ignore[arg-type]
    assert not settled.renewed()
    assert not opened, "a file that did not change is not read"
    (shop / "seedwalk.toml").write_text("# nothing yet\n", encoding="utf-8")
    assert not settled.renewed()
    assert settled.repository is first
    (shop / "seedwalk.toml").write_text("[packing]\nbudget = 500\n", encoding="utf-8")
    assert settled.renewed()
    assert settled.repository.settings.packing.budget == 500
    assert not settled.renewed()
    (shop / "seedwalk.toml").unlink()
    (shop / "seedwalk.toml").symlink_to(shop / "elsewhere.toml")
    with pytest.raises(UsageError, match="is a link"):
        settled.renewed()
    assert settled.repository.settings.packing.budget == 500, "the last good one"
