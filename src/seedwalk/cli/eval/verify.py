"""`seedwalk eval verify`: does every truth exist?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Where, print_json, say


def command(
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep what a perfect ranking would score, by tier.")
    ] = None,
    store: given.Stores = None,
    as_json: AsJson = False,
) -> None:
    """Every ground-truth symbol that no indexed symbol answers to, by fixture; exit code 1 when there is one. Of
    fixtures about one repository also the P@10 that a perfect ranking would have.

    seedwalk eval verify
    seedwalk eval verify --fixtures bench/fixtures/hard --json
    """
    import msgspec

    from seedwalk.eval import ceilings
    from seedwalk.eval.verifying import verify

    asked = given.ask(fixtures, tasks, repo, 0, 0)
    setup = given.setup(repo, store)
    found = verify(asked.loaded.tasks, given.places(repo, repos, store, asked.pins), setup)
    if save:
        ceilings.write(found.ceilings, save)
    if as_json:
        told = msgspec.to_builtins(found)
        print_json({name: told[name] for name in ("truths", "missing", "ceilings")})
    else:
        for one in found.missing:
            typer.echo(f"MISSING [{one.tier}] {one.task}: {one.truth}")
        typer.echo(f"{found.truths - len(found.missing)} of {found.truths} truths exist")
        for tier, high in found.ceilings.items():
            typer.echo(f"P@10 of a perfect ranking, {tier}: {high.most:.3f}; each truth once: {high.once:.3f}")
    given.complain([*asked.loaded.problems, *found.absent])
    if found.missing:
        for one in found.missing:
            say(str(one.problem()))
        raise typer.Exit(given.BELOW)
