"""`seedwalk watch`: keep the index up to date while files change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.progress import progress_bar
from seedwalk.cli.shared import AsJson, Chosen, Quiet, Store, print_json, repository, say
from seedwalk.errors import IndexBusy, Unwritable

if TYPE_CHECKING:
    from seedwalk.index import Report


def command(
    path: Annotated[Path | None, typer.Argument(help="The repository; by default the one around this folder.")] = None,
    store: Store = None,
    chosen: Chosen = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Index once, then again whenever a file changes, until interrupted.

    seedwalk watch
    seedwalk watch ~/src/django --json
    """
    from seedwalk.watching import updates

    here = repository(path, store, chosen=chosen)
    with progress_bar(as_json or quiet) as progress:
        first = here.index(progress=progress, on_wait=say)
    _tell(first, as_json)
    if not quiet:
        say(f"watching {here.root.resolve()}; stop with Ctrl-C")
    for report in updates(here):
        if isinstance(report, Unwritable):
            raise report
        if isinstance(report, IndexBusy):
            say(str(report))
        elif report.changed:
            _tell(report, as_json)


def _tell(report: Report, as_json: bool) -> None:
    seconds = sum(report.seconds.values())
    if as_json:
        told = {"read": report.read, "removed": report.removed, "symbols": report.symbols}
        print_json({**told, "seconds": seconds, "snapshot": report.snapshot})
    else:
        done = f"{report.read:,} read, {report.removed:,} removed: {report.symbols:,} symbols in {seconds:.2f} s"
        typer.echo(f"{done}, snapshot {report.snapshot[:12]}")
