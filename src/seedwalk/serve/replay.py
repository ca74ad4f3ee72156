"""The two streams of a connection whose first line was already read, and perhaps answered."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import mcp_types as types
from anyio import EndOfStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage

Incoming = SessionMessage | Exception


class _Closed:
    """Left, it closes the stream that it stands before."""

    _rest: ReadStream[Incoming] | WriteStream[SessionMessage]

    async def aclose(self) -> None:
        await self._rest.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        await self.aclose()
        return None


class Replayed(_Closed):
    """What a client says, from its first line on; a line that is no message is what the SDK's transport makes of it."""

    def __init__(self, rest: ReadStream[Incoming], first: str) -> None:
        self._rest: ReadStream[Incoming] = rest
        self._first: Incoming | None = _parsed(first)

    async def receive(self) -> Incoming:
        first, self._first = self._first, None
        return first if first is not None else await self._rest.receive()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Incoming:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None


class Withholding(_Closed):
    """What goes to the client, but for the first response: the client has it already."""

    def __init__(self, rest: WriteStream[SessionMessage]) -> None:
        self._rest: WriteStream[SessionMessage] = rest
        self._withheld = False

    async def send(self, sent: SessionMessage, /) -> None:
        if not self._withheld and isinstance(sent.message, types.JSONRPCResponse):
            self._withheld = True
            return
        await self._rest.send(sent)


def _parsed(line: str) -> Incoming:
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except Exception as error:  # the SDK answers it, as it answers any line that is no message
        return error
