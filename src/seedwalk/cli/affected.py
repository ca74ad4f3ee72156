"""`seedwalk affected`: the tests a change reaches."""

from __future__ import annotations

from typing import Annotated

from seedwalk.cli.context import bring_up_to_date, noted
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Quiet, Store, Where, print_rows, repository, say, tell
from seedwalk.errors import UsageError


def command(
    files: Annotated[
        list[str] | None, typer.Argument(help="Files taken as changed, relative to the repository.")
    ] = None,
    diff: Annotated[
        str | None, typer.Option("--diff", metavar="BASE", help="Lines that differ from this commit, branch or tag.")
    ] = None,
    repo: Where = None,
    store: Store = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="At most so many steps to a test.")] = 10,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """The tests that a change reaches, nearest first, each with the path to it and that path's lowest confidence.

    seedwalk affected src/flask/app.py
    seedwalk affected --diff main --json
    """
    import msgspec

    if not files and diff is None:
        raise UsageError("nothing says what changed. Give files, or --diff BASE.")
    here = repository(repo, store)
    bring_up_to_date(here, quiet)
    found = here.affected(files or (), diff=diff, depth=depth)
    if as_json:
        print_rows(noted(here, (msgspec.to_builtins(row) for row in found)))
        return
    for row in found:
        through = f"  through {' < '.join(row.way[1:])}" if len(row.way) > 1 else "  changed itself"
        tell(f"{row.path}:{row.name}  {row.confidence:.2f}{through}")
    if not found and not quiet:
        say("no test in the index depends on that change")
