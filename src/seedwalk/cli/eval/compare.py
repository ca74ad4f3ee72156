"""`seedwalk eval compare`: is one result better than another?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, print_json


def command(
    before: Annotated[Path, typer.Argument(help="A result that seedwalk eval --save wrote.")],
    after: Annotated[Path, typer.Argument(help="The one to hold against it.")],
    metrics: given.Metrics = "bench",
    by_tier: Annotated[bool, typer.Option("--by-tier", help="Compare each tier by itself.")] = False,
    as_json: AsJson = False,
) -> None:
    """Better, worse or no difference, task by task, and which tasks moved.

    seedwalk eval compare bench/results/old.json bench/results/new.json
    seedwalk eval compare old.json new.json --by-tier --json
    """
    import msgspec

    from seedwalk.eval import results
    from seedwalk.eval.compare import compare, page

    found = compare(results.read(before), results.read(after), which=given.metric_set(metrics), by_tier=by_tier)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        typer.echo(page(found))
