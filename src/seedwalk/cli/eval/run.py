"""`seedwalk eval`: how well a system answers fixtures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Chosen, Profile, Where, Without, print_json, say

if TYPE_CHECKING:
    from seedwalk.eval.asking import Asked
    from seedwalk.eval.matching import Rule
    from seedwalk.eval.report import Report
    from seedwalk.eval.results import Result


def command(
    context: typer.Context,
    fixtures: given.Fixtures = None,
    tasks: given.Tasks = None,
    repo: Where = None,
    repos: given.Repos = None,
    system: given.SystemName = "seedwalk",
    profile: Profile = "",
    without: Without = "",
    chosen: Chosen = None,
    metrics: given.Metrics = "bench",
    floor: Annotated[
        list[str] | None,
        typer.Option("--floor", metavar="FLOOR", help="[TIER:]METRIC=VALUE that must be reached, else exit code 1."),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="A result no tier may fall well below, else exit code 1."),
    ] = None,
    only: given.Only = "",
    sample: given.Sample = 0,
    seed: given.Seed = 0,
    resume: given.Resume = None,
    save: given.Save = None,
    findings: Annotated[
        Path | None, typer.Option("--findings", metavar="FILE", help="Write the page of findings there.")
    ] = None,
    store: given.Stores = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every fixture.")] = False,
    as_json: AsJson = False,
) -> None:
    """How well a system answers tasks whose answers are known: per fixture, tier, repository and overall.

    seedwalk eval
    seedwalk eval --fixtures bench/fixtures --metrics seed --floor easy:P@10=0.6
    seedwalk eval --tasks path/to/tasks --repos path/to/checkouts --system lexical --json
    seedwalk eval --system seedwalk@seed
    """
    if context.invoked_subcommand is not None:
        return
    from seedwalk.eval import arena, floors, results
    from seedwalk.eval.baseline import fallen
    from seedwalk.eval.record import Record
    from seedwalk.eval.report import report
    from seedwalk.eval.running import run

    which = given.metric_set(metrics)
    wanted = [floors.parse(written) for written in floor or ()]
    before = results.read(baseline) if baseline else None
    name, setup = arena.labelled(system, given.setup(repo, store, profile, without, chosen))
    arena.make(name, setup)  # a wrong name is refused before anything is checked out or asked
    asked = given.ask(fixtures, tasks, repo, sample, seed, only)
    result, absent = run(
        name, asked.loaded.tasks, given.places(repo, repos, store, asked.pins), setup, called=asked.called, tell=say,
        record=Record(resume),
    )  # fmt: skip
    problems = [*asked.loaded.problems, *absent]
    if not result.rows:
        given.complain(problems)  # there is nothing else to tell
    found = report(result, which)
    rule = _main_rule(found)
    _show(found, as_json, _truths(asked, result, rule) if verbose else "")
    _keep(found, result, save, findings)
    given.complain(problems)
    told = floors.broken(found, wanted, rule) + (fallen(before, result, rule, which) if before else [])
    for line in told:
        say(line)
    if told:
        raise typer.Exit(given.BELOW)


def _main_rule(found: Report) -> Rule:
    """The rule that floors and the baseline go by: lenient in the set `bench`, a fixture's own in the set `seed`."""
    from seedwalk.eval.matching import Rule

    return Rule.LENIENT if found.metric_set == "bench" and Rule.LENIENT in found.rules else found.rules[-1]


def _truths(asked: Asked, result: Result, rule: Rule) -> str:
    from seedwalk.eval import tables

    return tables.truths(asked.loaded.tasks, result.rows, rule)


def _show(found: Report, as_json: bool, truths: str) -> None:
    import msgspec

    from seedwalk.eval import tables

    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    typer.echo(tables.page(found, verbose=bool(truths)))
    if truths:
        typer.echo(truths)


def _keep(found: Report, result: Result, save: Path | None, findings: Path | None) -> None:
    from seedwalk.eval import results, tables

    if save:
        results.write(result, save if save.suffix == ".json" else save / results.file_name(result))
    if findings:
        findings.write_text(tables.findings(found), encoding="utf-8")
