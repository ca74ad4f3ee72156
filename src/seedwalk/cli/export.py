"""`seedwalk export`: the repository on a few pages."""

from __future__ import annotations

import sys
from typing import Annotated

from seedwalk.cli.context import bring_up_to_date
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Chosen, Quiet, Store, Where, print_json, repository


def command(
    repo: Where = None,
    store: Store = None,
    budget: Annotated[int | None, typer.Option("--budget", "-b", help="Tokens the map may cost.")] = None,
    chosen: Chosen = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """A map of the repository: modules, how they connect, and in each what is called most.

    seedwalk export > map.md
    seedwalk export --budget 2000
    """
    here = repository(repo, store, chosen=chosen)
    bring_up_to_date(here, quiet)
    text = here.export(budget=budget)
    if as_json:
        print_json({"snapshot": here.snapshot(), "text": text, "notes": [here.behind] if here.behind else []})
        return
    sys.stdout.write(text)
