"""The official client over HTTP, and those the guard keeps out."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import anyio
import httpx2
import psutil
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from seedwalk.errors import UsageError
from seedwalk.eval.bench_mcp import calls_for, load
from seedwalk.serve.http import hosts_for, is_loopback, refuse_open
from tests.serve.conftest import TOKEN, Served
from tests.serve.test_greeting import initialize

HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
FEW_CALLS, CLIENTS = 24, 8
GROWTH = 1.5
"""Of memory over a few calls; `eval.bench_mcp` measures many, where 1.2 is the limit."""


def post(url: str, said: Any, **headers: str) -> httpx2.Response:
    body = said if isinstance(said, bytes) else json.dumps(said).encode()
    return httpx2.post(url, content=body, headers={**HEADERS, **headers}, timeout=30)


def test_a_client_gets_its_answer_over_http(http: str) -> None:

    async def session() -> None:
        for mode in ("legacy", "auto"):
            async with Client(http, mode=mode) as client:
                found = await client.call_tool("search_symbols", {"query": "order total"})
                assert found.structured_content["hits"][0]["place"]["name"] == "Order.total"

    anyio.run(session)


def test_with_a_token_set_only_who_bears_it_comes_in_and_an_interrupt_ends_the_server(
    served_with_token: Served,
) -> None:
    url, process = served_with_token
    hello = initialize("2025-11-25")
    for wrong in ({}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN}, {"authorization": f"Basic {TOKEN}"}):
        refused = post(url, hello, **wrong)
        assert refused.status_code == 401
        assert "Authorization: Bearer TOKEN" in refused.text
        assert TOKEN not in refused.text

    async def session() -> None:
        headers = {"authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers) as web,
            Client(streamable_http_client(url, http_client=web), mode="legacy") as client,
        ):
            assert len((await client.list_tools()).tools) == 8

    anyio.run(session)
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(20) in (0, 130, -signal.SIGINT)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": "evil.example:7317"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1.evil.example"}, 403),
    ],
)
def test_a_foreign_host_or_origin_is_refused_and_the_server_lives(
    http: str, headers: dict[str, str], status: int
) -> None:
    assert post(http, initialize("2025-11-25"), **headers).status_code == status
    own = http.removesuffix("/mcp")
    assert post(http, initialize("2025-11-25"), origin=own).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[" * 100_000, 400),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x" * 10_000_000}}), 413),
    ],
)
def test_a_body_that_is_no_message_or_too_large_is_refused(http: str, body: bytes | str, status: int) -> None:
    assert post(http, body.encode() if isinstance(body, str) else body).status_code == status
    assert post(http, initialize("2025-11-25")).status_code == 200


def test_a_server_that_others_can_reach_needs_a_token() -> None:
    for host in ("0.0.0.0", "192.168.0.7", "example.org", "::"):
        with pytest.raises(UsageError, match="SEEDWALK_TOKEN"):
            refuse_open(host, "")
        refuse_open(host, TOKEN)
    for host in ("127.0.0.1", "localhost", "::1", "127.8.8.8"):
        refuse_open(host, "")
        assert is_loopback(host)
    with pytest.raises(UsageError, match="16"):
        refuse_open("127.0.0.1", "short")


def test_the_hosts_of_a_server_are_its_own_names_with_its_port() -> None:
    assert hosts_for("127.0.0.1", 80, ()) == {"127.0.0.1:80", "localhost:80", "[::1]:80"}
    assert hosts_for("10.0.0.1", 80, ["Code.example"]) == {"10.0.0.1:80", "code.example", "code.example:80"}
    assert "[::1]:80" in hosts_for("::1", 80, ())


def test_many_clients_at_once_get_answers_and_memory_stays(served: Served, served_shop: Path) -> None:
    calls = calls_for(served_shop, None, FEW_CALLS, seed=3)
    process = psutil.Process(served.process.pid)
    anyio.run(load, served.url, calls, CLIENTS)
    before = process.memory_info().rss
    found = anyio.run(load, served.url, calls, CLIENTS)
    after = process.memory_info().rss
    assert found.errors == []
    assert len(found.milliseconds) == FEW_CALLS
    assert after < before * GROWTH
