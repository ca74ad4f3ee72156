"""The programs that can use the server: where each keeps its settings, and in what shape it wants an entry.

Taken from what each program's own documentation says of its files. Adding one is adding a line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

NAME = "seedwalk"
"""What the entry is called everywhere."""


class Level(StrEnum):
    """For one project, or for everything its user does."""

    PROJECT = "project"
    USER = "user"


class Form(StrEnum):
    """How a file is written."""

    JSON = "json"
    TOML = "toml"


Entry = Callable[[Sequence[str]], dict[str, Any]]
"""An entry for a command line."""


@dataclass(frozen=True, slots=True)
class Host:
    """A program: the keys above the entry, the shape of it, and its file at each level."""

    name: str
    title: str
    keys: tuple[str, ...]
    entry: Entry
    project: str
    user: Callable[[Path], Path]
    form: Form = Form.JSON
    instructions: str = "AGENTS.md"
    """The file that the program reads as standing instructions, at the project's top."""
    more: tuple[str, ...] = ()
    """Arguments it needs beside the command: a program that starts servers outside of the project says where it is."""

    def file(self, level: Level, root: Path, home: Path) -> Path:
        return root / self.project if level is Level.PROJECT else self.user(home)


def _plain(line: Sequence[str]) -> dict[str, Any]:
    return {"command": line[0], "args": list(line[1:])}


def _typed(line: Sequence[str]) -> dict[str, Any]:
    return {"type": "stdio", **_plain(line)}


def _local(line: Sequence[str]) -> dict[str, Any]:
    return {"type": "local", "command": list(line), "enabled": True}


def _configured(home: Path) -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")


def _code_user(home: Path) -> Path:
    folder = home / "Library" / "Application Support" if sys.platform == "darwin" else _configured(home)
    return folder / "Code" / "User" / "mcp.json"


_WORKSPACE = ("--repo", "${workspaceFolder}")
HOSTS: Mapping[str, Host] = {
    host.name: host
    for host in (
        Host("claude", "Claude Code", ("mcpServers",), _typed, ".mcp.json", lambda home: home / ".claude.json",
             instructions="CLAUDE.md"),
        Host("cursor", "Cursor", ("mcpServers",), _plain, ".cursor/mcp.json",
             lambda home: home / ".cursor" / "mcp.json", more=_WORKSPACE),
        Host("vscode", "VS Code", ("servers",), _typed, ".vscode/mcp.json", _code_user, more=_WORKSPACE),
        Host("codex", "Codex", ("mcp_servers",), _plain, ".codex/config.toml",
             lambda home: home / ".codex" / "config.toml", Form.TOML),
        Host("gemini", "Gemini CLI", ("mcpServers",), _plain, ".gemini/settings.json",
             lambda home: home / ".gemini" / "settings.json", instructions="GEMINI.md"),
        Host("opencode", "opencode", ("mcp",), _local, "opencode.json",
             lambda home: _configured(home) / "opencode" / "opencode.json"),
    )
}  # fmt: skip
