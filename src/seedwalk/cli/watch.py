"""`seedwalk watch`: keep the index up to date while files change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from seedwalk.cli.shared import AsJson, Store, print_json, progress_bar, repository, say
from seedwalk.errors import IndexBusy


def command(
    path: Annotated[Path | None, typer.Argument(help="The repository; by default the one around this folder.")] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Index once, then again whenever a file changes, until interrupted.

    seedwalk watch
    seedwalk watch ~/src/django --json
    """
    from seedwalk.watching import updates

    here = repository(path, store)
    with progress_bar(as_json) as progress:
        report = here.index(progress=progress, on_wait=say)
    _tell(report.read, report.removed, report.symbols, sum(report.seconds.values()), report.snapshot, as_json)
    say(f"watching {here.root.resolve()}; stop with Ctrl-C")
    for report in updates(here):
        if isinstance(report, IndexBusy):
            say(str(report))
        elif report.changed:
            _tell(report.read, report.removed, report.symbols, sum(report.seconds.values()), report.snapshot, as_json)


def _tell(read: int, removed: int, symbols: int, seconds: float, snapshot: str, as_json: bool) -> None:
    if as_json:
        print_json({"read": read, "removed": removed, "symbols": symbols, "seconds": seconds, "snapshot": snapshot})
    else:
        typer.echo(f"{read:,} read, {removed:,} removed: {symbols:,} symbols in {seconds:.2f} s, snapshot {snapshot[:12]}")
