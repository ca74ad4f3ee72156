"""`seedwalk show`: one symbol and its code."""

from __future__ import annotations

import sys
from typing import Annotated

from seedwalk.cli.context import named, say_if_old
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Quiet, Store, Where, print_json, repository, tell


def command(
    symbol: Annotated[str, typer.Argument(help="name, path:name, path:line or path")],
    repo: Where = None,
    store: Store = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """One symbol: where it stands, its doc and its code. An ambiguous name lists the choices.

    seedwalk show Scaffold.before_request
    seedwalk show src/flask/app.py:120
    """
    from seedwalk.answers.dumping import symbol_row

    here = repository(repo, store)
    found = named(here, symbol, quiet)
    text = here.source(found)
    say_if_old(here, quiet)
    if as_json:
        print_json({**symbol_row(found, full=True), "text": text})
        return
    tell(f"{found.path}:{found.span.start_line}-{found.span.end_line}  {found.kind}  {found.qualified_name}")
    sys.stdout.write(f"\n{text}\n")
