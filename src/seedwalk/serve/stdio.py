"""The server over stdin and stdout. stdout carries the protocol and nothing else; the log goes to stderr.

The first line is read before the SDK is imported (see `greeting.py`); after that the SDK's own transport serves, and
points the standard streams of everything else away from the wire.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from seedwalk.errors import UsageError
from seedwalk.serve.greeting import greeting

if TYPE_CHECKING:
    from seedwalk.serve.desk import Desk

_NEWLINE = b"\n"


def serve(desk_of: Callable[[], Desk], preset_name: str) -> None:
    """Serve until the client closes. `desk_of` makes the desk, once the client has been greeted.

    Raises BrokenPipeError where the client went without closing.
    """
    if sys.stdin is None:
        raise UsageError("stdin is closed, and a client would speak there. Let a client start this, or use --http.")
    first = _first_line(sys.stdin.fileno())
    greeted = greeting(first)
    if greeted is not None:
        sys.stdout.buffer.write(json.dumps(greeted, ensure_ascii=False).encode() + _NEWLINE)
        sys.stdout.buffer.flush()
    import anyio

    gone = False
    try:
        anyio.run(_serve, desk_of(), preset_name, first, greeted is not None)
    except* BrokenPipeError:
        gone = True
    if gone:
        raise BrokenPipeError


def _first_line(descriptor: int) -> str:
    """One line, and not a byte more: what follows is for the SDK, which reads the descriptor itself."""
    read = bytearray()
    while (byte := os.read(descriptor, 1)) and byte != _NEWLINE:
        read += byte
    return read.decode("utf-8", "replace")


async def _serve(desk: Desk, preset_name: str, first: str, greeted: bool) -> None:
    from mcp.server.stdio import stdio_server

    from seedwalk.serve.replay import Replayed, Withholding
    from seedwalk.serve.server import build
    from seedwalk.serve.tools import preset

    server = build(desk, preset(preset_name))
    async with stdio_server() as (reading, writing):
        lines = Replayed(reading, first) if first else reading
        out = Withholding(writing) if greeted else writing
        await server.run(lines, out, server.create_initialization_options())
