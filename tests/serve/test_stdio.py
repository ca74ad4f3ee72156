"""The official client over stdio: what a host sees from the first line to the last."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from seedwalk.eval.bench_greeting import greet
from seedwalk.serve.greeting import VERSIONS
from seedwalk.serve.tools import CORE, PRESETS
from tests.cli.conftest import environment
from tests.serve.conftest import stdio_for
from tests.serve.test_greeting import initialize

FIRST_ANSWER = 1.0
"""Seconds of processor time from the start of the process to the answer to `initialize`: on a machine that does
nothing else they are the seconds a client waits, and on one that does they are the same."""
PATIENCE = 30.0
"""Seconds a busy machine may take to do anything; never waited out."""


def text_of(result: object) -> str:
    return str(result.content[0].text)  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_session_from_hello_to_the_code(stdio: StdioServerParameters, mode: str) -> None:
    async def session() -> None:
        async with Client(stdio, mode=mode) as client:
            assert client.server_info is not None
            assert client.server_info.name == "seedwalk"
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == [tool.name for tool in CORE]
            answer = await client.call_tool("context_for_task", {"task": "compute the total of an order"})
            assert not answer.is_error
            symbols = answer.structured_content["symbols"]
            assert symbols[0]["name"] == "Order"  # whole, with its method inside
            assert "def total(self) -> int:" in text_of(answer)
            found = await client.call_tool("search_symbols", {"query": "order total"})
            assert found.structured_content["hits"][0]["place"]["name"] == "Order.total"
            read = await client.call_tool("read_symbol", {"symbol": "Order.total"})
            assert read.structured_content["text"] == "    def total(self) -> int:\n        return 0"

    anyio.run(session)


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
        async with Client(stdio_for(shop, "--preset", "all")) as client:
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


def test_resources_and_the_prompt(stdio: StdioServerParameters) -> None:
    async def session() -> None:
        async with Client(stdio) as client:
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


def test_an_edit_is_in_the_next_answers_and_until_then_the_answer_says_it_is_stale(shop: Path) -> None:
    async def session() -> None:
        async with Client(stdio_for(shop)) as client:
            await client.call_tool("repository_status", {})
            (shop / "shop" / "orders.py").write_text("def freshly_written() -> None:\n    pass\n", encoding="utf-8")
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                found = await client.call_tool("search_symbols", {"query": "freshly written"})
                hits = found.structured_content["hits"]
                if hits and hits[0]["place"]["name"] == "freshly_written":
                    return
                old = await client.call_tool("search_symbols", {"query": "Order total"})
                places = {hit["place"]["path"] for hit in old.structured_content["hits"]}
                if "shop/orders.py" in places:
                    assert old.structured_content["envelope"]["stale"] == ["shop/orders.py"]
                await anyio.sleep(0.1)
            raise AssertionError("the edit was never indexed")

    anyio.run(session)


def test_without_a_watch_each_call_brings_the_index_up_to_date(shop: Path) -> None:
    async def session() -> None:
        async with Client(stdio_for(shop, "--no-watch")) as client:
            await client.call_tool("repository_status", {})
            (shop / "shop" / "new.py").write_text("def just_now() -> None:\n    pass\n", encoding="utf-8")
            found = await client.call_tool("search_symbols", {"query": "just_now"})
            assert found.structured_content["hits"][0]["place"]["path"] == "shop/new.py"

    anyio.run(session)


def test_the_first_index_is_told_as_progress(shop: Path) -> None:
    for number in range(400):
        body = "".join(f"def f{number}_{inner}() -> int:\n    return {inner}\n\n" for inner in range(20))
        (shop / "shop" / f"many_{number}.py").write_text(body, encoding="utf-8")
    heard: list[tuple[float, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    async def session() -> None:
        async with Client(stdio_for(shop)) as client:
            answer = await client.call_tool("repository_status", {}, progress_callback=hear)
            assert answer.structured_content["files"] == 405

    anyio.run(session)
    assert heard
    assert [done for done, _ in heard] == sorted({done for done, _ in heard}), "progress grows"
    assert all(message and message.startswith("indexing: ") for _, message in heard)


def test_a_call_that_is_cancelled_leaves_the_server_alive(shop: Path) -> None:
    for number in range(300):
        (shop / "shop" / f"many_{number}.py").write_text("def f() -> int:\n    return 0\n" * 40, encoding="utf-8")

    async def session() -> None:
        async with Client(stdio_for(shop)) as client:
            with anyio.move_on_after(0.05) as scope:
                await client.call_tool("context_for_task", {"task": "anything at all"})
            assert scope.cancelled_caught
            answer = await client.call_tool("search_symbols", {"query": "Order"})
            assert answer.structured_content["hits"]

    anyio.run(session)


def test_initialize_is_answered_within_a_second_and_nothing_is_loaded_for_it(shop: Path, tmp_path: Path) -> None:
    rounds = [greet(shop, tmp_path / "store") for _ in range(3)]
    for one in rounds:
        assert one.answer["result"]["serverInfo"]["name"] == "seedwalk"  # type: ignore[index]
        assert not {"mcp", "numpy", "scipy", "tree_sitter", "seedwalk.engine"} & one.modules
    assert min(one.processor for one in rounds) < FIRST_ANSWER
    assert not (tmp_path / "store").exists(), "the index is opened later"


@pytest.mark.parametrize("version", VERSIONS)
def test_initialize_is_answered_before_the_sdk_is_there_and_stdout_is_protocol_only(shop: Path, version: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "seedwalk", "mcp", "--repo", str(shop), "--verbose"], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        said = [
            initialize(version), {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
            {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "repository_status"}},
        ]  # fmt: skip
        process.stdin.write("".join(json.dumps(line) + "\n" for line in said))
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        assert first["result"]["protocolVersion"] == version
        second, third = json.loads(process.stdout.readline()), json.loads(process.stdout.readline())
        assert (second["id"], third["id"]) == (2, 3), "the SDK's own answer to initialize is withheld"
        assert third["result"]["isError"] is False
        process.stdin.close()
        rest = process.stdout.read()
        assert rest == ""
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
