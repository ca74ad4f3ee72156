"""A small repository to serve, and servers over both transports, each ended with its test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from mcp.client.stdio import StdioServerParameters

from seedwalk.eval.bench_mcp import free_port, server
from seedwalk.index import Progress, Report
from seedwalk.serve import desk
from seedwalk.serve.clerk import Clerk
from tests.cli.conftest import environment, write_files

TOKEN = "a-token-of-some-length"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_shop(tmp_path)


def write_shop(folder: Path) -> Path:
    """A repository that is not indexed yet, with a file beside it that nobody may read."""
    root = write_files(folder / "repo")
    (folder / "secret.py").write_text("def outside_the_repository() -> None: ...\n", encoding="utf-8")
    return root


def stdio_for(root: Path, *more: str) -> StdioServerParameters:
    """How a client starts the server on a repository."""
    arguments = ["-m", "seedwalk", "mcp", "--repo", str(root), *more]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment())


class InPlace(Clerk):
    """Indexes in this process."""

    def _run(self, rebuild: bool, progress: Progress | None, unwanted: Callable[[], bool]) -> Report:
        return self.repository.index(rebuild=rebuild, progress=progress)


@pytest.fixture
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Desks start no process to index: for what does not depend on where that is done, as `test_clerk.py` does."""
    monkeypatch.setattr(desk, "Clerk", InPlace)


class Served(NamedTuple):
    """A server over HTTP: its address, and its process."""

    url: str
    process: subprocess.Popen[bytes]


def start(root: Path, stack: ExitStack, token: str = "") -> Served:
    """A server on a repository, ended with the stack."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**environment(), "SEEDWALK_TOKEN": token}.items():
            patch.setenv(name, value)
        port = free_port()
        process = stack.enter_context(server(root, None, port))
    return Served(f"http://127.0.0.1:{port}/mcp", process)


@pytest.fixture(scope="module")
def served_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shop(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def served(served_shop: Path) -> Iterator[Served]:
    """One server for all that only ask: whatever a client did, the next is answered."""
    with ExitStack() as stack:
        yield start(served_shop, stack)


@pytest.fixture
def http(served: Served) -> str:
    return served.url


@pytest.fixture
def served_with_token(shop: Path) -> Iterator[Served]:
    with ExitStack() as stack:
        yield start(shop, stack, TOKEN)


def text_of(result: object) -> str:
    return str(result.content[0].text)  # type: ignore[attr-defined]
