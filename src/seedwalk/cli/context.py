"""`seedwalk context`: the code most worth reading for a task, for files or for a change."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.progress import progress_bar
from seedwalk.cli.shared import (
    AsJson,
    Chosen,
    Profile,
    Quiet,
    Store,
    Where,
    Without,
    repository,
    say,
)
from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from seedwalk.api import Repository


def command(
    task: Annotated[str | None, typer.Argument(help="What is to be done, in plain words.")] = None,
    repo: Where = None,
    store: Store = None,
    files: Annotated[list[str] | None, typer.Option("--files", "-f", help="Around these files instead.")] = None,
    diff: Annotated[str | None, typer.Option("--diff", metavar="BASE", help="Around what differs from BASE.")] = None,
    budget: Annotated[int | None, typer.Option("--budget", "-b", help="Tokens the answer may cost.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", help="The first N symbols, ranked; no budget.")] = None,
    form: Annotated[str, typer.Option("--format", help="markdown, xml, json or compact.")] = "markdown",
    explain: Annotated[bool, typer.Option("--explain", help="Reasons for each rank.")] = False,
    profile: Profile = "",
    off: Without = "",
    chosen: Chosen = None,
    batch: Annotated[
        Path | None, typer.Option("--batch", metavar="FILE", help="Tasks as JSON lines {id, task}; an answer a line.")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Answer anew, and keep nothing of it.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """The code most worth reading: ranked, explained, cut to a token budget. Indexes first where that is needed.

    seedwalk context "add rate limiting to login"
    seedwalk context --diff main --budget 4000
    """
    here = repository(repo, store, profile, off, chosen, keep=not no_cache)
    renderer = "json" if as_json or batch else form

    def expect() -> None:
        if task is not None and not batch:
            here.expect(task, budget=budget, limit=limit, renderer=renderer, explain=explain)

    bring_up_to_date(here, quiet, expect)
    if batch is not None:
        _answer_each(here, batch, budget, limit, explain)
        return
    if files or diff is not None:
        pack = here.context_for_files(
            files or (), diff=diff, budget=budget, limit=limit, renderer=renderer, explain=explain
        )
    elif task is not None:
        pack = here.context(task, budget=budget, limit=limit, renderer=renderer, explain=explain)
    else:
        raise UsageError("nothing says what to look for. Give a task, --files, --diff or --batch.")
    from seedwalk.render import render, renderer_named

    sys.stdout.write(render(pack, renderer_named(renderer)).rstrip("\n") + "\n")


def bring_up_to_date(here: Repository, quiet: bool, ahead: Callable[[], None] | None = None) -> None:
    """Index what changed; `ahead` is done while that is looked for."""
    with progress_bar(quiet) as progress:
        report = here.refresh(progress=progress, ahead=ahead)
    if report is not None and report.changed and not quiet:
        say(f"the index was brought up to date first: {report.read} files read, {report.removed} removed")


def say_if_old(here: Repository, quiet: bool) -> None:
    """For verbs that only look: they index nothing, and say so where the tree has moved on."""
    if not quiet and not here.status().fresh:
        say("note: files changed since they were indexed. Run: seedwalk index")


def _answer_each(here: Repository, batch: Path, budget: int | None, limit: int | None, explain: bool) -> None:
    """One task a line, one answer a line, from one warm engine."""
    from seedwalk.render.json import pack_row

    try:
        lines = batch.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"'{batch}' cannot be read ({error}). Give a file of JSON lines with id and task.") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            identity, task = row["id"], str(row["task"])
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{batch}:{number} is no JSON object with id and task. Mend the line.") from error
        pack = here.context(task, budget=budget, limit=limit, renderer="json", explain=explain)
        sys.stdout.write(json.dumps({"id": identity, **pack_row(pack)}, ensure_ascii=False) + "\n")
