"""`seedwalk refs`: who points at a symbol, and what it points at."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from seedwalk.cli.context import named, say_if_old
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Quiet, Store, Where, print_rows, repository, say, tell


def command(
    symbol: Annotated[str, typer.Argument(help="name, path:name, path:line or path")],
    repo: Where = None,
    store: Store = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="Follow callers of callers so many steps.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Every kind of edge, not only the main ones.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Callers, callees, bases, subclasses, implementors and tests of a symbol.

    seedwalk refs Scaffold.before_request
    seedwalk refs src/flask/app.py:Flask.run --depth 3
    """
    import msgspec

    here = repository(repo, store)
    found = here.references(named(here, symbol, quiet), depth=depth, everything=everything)
    say_if_old(here, quiet)
    if as_json:
        print_rows(msgspec.to_builtins(row) for row in found)
        return
    for role, rows in groupby(found, key=lambda row: row.role if row.depth == 1 else "callers of callers"):
        tell(role)
        for row in rows:
            through = f"  through {' < '.join(row.way[1:-1])}" if row.way else ""
            sure = f"{row.confidence:.2f} {row.provenance}"
            tell(f"  {row.path}:{row.name}  line {row.line}  {sure}{through}")
    if not found and not quiet:
        say(f"nothing in the index points at '{symbol}', and it points at nothing")
