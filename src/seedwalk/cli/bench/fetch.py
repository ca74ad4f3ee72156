"""`seedwalk bench fetch`: the public repositories that tasks are about."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, print_json, say


def command(
    names: Annotated[list[str] | None, typer.Argument(help="Which of the pinned repositories; all when none.")] = None,
    pins: Annotated[
        Path | None, typer.Option("--pins", metavar="FILE", help="The list of pins; by default bench/repos.toml.")
    ] = None,
    mirror: Annotated[
        Path | None, typer.Option("--mirror", metavar="DIR", help="Take them from bare repositories below DIR.")
    ] = None,
    repos: given.Repos = None,
    as_json: AsJson = False,
) -> None:
    """Clone the pinned public repositories at their commits, from where they live or from local mirrors.

    seedwalk bench fetch
    seedwalk bench fetch flask --mirror path/to/mirrors --repos path/to/checkouts
    """
    import msgspec

    from seedwalk.eval import corpora
    from seedwalk.eval.places import default_folder

    into = repos or default_folder()
    found = []
    for pin in corpora.chosen(corpora.read(pins or given.around(None) / corpora.PINS), names or []):
        one = corpora.fetch(pin, into, mirror)
        found.append(one)
        if one.failed:
            say(f"{pin.name}: {one.failed}")
        elif not as_json:
            typer.echo(f"{pin.name} {pin.commit[:12]} {one.path}")
    if as_json:
        print_json(msgspec.to_builtins(found))
    if any(one.failed for one in found):
        raise typer.Exit(given.BELOW)
