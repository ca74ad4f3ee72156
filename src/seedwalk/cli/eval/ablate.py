"""`seedwalk eval ablate`: what each mechanism gives."""

from __future__ import annotations

from typing import Annotated

import typer

from seedwalk.cli.eval import options as given
from seedwalk.cli.shared import AsJson, Chosen, Profile, Where, Without, names, print_json, say
from seedwalk.errors import UsageError


def command(
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    system: given.SystemName = "seedwalk",
    profile: Profile = "",
    without: Without = "",
    chosen: Chosen = None,
    metric: Annotated[str, typer.Option("--metric", metavar="NAME", help="Which figure the table shows.")] = "R@10",
    mechanisms: Annotated[
        str, typer.Option("--mechanisms", metavar="NAMES", help="Only these, separated by commas; by default all.")
    ] = "",
    once: given.Once = False,
    sample: given.Sample = 0,
    seed: given.Seed = 0,
    store: given.Stores = None,
    as_json: AsJson = False,
) -> None:
    """Each mechanism switched, one at a time: what is lost without it, or won with one that is off, per split.

    seedwalk eval ablate
    seedwalk eval ablate --tasks path/to/tasks --metric MRR --without path-field
    seedwalk eval ablate --tasks path/to/tasks --profile seed --mechanisms hits,fusion --once
    """
    import msgspec

    from seedwalk.eval.ablate import ablate, page
    from seedwalk.eval.arena import Setup
    from seedwalk.eval.matching import Rule
    from seedwalk.eval.metrics import NAMES
    from seedwalk.eval.results import Result
    from seedwalk.eval.running import here, run

    if metric not in NAMES:
        raise UsageError(f"'{metric}' is no metric. Choose from: {', '.join(NAMES)}.")
    asked = given.ask(fixtures, tasks, repo, sample, seed)
    places = given.places(repo, repos, store, asked.pins)

    def answered(setup: Setup) -> Result:
        result, absent = run(system, asked.loaded.tasks, places, setup, called=asked.called, fight_with=here)
        given.complain(absent)
        return result

    if not asked.loaded.tasks:
        given.complain(asked.loaded.problems)
    by_file = any(task.rule == Rule.SYMBOL for task in asked.loaded.tasks)
    rule = Rule.SYMBOL if by_file else Rule.LENIENT
    shared = msgspec.structs.replace(given.setup(repo, store, profile, without, chosen), once=once)
    found = ablate(system, answered, shared, rule=rule, metric=metric, some=names(mechanisms), tell=say)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        typer.echo(page(found, system, rule, metric))
    given.complain(asked.loaded.problems)
