"""`seedwalk eval arena`: every system over the same tasks."""

from __future__ import annotations

from typing import Annotated

import typer

from seedwalk.cli.eval import options as given
from seedwalk.cli.shared import AsJson, Chosen, Profile, Where, Without, names, print_json, say


def command(
    systems: Annotated[
        str, typer.Option("--systems", metavar="NAMES", help="Who takes part, separated by commas; by default all.")
    ] = "",
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    profile: Profile = "",
    without: Without = "",
    chosen: Chosen = None,
    metrics: given.Metrics = "bench",
    sample: given.Sample = 0,
    seed: given.Seed = 0,
    save: given.Save = None,
    store: given.Stores = None,
    as_json: AsJson = False,
) -> None:
    """Every system over the same tasks by the same clock, in one table; those that are absent are named.

    seedwalk eval arena --systems lexical
    seedwalk eval arena --tasks path/to/tasks --repos path/to/checkouts --save bench/results
    """
    import msgspec

    from seedwalk.eval import arena, contest, results
    from seedwalk.eval.fixtures.task import Problem
    from seedwalk.eval.report import report
    from seedwalk.eval.running import run

    which = given.metric_set(metrics)
    asked = given.ask(fixtures, tasks, repo, sample, seed)
    places = given.places(repo, repos, store, asked.pins)
    setup, found = given.setup(repo, store, profile, without, chosen), []
    absent: list[Problem] = []
    for name in names(systems) or list(arena.systems()):
        own = setup if arena.tunable(name) else arena.Setup(stores=setup.stores)
        result, absent = run(name, asked.loaded.tasks, places, own, called=asked.called, tell=say)
        found.append(result)
        if save:
            results.write(result, save / results.file_name(result))
    if not any(result.rows for result in found):
        given.complain([*asked.loaded.problems, *absent])
    if as_json:
        rows = [msgspec.to_builtins(report(result, which)) for result in found]
        print_json({"systems": rows, "absent": arena.absent()})
    else:
        typer.echo(contest.page(found, arena.absent(), which))
    given.complain([*asked.loaded.problems, *absent])
