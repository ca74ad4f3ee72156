"""How soon does a server answer `initialize`? By the clock, and by the processor, which load changes less.

`python -m seedwalk.eval.bench_greeting REPOSITORY --rounds 10` prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from msgspec import Struct

PROTOCOL = "2025-11-25"
"""The version of the protocol a client of today asks for."""

_CHILD = """
import sys, types
class Reached(SystemExit): pass
def stop(*_):
    import json, resource
    spent = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([spent.ru_utime + spent.ru_stime, sorted(sys.modules)]), file=sys.stderr)
    raise Reached(0)
loop = types.ModuleType("anyio")
loop.run = stop
sys.modules["anyio"] = loop
sys.argv = ["seedwalk", "mcp", "--repo", sys.argv[1], "--store", sys.argv[2]]
from seedwalk.cli.main import run
run()
"""
"""The command up to the moment it hands over to the SDK: there it says what it has spent and loaded, and leaves."""


class Greeted(Struct, frozen=True):
    """The first answer of one process."""

    answer: dict[str, object]
    wall: float
    """Seconds from the start of the process to its answer."""
    processor: float
    """Seconds of processor time spent by then, starting Python included."""
    modules: frozenset[str]
    """What was imported by then."""


def hello(version: str = PROTOCOL) -> str:
    """A client's first line."""
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}) + "\n"


def greet(repository: Path, store: Path, line: str | None = None) -> Greeted:
    """Start the server in a process of its own, say hello, and hear its answer."""
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(repository), str(store)], env=os.environ, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line or hello())
        process.stdin.flush()
        first = process.stdout.readline()
        wall = time.monotonic() - began
        _, told = process.communicate()
    spent, modules = json.loads(told.splitlines()[-1])
    return Greeted(json.loads(first), wall, spent, frozenset(modules))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.bench_greeting", description="Time `initialize`.")
    parser.add_argument("repository", type=Path)
    parser.add_argument("--store", type=Path, default=Path(".seedwalk"))
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args(arguments)
    rounds = [greet(asked.repository, asked.store) for _ in range(asked.rounds)]
    walls, spent = [one.wall for one in rounds], [one.processor for one in rounds]
    told = {
        "rounds": asked.rounds, "wall_s_median": round(statistics.median(walls), 3),
        "wall_s_most": round(max(walls), 3), "processor_s_median": round(statistics.median(spent), 3),
        "processor_s_most": round(max(spent), 3), "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
