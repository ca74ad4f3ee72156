"""The options that several verbs under `seedwalk eval` share, and what they mean together."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import names, say
from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from seedwalk.eval.arena import Setup
    from seedwalk.eval.asking import Asked
    from seedwalk.eval.fixtures.task import Problem
    from seedwalk.eval.metrics import MetricSet
    from seedwalk.eval.places import Places

Fixtures = Annotated[
    Path | None,
    typer.Option("--fixtures", metavar="PATH", help="A file or folder of fixtures; by default bench/fixtures."),
]
Tasks = Annotated[
    Path | None,
    typer.Option("--tasks", metavar="DIR", help="A folder of public task files; by default $SEEDWALK_BENCH."),
]
Repos = Annotated[
    Path | None,
    typer.Option("--repos", metavar="DIR", help="Where checkouts lie, by name; by default $SEEDWALK_REPOS."),
]
SystemName = Annotated[str, typer.Option("--system", metavar="NAME", help="Which system answers.")]
Metrics = Annotated[str, typer.Option("--metrics", metavar="SET", help="Whose definitions: bench or seed.")]
Sample = Annotated[int, typer.Option("--sample", min=0, help="Ask only this many tasks, drawn by the seed; 0: all.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Of every draw.")]
Stores = Annotated[
    Path | None,
    typer.Option("--store", metavar="DIR", help="Keep indexes below DIR, one per repository, not in the repositories."),
]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="PATH", help="Keep the result in a .json file, or named so in a folder."),
]
Only = Annotated[
    str, typer.Option("--only", metavar="REPOS", help="Only tasks of these repositories, separated by commas.")
]
Resume = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Write down what is done; what FILE has is not done again."),
]
Bound = Annotated[
    float,
    typer.Option("--bound", metavar="SECONDS", min=0.0, help="Processor time one repository may take; 0: any."),
]
Once = Annotated[bool, typer.Option("--once", help="Ask each task once, not twice: no warm latency.")]
Answers = Annotated[
    Path | None,
    typer.Option("--answers", metavar="DIR", help="Keep what was said in DIR, word for word, to judge what it shows."),
]

BAD_INPUT = 2
BELOW = 1


def ask(
    fixtures: Path | None, tasks: Path | None, repo: Path | None, sample: int, seed: int, only: str = ""
) -> Asked:  # fmt: skip
    from seedwalk.eval.asking import asked

    return asked(around(repo), fixtures=fixtures, tasks=tasks, sample=sample, seed=seed, only=names(only))


def around(repo: Path | None) -> Path:
    """The repository given, else the one around this folder."""
    from seedwalk.answers.located import around

    return around(repo)


def places(repo: Path | None, repos: Path | None, stores: Path | None, pins: dict[str, str]) -> Places:
    from seedwalk.eval.places import Places, default_folder

    folder = repos or default_folder()
    return Places(around(repo), folder, (stores or folder) / ".moving", pins)


def setup(
    repo: Path | None, stores: Path | None, profile: str = "", without: str = "", chosen: list[str] | None = None
) -> Setup:
    """What is measured: the settings that hold around here, said once, so that the result can name them.

    A file of settings in a repository that is measured on counts for nothing.
    """
    from seedwalk.config.configured import PROFILE, configured, written_flags
    from seedwalk.config.keys import value_of
    from seedwalk.config.values import written
    from seedwalk.eval.arena import Setup

    found = configured(around(repo), profile=profile, chosen=written_flags(chosen or ()))
    said = [name for name, by in found.by.items() if name != PROFILE and not by.startswith(PROFILE)]
    return Setup(
        found.profile if PROFILE in found.by else "", frozenset(names(without)),
        str(stores.resolve()) if stores else "",
        tuple((name, written(value_of(found.settings, name))) for name in sorted(said)),
    )  # fmt: skip


def metric_set(written: str) -> MetricSet:
    from seedwalk.eval.metrics import MetricSet

    if written not in tuple(MetricSet):
        raise UsageError(f"'{written}' is no set of metrics. Choose from: {', '.join(MetricSet)}.")
    return MetricSet(written)


def complain(problems: Iterable[Problem]) -> None:
    """Each bad fixture on a line of its own; they make the exit code 2 once the rest is done."""
    listed = list(problems)
    for problem in listed:
        say(str(problem))
    if listed:
        say(f"{len(listed)} fixtures or repositories could not be used")
        raise typer.Exit(BAD_INPUT)
