"""`seedwalk context`: the code most worth reading for a task, for files or for a change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from seedwalk.answers.located import is_there
from seedwalk.answers.refusing import refuse_question
from seedwalk.cli.batch import answer_each, read_tasks
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
from seedwalk.errors import UnknownSymbol, UsageError

if TYPE_CHECKING:
    from seedwalk.api import Repository
    from seedwalk.model import Symbol


def command(
    task: Annotated[list[str] | None, typer.Argument(help="What is to be done, in plain words.")] = None,
    repo: Where = None,
    store: Store = None,
    files: Annotated[list[str] | None, typer.Option("--files", "-f", help="Around these files, or this one.")] = None,
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
    """The code most worth reading: ranked, explained, cut to a token budget. Indexes first where needed.

    seedwalk context "add rate limiting to login"
    seedwalk context --diff main --budget 4000
    seedwalk context --files src/app.py src/views.py
    """
    here = repository(repo, store, profile, off, chosen, keep=not no_cache)
    renderer = "json" if as_json or batch else form
    text, paths = _question(here.root, task or [], files or [], diff, batch)
    if text is not None:
        refuse_question(text, budget, limit, here.settings.understanding)
    tasks = read_tasks(batch, here.settings.understanding) if batch is not None else []

    def expect() -> None:
        if text is not None:
            here.expect(text, budget=budget, limit=limit, renderer=renderer, explain=explain)

    bring_up_to_date(here, quiet, expect)
    if batch is not None:
        answer_each(here, batch, tasks, budget, limit, explain)
        return
    if text is None:
        pack = here.context_for_files(paths, diff=diff, budget=budget, limit=limit, renderer=renderer, explain=explain)
    else:
        pack = here.context(text, budget=budget, limit=limit, renderer=renderer, explain=explain)
    from seedwalk.render import render, renderer_named

    sys.stdout.write(render(pack, renderer_named(renderer)).rstrip("\n") + "\n")


def bring_up_to_date(here: Repository, quiet: bool, ahead: Callable[[], None] | None = None) -> None:
    """Index what changed; `ahead` is done while that is looked for. Where it cannot be written, that is said aloud."""
    with progress_bar(quiet) as progress:
        report = here.refresh(progress=progress, ahead=ahead)
    if here.behind:
        say(f"note: {here.behind}")
    if report is not None and report.changed and not quiet:
        say(f"the index was brought up to date first: {report.read} files read, {report.removed} removed")


def noted(here: Repository, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Rows of an answer for programs: each tells when the index could not be brought up to date."""
    for row in rows:
        yield {**row, "notes": [here.behind]} if here.behind else row


def say_if_old(here: Repository, quiet: bool) -> None:
    """For verbs that only look: they index nothing, and say so where the tree has moved on."""
    if not quiet and not here.status().fresh:
        say("note: files changed since they were indexed. Run: seedwalk index")


def named(here: Repository, asked: str, quiet: bool) -> Symbol:
    """The symbol asked for, by a verb that only looks: one that is not known may stand in a file not read yet."""
    try:
        return here.symbol(asked)
    except UnknownSymbol:
        say_if_old(here, quiet)
        raise


def _question(
    root: Path, words: list[str], files: list[str], diff: str | None, batch: Path | None
) -> tuple[str | None, list[str]]:
    """The task, or None and the files that are asked about: words beside --files are further files, unless no file is
    called like that."""
    paths = [*files, *words] if files else []
    task = words and (not files or any(" " in word and not is_there(root, word) for word in words))
    sorts = (("a task", task), ("--files", files), ("--diff", diff is not None), ("--batch", batch))
    asked = [name for name, there in sorts if there]
    if not asked:
        raise UsageError("nothing says what to look for. Give a task, --files, --diff or --batch.")
    if len(asked) > 1 and asked != ["--files", "--diff"]:
        raise UsageError(f"{' and '.join(asked)} are questions of their own. Ask one of them at a time.")
    return (" ".join(words) if asked == ["a task"] else None), paths
