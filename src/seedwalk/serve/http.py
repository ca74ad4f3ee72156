"""The server over streamable HTTP, behind a guard.

A page in a browser can reach a server on this machine, under a foreign name it made point here (DNS rebinding). So a
request must name this server in `Host`, and an `Origin`, where there is one, must be this server too; and whenever a
token is set, each request must bear it. Off loopback there is no server without a token.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from seedwalk.serve.desk import Desk

PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_LARGEST_BODY = 1024 * 1024
"""Bytes of a request: the longest task is a fiftieth of it."""
_LEAST_TOKEN = 16
"""Characters of a token; shorter ones can be guessed."""
_log = logging.getLogger(__name__)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open(host: str, token: str) -> None:
    """A server that others can reach needs a token; a token must be worth its name. Raises UsageError."""
    if not token and not is_loopback(host):
        raise UsageError(
            f"'{host}' can be reached from other machines, and there is no token. Set SEEDWALK_TOKEN, or serve on "
            "127.0.0.1."
        )
    if token and len(token) < _LEAST_TOKEN:
        raise UsageError(f"a token of {len(token)} characters can be guessed. Give at least {_LEAST_TOKEN}.")


class Guard:
    """Lets through what names this server and bears its token; refuses the rest in one sentence."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str) -> None:
        self._app, self._token = app, token.encode()
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = self._complaint(scope) if scope["type"] == "http" else None
        if told is None:
            await self._app(scope, receive, send)
            return
        status, why = told
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        if status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": why.encode()})

    def _complaint(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = [value.decode("latin-1").lower() for value in headers.get(b"host", [])]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return 421, "The Host header does not name this server. Use its own address, or start it with --allow-host."
        origins = [value.decode("latin-1").lower() for value in headers.get(b"origin", [])]
        if any(origin not in self._origins for origin in origins):
            return 403, "Requests from that Origin are refused. Call the server directly, or use --allow-host."
        if self._token and not self._borne(headers.get(b"authorization", [])):
            return 401, "The bearer token is missing or wrong. Send: Authorization: Bearer TOKEN"
        return None

    def _borne(self, values: list[bytes]) -> bool:
        scheme, _, given = values[0].partition(b" ") if len(values) == 1 else (b"", b"", b"")
        return scheme.lower() == b"bearer" and hmac.compare_digest(given.strip(), self._token)


def hosts_for(host: str, port: int, allowed: Iterable[str]) -> set[str]:
    """Every value of `Host` that means this server. One allowed by the user may leave out its port."""
    named = {*(_LOOPBACK if is_loopback(host) else ()), f"[{host}]" if ":" in host.strip("[]") else host}
    extra = {name.lower() for name in allowed}
    return {f"{name.lower()}:{port}" for name in named} | extra | {f"{name}:{port}" for name in extra}


def app(desk: Desk, preset_name: str, host: str, port: int, token: str, allowed: Iterable[str] = ()) -> Any:
    """The guarded ASGI application."""
    from mcp.server.transport_security import TransportSecuritySettings

    from seedwalk.serve.server import build
    from seedwalk.serve.tools import preset

    inner = build(desk, preset(preset_name)).streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=_LARGEST_BODY, host=host,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard does it
    )  # fmt: skip
    return Guard(inner, hosts_for(host, port, allowed), token)


def serve(desk: Desk, preset_name: str, host: str, port: int, token: str, allowed: Iterable[str] = ()) -> None:
    """Serve until interrupted. Raises UsageError where it would be open to others."""
    refuse_open(host, token)
    import uvicorn

    guarded = app(desk, preset_name, host, port, token, allowed)
    config = uvicorn.Config(guarded, host=host.strip("[]"), port=port, log_level="warning", access_log=False)
    _log.info("serving on http://%s:%d%s", host, port, PATH)
    uvicorn.Server(config).run()
