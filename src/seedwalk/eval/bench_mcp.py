"""How the server holds up: mixed calls from several clients at once over HTTP, with its memory before and after.

`python -m seedwalk.eval.bench_mcp REPOSITORY --calls 1000 --clients 8` prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import numpy as np
from msgspec import Struct, field

from seedwalk.api import open_repository
from seedwalk.errors import UsageError
from seedwalk.eval.needles import cases

_START_SECONDS = 60.0
_WARMING_SHARE = 0.2
"""Part of the calls made before memory is first looked at: caches and threads are there by then."""
_MEGABYTE = 1e6

Call = tuple[str, dict[str, Any]]


class Load(Struct):
    """What was seen while clients called."""

    by_tool: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds of each call, by the tool called."""
    errors: list[str] = field(default_factory=list)

    @property
    def milliseconds(self) -> list[float]:
        return [spent for listed in self.by_tool.values() for spent in listed]


def calls_for(repository: Path, store: Path | None, count: int, seed: int) -> list[Call]:
    """Mixed calls about symbols the repository has, drawn with a seed."""
    opened = open_repository(repository, store=store)
    opened.index()
    listed = cases(opened.symbols("*"), "here", seed)
    if not listed:
        raise UsageError(f"'{repository}' has no symbol to ask for. Give a repository with code.")
    draw = random.Random(seed)
    made: list[Call] = []
    while len(made) < count:
        case = draw.choice(listed)
        query, name = str(case["query"]), str(case["expectedSymbols"][0])  # type: ignore[index]
        choices: list[Call] = [
            ("context_for_task", {"task": query, "budget": 2000}),
            ("search_symbols", {"query": query}),
            ("explain_rank", {"task": query, "symbol": name}),
            ("references", {"symbol": name}),
            ("read_symbol", {"symbol": name}),
            ("repository_status", {}),
        ]
        made.append(draw.choice(choices))
    return made


@contextmanager
def server(repository: Path, store: Path | None, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`seedwalk mcp --http`, ended with the block."""
    line = [sys.executable, "-m", "seedwalk", "mcp", "--http", "--port", str(port), "--repo", str(repository)]
    line += ["--store", str(store)] if store else []
    process = subprocess.Popen(line, env=os.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(_START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise UsageError(f"the server did not come up on port {port}. Try it by hand: seedwalk mcp --http --port {port}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def load(url: str, calls: Sequence[Call], clients: int) -> Load:
    """The calls, shared out over clients that call at once."""
    found = Load()
    async with anyio.create_task_group() as group:
        for number in range(clients):
            group.start_soon(_client, url, calls[number::clients], found)
    return found


async def _client(url: str, calls: Sequence[Call], found: Load) -> None:
    from mcp import Client

    async with Client(url, mode="legacy") as client:
        for name, arguments in calls:
            began = time.perf_counter()
            try:
                result = await client.call_tool(name, arguments)
            except Exception as error:  # counted: an error is what this looks for
                found.errors.append(f"{name}: {error}")
                continue
            found.by_tool.setdefault(name, []).append((time.perf_counter() - began) * 1000)
            if result.is_error and "names" not in str(result.content):  # an ambiguous name is an answer
                found.errors.append(f"{name} {arguments}: {result.content}")


def measure(repository: Path, store: Path | None, count: int, clients: int, seed: int) -> dict[str, Any]:
    """Latencies, errors, the server's processor time, and its memory after warming and at the end."""
    import psutil

    calls = calls_for(repository, store, count, seed)
    port = free_port()
    warming = max(clients, int(count * _WARMING_SHARE))
    with server(repository, store, port) as process:
        url = f"http://127.0.0.1:{port}/mcp"
        anyio.run(load, url, calls[:warming], clients)
        serving = psutil.Process(process.pid)
        before, used = serving.memory_info().rss, sum(serving.cpu_times()[:2])
        found = anyio.run(load, url, calls, clients)
        after, spent = serving.memory_info().rss, sum(serving.cpu_times()[:2]) - used
    quantile = np.percentile(found.milliseconds or [0.0], [50, 95])
    return {
        "calls": count, "clients": clients, "errors": len(found.errors), "first_error": (found.errors or [""])[0],
        "cpu_ms_a_call": round(1000 * spent / count, 1), "load": round(os.getloadavg()[0], 1),
        "p50_ms": round(float(quantile[0]), 1), "p95_ms": round(float(quantile[1]), 1),
        "memory_before_mb": round(before / _MEGABYTE, 1), "memory_after_mb": round(after / _MEGABYTE, 1),
        "memory_growth": round(after / before, 3),
        "p95_ms_by_tool": {
            name: round(float(np.percentile(listed, 95)), 1) for name, listed in sorted(found.by_tool.items())
        },
    }  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.bench_mcp", description="Load the MCP server.")
    parser.add_argument("repository", type=Path)
    parser.add_argument("--store", type=Path, default=None, help="keep the index there")
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(json.dumps(measure(asked.repository, asked.store, asked.calls, asked.clients, asked.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
