"""The official client over stdio: what a host sees from the first line to the last."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import anyio
import psutil
import pytest
from mcp import Client

from seedwalk.eval.bench_greeting import greet
from seedwalk.serve.greeting import VERSIONS
from seedwalk.serve.tools import CORE
from tests.cli.conftest import environment
from tests.forking import PATIENCE
from tests.serve.conftest import stdio_for, text_of
from tests.serve.test_greeting import initialize

FIRST_ANSWER = 1.0
"""Seconds of processor time from the start of the process to the answer to `initialize`: on a machine that does
nothing else they are the seconds a client waits, and on one that does they are the same."""
MANY = 20
"""Files that take longer to index than a hasty client waits: starting the process that does it alone takes as long."""
WATCHED = 0.7
"""Seconds after which a watch has begun and looked once."""
EARLY = 0.7
"""The part of what is spent until the SDK answers within which the first answer comes; about a fifth in peace."""


async def assert_asked_and_answered(client: Client) -> None:
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


async def assert_edit_is_seen(client: Client, shop: Path) -> None:
    """An edit is in the next answers, and until then the answer says that it is stale."""
    before = (await client.call_tool("repository_status", {})).structured_content["envelope"]["snapshot"]
    (shop / "shop" / "orders.py").write_text("def freshly_written() -> None:\n    pass\n", encoding="utf-8")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = await client.call_tool("search_symbols", {"query": "freshly written"})
        hits = found.structured_content["hits"]
        if hits and hits[0]["place"]["name"] == "freshly_written":
            return
        old = await client.call_tool("search_symbols", {"query": "Order total"})
        places = {hit["place"]["path"] for hit in old.structured_content["hits"]}
        envelope = old.structured_content["envelope"]
        if "shop/orders.py" in places and envelope["snapshot"] == before:
            assert envelope["stale"] == ["shop/orders.py"]
        await anyio.sleep(0.1)
    raise AssertionError("the edit was never indexed")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_session_from_hello_to_the_code_and_to_what_is_edited_meanwhile(shop: Path, mode: str) -> None:
    async def session() -> None:
        async with Client(stdio_for(shop), mode=mode) as client:
            await assert_asked_and_answered(client)
            await assert_edit_is_seen(client, shop)

    anyio.run(session)


def test_code_that_moved_just_now_is_quoted_from_where_it_stands(shop: Path) -> None:
    orders = shop / "shop" / "orders.py"
    moved = "# a line\n" * 7 + orders.read_text(encoding="utf-8").replace("return 0", "return 7")

    async def session() -> None:
        async with Client(stdio_for(shop)) as client:
            await client.call_tool("repository_status", {})
            await anyio.sleep(WATCHED)
            orders.write_text(moved, encoding="utf-8")
            read = await client.call_tool("read_symbol", {"symbol": "Order.total"})
            assert read.structured_content["text"] == "    def total(self) -> int:\n        return 7"
            assert read.structured_content["envelope"]["fresh"]
            orders.write_text(f"# one more\n{moved}", encoding="utf-8")
            pack = await client.call_tool("context_for_files", {"paths": ["shop/orders.py"]})
            assert "class Order(Record):\n    def save" in text_of(pack)
            where = moved.split("\n").index("class Order(Record):") + 2
            assert pack.structured_content["symbols"][0]["start_line"] == where
            orders.unlink()
            gone = await client.call_tool("read_symbol", {"symbol": "Order.total"})
            assert gone.is_error
            assert text_of(gone) == "no symbol is called 'Order.total'. Look for it with search_symbols."

    anyio.run(session)


def test_a_call_that_is_cancelled_leaves_the_server_alive(shop: Path) -> None:
    for number in range(MANY):
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


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
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
        early = spent(process)
        assert first["result"]["protocolVersion"] == version
        second, third = json.loads(process.stdout.readline()), json.loads(process.stdout.readline())
        assert early < EARLY * spent(process)
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


def spent(process: subprocess.Popen[str]) -> float:
    """Processor seconds so far."""
    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def test_a_client_that_is_gone_ends_the_server_without_a_word(shop: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "seedwalk", "mcp", "--repo", str(shop)], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(initialize(VERSIONS[-1])) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.stdout.close()
    process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    process.stdin.write('{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}\n')
    process.stdin.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(PATIENCE) == 0


def test_a_server_without_stdin_is_refused_in_a_sentence(shop: Path) -> None:
    line = f"'{sys.executable}' -m seedwalk mcp <&-"
    done = subprocess.run(
        ["sh", "-c", line], cwd=shop, env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("seedwalk: stdin is closed")
