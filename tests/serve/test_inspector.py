"""An independent client: the protocol's own inspector, from its command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import environment

FOLDER = "SEEDWALK_INSPECTOR"
"""Names the folder where `npm install @modelcontextprotocol/inspector` was run; by default it is looked for on PATH."""
PATIENCE = 120


def inspector() -> list[str]:
    """The command, or a skip with the reason."""
    folder = os.environ.get(FOLDER)
    place = f"{folder}/node_modules/.bin:{os.environ.get('PATH', '')}" if folder else None
    found = shutil.which("mcp-inspector", path=place)
    if found is None:
        pytest.skip(f"no inspector: npm install @modelcontextprotocol/inspector, and {FOLDER}=that folder")
    node = shutil.which("node", path=place)
    return [node, os.path.realpath(found)] if node else [found]


def ask(root: Path, *arguments: str) -> dict[str, Any]:
    server = [sys.executable, "-m", "seedwalk", "mcp", "--repo", str(root)]
    passed = [word for name in ("PYTHONPATH", "PYTHONUTF8") for word in ("-e", f"{name}={environment()[name]}")]
    line = [*inspector(), "--cli", *passed, *server, *arguments]
    done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, env=environment(), check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.inspector
def test_the_inspector_lists_and_calls_tools_and_reads_resources(shop: Path) -> None:
    tools = ask(shop, "--method", "tools/list")["tools"]
    assert tools[0]["name"] == "context_for_task"
    assert len(tools) == 8
    assert all(tool["annotations"]["readOnlyHint"] for tool in tools)
    call = ("--method", "tools/call", "--tool-name", "search_symbols", "--tool-arg")
    found = ask(shop, *call, "query=order total")
    assert found["structuredContent"]["hits"][0]["place"]["name"] == "Order.total"
    resource = ask(shop, "--method", "resources/read", "--uri", "seedwalk://status")
    assert json.loads(resource["contents"][0]["text"])["files"] == 5
    prompts = ask(shop, "--method", "prompts/list")["prompts"]
    assert prompts[0]["name"] == "start_task"
