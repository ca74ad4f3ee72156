"""`seedwalk eval verify`: does every truth exist?"""

from __future__ import annotations

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Where, print_json, say


def command(
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    store: given.Stores = None,
    as_json: AsJson = False,
) -> None:
    """Every ground-truth symbol that no indexed symbol answers to, by fixture; exit code 1 when there is one.

    seedwalk eval verify
    seedwalk eval verify --fixtures bench/fixtures/hard --json
    """
    import msgspec

    from seedwalk.eval.verifying import verify

    asked = given.ask(fixtures, tasks, repo, 0, 0)
    setup = given.setup(repo, store)
    missing, absent, truths = verify(asked.loaded.tasks, given.places(repo, repos, store, asked.pins), setup)
    if as_json:
        print_json({"truths": truths, "missing": msgspec.to_builtins(missing)})
    else:
        for one in missing:
            typer.echo(f"MISSING [{one.tier}] {one.task}: {one.truth}")
        typer.echo(f"{truths - len(missing)} of {truths} truths exist")
    given.complain([*asked.loaded.problems, *absent])
    if missing:
        for one in missing:
            say(str(one.problem()))
        raise typer.Exit(given.BELOW)
