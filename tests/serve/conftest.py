"""A small repository to serve, and servers over both transports, each ended with its test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mcp.client.stdio import StdioServerParameters

from seedwalk.eval.bench_mcp import free_port, server
from tests.cli.conftest import FILES, environment

TOKEN = "a-token-of-some-length"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository that is not indexed yet, with a file beside it that nobody may read."""
    root = tmp_path / "repo"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (tmp_path / "secret.py").write_text("def outside_the_repository() -> None: ...\n", encoding="utf-8")
    return root


@pytest.fixture
def stdio(shop: Path) -> StdioServerParameters:
    """How a client starts the server on the shop."""
    return stdio_for(shop)


def stdio_for(root: Path, *more: str) -> StdioServerParameters:
    arguments = ["-m", "seedwalk", "mcp", "--repo", str(root), *more]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment())


@pytest.fixture
def http(shop: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """`http()` starts a server on the shop and gives its address; `http(token=...)` one that wants a token."""
    with ExitStack() as stack:

        def start(token: str = "") -> str:
            for name, value in {**environment(), "SEEDWALK_TOKEN": token}.items():
                monkeypatch.setenv(name, value)
            port = free_port()
            stack.enter_context(server(shop, None, port))
            return f"http://127.0.0.1:{port}/mcp"

        yield start


