"""`seedwalk eval plot`: pictures of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, print_json


def command(
    results: Annotated[list[Path], typer.Argument(help="Results that seedwalk eval --save wrote.")],
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where the pictures go.")] = Path("docs/plots"),
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="svg or png.")] = "svg",
    as_json: AsJson = False,
) -> None:
    """Quality against tokens, quality against latency, and bars per repository with intervals.

    seedwalk eval plot bench/results/*-tasks.json
    seedwalk eval plot a.json b.json --into pictures --format png
    """
    from seedwalk.eval.plots import draw
    from seedwalk.eval.results import read

    written = [str(path) for path in draw([read(path) for path in results], into, format_)]
    if as_json:
        print_json(written)
    else:
        typer.echo("\n".join(written))
