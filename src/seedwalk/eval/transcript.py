"""A session of the official client with the server, as it went: the transcript on the page about MCP.

`python -m seedwalk.eval.transcript CHECKOUT` talks to a server on a checkout of Flask over stdio and puts what both
said between the fences below `## A session` of `docs/mcp.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio

from seedwalk.errors import UsageError
from seedwalk.eval.recording import COMMIT, TAG
from seedwalk.sources import git

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("context_for_task", {"task": "reload templates without restarting the server", "budget": 700}),
    ("search_symbols", {"query": "before request", "limit": 3}),
    ("references", {"symbol": "Flask.full_dispatch_request", "role": "callers", "limit": 3}),
    ("explain_rank", {"task": "reload templates without restarting the server",
                      "symbol": "Flask.create_jinja_environment", "budget": 700}),
    ("read_symbol", {"symbol": "before_request"}),
    ("search_symbols", {"query": "x", "limit": 900}),
)  # fmt: skip
"""What a model might ask, one after the other; the last two are wrong, and are told so."""
STRUCTURED = 1
"""Which of them is shown with its structured content too."""
_LINES, _PROGRESS = 30, 5
"""Lines of an answer and of its progress that are shown; what is more is counted."""
_SESSION = re.compile(r"(## A session\n.*?\n````text\n)(.*?)(\n````\n)", re.DOTALL)


def shortened(lines: list[str], most: int) -> list[str]:
    """The first lines, how many were left out, and the last."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"... ({len(lines) - most} lines left out here)", lines[-1]]


async def _session(checkout: Path, store: Path) -> list[str]:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    line = ["-m", "seedwalk", "mcp", "--repo", str(checkout), "--store", str(store)]
    server = StdioServerParameters(command=sys.executable, args=line, env=dict(os.environ))
    said: list[str] = []
    async with Client(server, mode="legacy") as client:
        info = client.server_info
        assert info is not None
        said += [f"-> initialize {client.protocol_version}", f"<- {info.name} {info.version}", "-> tools/list"]
        said.append("<- " + ", ".join(tool.name for tool in (await client.list_tools()).tools))
        for number, (name, arguments) in enumerate(CALLS):
            said += await _call(client, name, arguments, number == STRUCTURED)
    return said


async def _call(client: Any, name: str, arguments: dict[str, Any], structured: bool) -> list[str]:
    heard: list[str] = []

    async def hear(progress: float, _: float | None, message: str | None) -> None:
        heard.append(f"<- progress {progress:g}: {message}")

    result = await client.call_tool(name, arguments, progress_callback=hear)
    text = str(result.content[0].text).rstrip("\n").split("\n")
    said = [f"-> {name} {json.dumps(arguments)}", *shortened(heard, _PROGRESS)]
    said += ["<- error" if result.is_error else "<- text", *shortened(text, _LINES)]
    if structured:
        shown = json.dumps(result.structured_content, indent=1, ensure_ascii=False).split("\n")
        said += ["<- structured", *shortened(shown, _LINES)]
    return said


def transcript(checkout: Path) -> str:
    """The whole session, on an index that is not there yet. Raises UsageError for another checkout."""
    if git.head(checkout) != COMMIT:
        raise UsageError(f"'{checkout}' is not Flask at {TAG}. Check out that tag of https://github.com/pallets/flask")
    with tempfile.TemporaryDirectory() as folder:
        return "\n".join(anyio.run(_session, checkout, Path(folder) / "store"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.transcript", description="Write down a session.")
    parser.add_argument("checkout", type=Path, help=f"Flask at {TAG}")
    parser.add_argument("--page", type=Path, default=Path("docs/mcp.md"))
    asked = parser.parse_args(arguments)
    said, page = transcript(asked.checkout), asked.page.read_text(encoding="utf-8")
    asked.page.write_text(_SESSION.sub(lambda found: found[1] + said + found[3], page, count=1), encoding="utf-8")
    print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main())
