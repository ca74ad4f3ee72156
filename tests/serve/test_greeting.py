"""The greeting says what the SDK would say, or says nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.shared.message import SessionMessage
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from seedwalk.api import open_repository
from seedwalk.serve.desk import Desk
from seedwalk.serve.greeting import VERSIONS, greeting
from seedwalk.serve.server import build
from seedwalk.serve.tools import preset

CLIENT = {"name": "a test", "version": "1"}


def initialize(version: object, identity: object = 1, **more: object) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return {"jsonrpc": "2.0", "id": identity, "method": "initialize", "params": params, **more}


def said_by_the_sdk(root: Path, line: str) -> dict[str, Any]:
    """What the SDK's own server answers to one line."""
    server = build(Desk(open_repository(root), watch=False), preset("core"))

    async def ask() -> dict[str, Any]:
        to_server, reading = anyio.create_memory_object_stream[SessionMessage | Exception](1)
        writing, from_server = anyio.create_memory_object_stream[SessionMessage](1)
        async with anyio.create_task_group() as group:
            group.start_soon(server.run, reading, writing, server.create_initialization_options())
            await to_server.send(SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False)))
            answer = await from_server.receive()
            await to_server.aclose()
        return dict(answer.message.model_dump(by_alias=True, mode="json", exclude_none=True))

    return anyio.run(ask)


def test_the_greeting_knows_every_version_that_begins_with_a_handshake() -> None:
    assert VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_the_greeting_is_what_the_sdk_says(version: str, shop: Path) -> None:
    line = json.dumps(initialize(version, identity=f"id-{version}"))
    assert greeting(line) == said_by_the_sdk(shop, line)


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "[]", "3", '"initialize"', "null",
        json.dumps(initialize("1999-01-01")),
        json.dumps(initialize(None)),
        json.dumps(initialize(VERSIONS[0], identity=None)),
        json.dumps(initialize(VERSIONS[0], identity=True)),
        json.dumps(initialize(VERSIONS[0], identity=[1])),
        json.dumps(initialize(VERSIONS[0], params={"protocolVersion": VERSIONS[0]})),
        json.dumps(initialize(VERSIONS[0], params=[])),
        json.dumps(initialize(VERSIONS[0], method="tools/list")),
        json.dumps(initialize(VERSIONS[0], jsonrpc="1.0")),
    ],
)  # fmt: skip
def test_what_is_no_plain_initialize_is_left_to_the_sdk(line: str) -> None:
    assert greeting(line) is None
