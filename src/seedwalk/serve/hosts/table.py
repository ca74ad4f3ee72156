"""The programs that can use the server: where each keeps its settings, and in what shape it wants an entry.

Taken from what each program's own documentation says of its files; `page` is where it says so. Adding one is adding a
line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct

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


class Host(Struct, frozen=True):
    """A program: the keys above the entry, the shape of it, and its file at each level."""

    name: str
    title: str
    keys: tuple[str, ...]
    entry: Entry
    project: str
    user: Callable[[Path], Path]
    page: str
    """The page of its documentation that names file, key and shape."""
    form: Form = Form.JSON
    instructions: str = "AGENTS.md"
    """The file that the program reads as standing instructions, at the project's top."""
    more: tuple[str, ...] = ()
    """Arguments it needs beside the command: a program that starts servers outside of the project says where it is."""
    also: tuple[str, ...] = ()
    """Other files of a project that it reads as well: one that is there already is the one to change."""

    def file(self, level: Level, root: Path, home: Path) -> Path:
        if level is Level.USER:
            return self.user(home)
        return _first_there([root / name for name in (self.project, *self.also)])


def _plain(line: Sequence[str]) -> dict[str, Any]:
    return {"command": line[0], "args": list(line[1:])}


def _typed(line: Sequence[str]) -> dict[str, Any]:
    return {"type": "stdio", **_plain(line)}


def _local(line: Sequence[str]) -> dict[str, Any]:
    return {"type": "local", "command": list(line), "enabled": True}


def _configured(home: Path) -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")


def _first_there(files: Sequence[Path]) -> Path:
    """The first of these files that exists; the first of all where none does."""
    return next((file for file in files if file.exists()), files[0])


def _code_user(home: Path) -> Path:
    """The settings folder of VS Code's default profile, which differs by system."""
    folders = {
        "darwin": home / "Library" / "Application Support",
        "win32": Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming"),
    }
    return folders.get(sys.platform, _configured(home)) / "Code" / "User" / "mcp.json"


def _codex_user(home: Path) -> Path:
    return Path(os.environ.get("CODEX_HOME") or home / ".codex") / "config.toml"


def _opencode_user(home: Path) -> Path:
    folder = _configured(home) / "opencode"
    return _first_there([folder / "opencode.json", folder / "opencode.jsonc"])


_WORKSPACE = ("--repo", "${workspaceFolder}")
HOSTS: Mapping[str, Host] = {
    host.name: host
    for host in (
        Host("claude", "Claude Code", ("mcpServers",), _typed, ".mcp.json", lambda home: home / ".claude.json",
             "https://code.claude.com/docs/en/mcp", instructions="CLAUDE.md"),
        Host("cursor", "Cursor", ("mcpServers",), _typed, ".cursor/mcp.json",
             lambda home: home / ".cursor" / "mcp.json", "https://cursor.com/docs/mcp", more=_WORKSPACE),
        Host("vscode", "VS Code", ("servers",), _typed, ".vscode/mcp.json", _code_user,
             "https://code.visualstudio.com/docs/agents/reference/mcp-configuration", more=_WORKSPACE),
        Host("codex", "Codex", ("mcp_servers",), _plain, ".codex/config.toml", _codex_user,
             "https://developers.openai.com/codex/mcp", Form.TOML),
        Host("gemini", "Gemini CLI", ("mcpServers",), _plain, ".gemini/settings.json",
             lambda home: home / ".gemini" / "settings.json", "https://geminicli.com/docs/tools/mcp-server/",
             instructions="GEMINI.md"),
        Host("opencode", "opencode", ("mcp",), _local, "opencode.json", _opencode_user,
             "https://opencode.ai/docs/mcp-servers/",
             also=("opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc")),
    )
}  # fmt: skip
