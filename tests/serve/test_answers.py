"""What the server answers, whatever carries it: the client and the server in one process."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from seedwalk.api import open_repository
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.tools import PRESETS, _envelope, preset
from tests.serve.conftest import text_of

pytestmark = pytest.mark.usefixtures("in_place")

MANY = 150
"""Files that take long enough to index for a client to hear of it."""


def desk(root: Path) -> Desk:
    return Desk(open_repository(root), watch=False)


def test_every_tool_answers_as_its_schema_says_and_says_that_it_only_reads(shop: Path) -> None:
    asked: dict[str, dict[str, Any]] = {
        "context_for_task": {"task": "save a record", "explain": True},
        "context_for_files": {"paths": ["shop/orders.py"]},
        "context_for_change": {},
        "search_symbols": {"query": "save", "kinds": ["method"], "path": "shop", "language": "python"},
        "explain_rank": {"task": "save a record", "symbol": "Order.save"},
        "references": {"symbol": "Record.save", "role": "blast_radius"},
        "read_symbol": {"symbol": "shop/orders.py:Order", "max_lines": 2},
        "repository_status": {},
        "affected_tests": {"paths": ["shop/base.py"]},
        "repository_map": {"budget": 500},
        "refresh_index": {},
    }
    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    subprocess.run(["git", "add", "."], cwd=shop, check=True)
    line = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "first"]
    subprocess.run(line, cwd=shop, check=True)

    async def session() -> None:
        async with Client(build(desk(shop), preset("all"))) as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert listed.keys() == {tool.name for tool in PRESETS["all"]} == asked.keys()
            for name, arguments in asked.items():
                result = await client.call_tool(name, arguments)  # the client checks it against the output schema
                assert not result.is_error, text_of(result)
                envelope = result.structured_content["envelope"]
                assert len(envelope["snapshot"]) == 32
                assert envelope["fresh"] is True
                hints = listed[name].annotations
                assert hints is not None
                assert hints.read_only_hint is (name != "refresh_index")
                assert hints.open_world_hint is False
                for call in envelope["next"]:
                    follow = await client.call_tool(call["tool"], call["arguments"])
                    assert not follow.is_error, "a call that is proposed must work"

    anyio.run(session)


def test_an_answer_from_a_state_that_is_gone_is_not_called_fresh(shop: Path) -> None:
    here = open_repository(shop)
    here.index()
    before = here.snapshot()
    (shop / "shop" / "late.py").write_text("def late():\n    return 1\n", encoding="utf-8")
    here.index()
    assert _envelope(here, ["shop/base.py"], answered=here.snapshot()).fresh
    late = _envelope(here, ["shop/base.py"], answered=before)
    assert (late.fresh, late.snapshot) == (False, before)


def test_resources_and_the_prompt(shop: Path) -> None:
    async def session() -> None:
        async with Client(build(desk(shop), preset("core"))) as client:
            uris = [str(one.uri) for one in (await client.list_resources()).resources]
            assert uris == ["seedwalk://status", "seedwalk://map"]
            status = (await client.read_resource(uris[0])).contents[0]
            assert json.loads(status.text)["files"] == 5  # type: ignore[union-attr]
            page = (await client.read_resource(uris[1])).contents[0]
            assert "| shop |" in page.text  # type: ignore[union-attr]
            (prompt,) = (await client.list_prompts()).prompts
            told = await client.get_prompt(prompt.name, {"task": "mend the till"})
            assert "mend the till" in told.messages[0].content.text  # type: ignore[union-attr]

    anyio.run(session)


def test_without_a_watch_each_call_brings_the_index_up_to_date(shop: Path) -> None:
    async def session() -> None:
        async with Client(build(desk(shop), preset("core"))) as client:
            await client.call_tool("repository_status", {})
            (shop / "shop" / "new.py").write_text("def just_now() -> None:\n    pass\n", encoding="utf-8")
            found = await client.call_tool("search_symbols", {"query": "just_now"})
            assert found.structured_content["hits"][0]["place"]["path"] == "shop/new.py"

    anyio.run(session)


def test_the_first_index_is_told_as_progress(shop: Path) -> None:
    for number in range(MANY):
        body = "".join(f"def f{number}_{inner}() -> int:\n    return {inner}\n\n" for inner in range(5))
        (shop / "shop" / f"many_{number}.py").write_text(body, encoding="utf-8")
    heard: list[tuple[float, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    async def session() -> None:
        async with Client(build(desk(shop), preset("core"))) as client:
            answer = await client.call_tool("repository_status", {}, progress_callback=hear)
            assert answer.structured_content["files"] == MANY + 5

    anyio.run(session)
    assert heard
    assert [done for done, _ in heard] == sorted({done for done, _ in heard}), "progress grows"
    assert all(message and message.startswith("indexing: ") for _, message in heard)
