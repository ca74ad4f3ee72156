"""`seedwalk init`: register the server with the programs that agents run in."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Where, print_rows, say
from seedwalk.errors import UsageError


def command(
    hosts: Annotated[
        list[str] | None, typer.Argument(help="claude, cursor, vscode, codex, gemini, opencode; by default claude.")
    ] = None,
    repo: Where = None,
    user: Annotated[bool, typer.Option("--user", help="For all of your projects, not only this one.")] = False,
    instructions: Annotated[
        bool, typer.Option("--instructions", help="Also add a short section to the agent's instruction file.")
    ] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take the entry out again.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change, write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before writing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Register the MCP server with coding agents. Shows the change first; other entries and comments stay as they are.

    seedwalk init
    seedwalk init cursor vscode --instructions --dry-run
    """
    from seedwalk.api import open_repository
    from seedwalk.serve.hosts.registering import apply, plan
    from seedwalk.serve.hosts.table import Level

    root = open_repository(repo).root.resolve()
    level = Level.USER if user else Level.PROJECT
    changes = plan(hosts or ["claude"], level, root, command_line(), remove=remove, instructions=instructions)
    wanted = [change for change in changes if change.any]
    if as_json:
        print_rows(
            {"host": row.title, "path": str(row.path), "changes": row.any, "diff": row.diff()} for row in changes
        )
    else:
        for change in wanted:
            typer.echo(f"{change.title}\n{change.diff()}\n")
    if not wanted:
        say("nothing to change: it is registered as it should be" if not remove else "nothing to remove")
    elif not dry_run and (yes or as_json or _agreed(len(wanted))):
        apply(wanted)
        say("done; start the program anew, and it has the server" if not remove else "removed")
    else:
        say("nothing was written")


def _agreed(files: int) -> bool:
    """Whether the user wants it; who cannot be asked must say --yes."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("nobody is there to agree to the change. Give --yes to write it, or --dry-run to look.")
    return typer.confirm(f"write {files} file{'s' if files != 1 else ''}?", err=True)


def command_line() -> list[str]:
    """How a program starts the server: by name where the name is found, else by the interpreter that runs this."""
    if shutil.which("seedwalk"):
        return ["seedwalk", "mcp"]
    return [sys.executable, "-m", "seedwalk", "mcp"]
