"""`seedwalk eval arena`: every system over the same tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Chosen, Profile, Where, Without, names, print_json, say

if TYPE_CHECKING:
    from seedwalk.eval.arena import Setup
    from seedwalk.eval.fixtures.task import Problem
    from seedwalk.eval.results import Result


def command(
    systems: Annotated[
        str,
        typer.Option(
            "--systems", metavar="NAMES",
            help="Who takes part, by commas; by default all. NAME@PROFILE-MECHANISM changes one of ours.",
        ),
    ] = "",
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    profile: Profile = "",
    without: Without = "",
    chosen: Chosen = None,
    metrics: given.Metrics = "bench",
    only: given.Only = "",
    sample: given.Sample = 0,
    seed: given.Seed = 0,
    bound: given.Bound = 0.0,
    once: given.Once = False,
    resume: given.Resume = None,
    save: given.Save = None,
    join: Annotated[
        bool,
        typer.Option("--join", help="What --only leaves out is taken from the latest result kept where --save saves."),
    ] = False,
    answers: given.Answers = None,
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="DIR", help="Show the latest results kept in DIR for these tasks as well."),
    ] = None,
    store: given.Stores = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Every system over the same tasks by the same clock, in one table; those that are absent are named.

    seedwalk eval arena --systems lexical,seedwalk,seedwalk-history-recency,seedwalk@seed
    seedwalk eval arena --tasks path/to/tasks --repos path/to/checkouts --bound 1800 --save bench/results
    seedwalk eval arena --systems seedwalk --save bench/results --beside bench/results
    """
    import msgspec

    from seedwalk.eval import arena, contest, results
    from seedwalk.eval.record import Record
    from seedwalk.eval.report import report
    from seedwalk.eval.running import run

    which = given.metric_set(metrics)
    asked = given.ask(fixtures, tasks, repo, sample, seed, only)
    whole = given.ask(fixtures, tasks, repo, 0, seed) if join else asked
    places, record = given.places(repo, repos, store, asked.pins), Record(resume)
    how = {"bound": bound, "once": once, "answers": str(answers.resolve()) if answers else ""}
    shared = msgspec.structs.replace(given.setup(repo, store, profile, without, chosen), **how)
    found: list[Result] = []
    absent: list[Problem] = []
    for name, setup in _entered(systems, shared):
        result, absent = run(name, asked.loaded.tasks, places, setup, called=asked.called, tell=say, record=record)
        if join and save:
            earlier = [one for one in results.latest(results.kept(save, asked.called)) if one.label == result.label]
            result = results.joined(earlier[0], result, whole.loaded.tasks) if earlier else result
        found.append(result)
        if save:
            results.write(result, save / results.file_name(result))
    if not any(result.rows for result in found):
        given.complain([*asked.loaded.problems, *absent])
    if beside:
        found = results.latest([*results.kept(beside, asked.called), *found])
    if as_json:
        rows = [msgspec.to_builtins(report(result, which)) for result in found]
        print_json({"systems": rows, "absent": arena.absent()})
    else:
        typer.echo(contest.page(found, arena.absent(), which))
    given.complain([*asked.loaded.problems, *absent])


def _entered(systems: str, setup: Setup) -> list[tuple[str, Setup]]:
    """Who takes part, each checked before the first begins: a wrong name costs nobody an hour."""
    from seedwalk.eval import arena

    entered = [arena.entered(written, setup) for written in names(systems) or list(arena.systems())]
    for name, its in entered:
        arena.make(name, its)
    return entered
