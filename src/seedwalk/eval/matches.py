"""Does a weak match say so? Tasks asked of their own repository, and of foreign ones that cannot answer them.

    python -m seedwalk.eval.matches --tasks TASKS --repos CHECKOUTS --stores DIR [--foreign 60]

A task asked of its own repository should be a good match, of a foreign one weak or none. Printed are the shares that
answers call so, by all that a match is judged by; then those below the strength alone that settings call weak, and
below the strength that leaves 5 % of one's own tasks out: over all, and for each repository as the others say, so that
no repository judges itself.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from seedwalk.answers.answering import quality
from seedwalk.config.profiles import DEFAULT_PROFILE, profile_named
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.asking import asked
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.minds import minds
from seedwalk.eval.places import Places
from seedwalk.eval.tables import figure, table
from seedwalk.model import Quality

FOREIGN = 60
"""Foreign tasks asked of each repository unless told: as many as make its own tasks the smaller part."""
LOST = 0.05
"""Share of tasks asked of their own repository that may be called weak,"""
TOLD = 0.80
"""and of those asked of a foreign one that must be."""


class Strength(msgspec.Struct, frozen=True):
    """One task asked of one repository."""

    repo: str
    own: bool
    strength: float
    weak: bool = False
    """Whether the answer calls its match weak or none."""


class Shares(msgspec.Struct, frozen=True):
    """Below a threshold: the share of tasks in their own repository, and in a foreign one."""

    own: float
    foreign: float


def below(rows: Sequence[Strength], threshold: float) -> Shares:
    return Shares(*(_share([row.strength < threshold for row in rows if row.own is own]) for own in (True, False)))


def told(rows: Sequence[Strength]) -> Shares:
    """What answers call weak or none."""
    return Shares(*(_share([row.weak for row in rows if row.own is own]) for own in (True, False)))


def threshold_of(rows: Sequence[Strength], lost: float = LOST) -> float:
    """The highest strength that has at most this share of one's own tasks below it."""
    own = sorted(row.strength for row in rows if row.own)
    return own[min(int(lost * len(own)), len(own) - 1)] if own else 0.0


def left_out(rows: Sequence[Strength]) -> Shares:
    """Each repository judged by the threshold of all the others."""
    judged = []
    for repo in dict.fromkeys(row.repo for row in rows):
        threshold = threshold_of([row for row in rows if row.repo != repo])
        judged += [(row.own, row.strength < threshold) for row in rows if row.repo == repo]
    return Shares(*(_share([weak for mine, weak in judged if mine is own]) for own in (True, False)))


def _share(values: Sequence[bool]) -> float:
    return float(np.mean(values)) if values else 0.0


def measure(
    tasks: Sequence[Task], places: Places, setup: Setup, foreign: int, seed: int, only: Sequence[str] = ()
) -> Iterator[Strength]:
    """Every task in its own repository, and in each repository some of the others', drawn with a seed."""
    for opened in minds([task for task in tasks if not only or task.repo in only], places, setup):
        repo = opened.tasks[0].repo
        others = [task for task in tasks if task.repo != repo]
        drawn = random.Random(f"{seed} {repo}").sample(others, min(foreign, len(others)))
        for task in (*opened.tasks, *drawn):
            settings = opened.mind.settings
            thought = opened.mind.think(opened.connection, task.text, settings.packing.candidates)
            weak = quality(thought, settings).quality is not Quality.GOOD
            yield Strength(repo, task.repo == repo, thought.strength, weak)


def page(rows: Sequence[Strength], weak_below: float) -> str:
    chosen = threshold_of(rows)
    judged = [
        ("as answers say", told(rows)),
        (f"settings: below {figure(weak_below)}", below(rows, weak_below)),
        (f"{LOST:.0%} of own: below {figure(chosen)}", below(rows, chosen)),
        ("each repository by the others", left_out(rows)),
    ]
    repos = dict.fromkeys(row.repo for row in rows)
    judged += [(f"{repo}, as answers say", told([row for row in rows if row.repo == repo])) for repo in repos]
    cells = [[name, figure(one.own), figure(one.foreign)] for name, one in judged]
    own = sum(row.own for row in rows)
    wanted = (
        f"{own} tasks asked of their own repository, {len(rows) - own} of a foreign one. Wanted: at most {LOST:.2f} "
        f"weak in their own, at least {TOLD:.2f} in a foreign one."
    )
    head = ["weak or none", "own", "foreign"]
    return "\n".join(["# Does a weak match say so?", "", wanted, "", *table(head, cells), ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.matches", description=__doc__.partition("\n")[0])
    parser.add_argument("--tasks", type=Path, required=True, help="a folder of public tasks")
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--foreign", type=int, default=FOREIGN, help="foreign tasks asked of each repository")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--only", nargs="*", default=[], help="ask only these repositories; by default all")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, help="the named set of settings to ask with")
    given = parser.parse_args(arguments)
    public = asked(given.repos, tasks=given.tasks)
    places = Places(given.repos, given.repos, given.stores, public.pins)
    setup = Setup(profile=given.profile, stores=str(given.stores.resolve()))
    rows = list(measure(public.loaded.tasks, places, setup, given.foreign, given.seed, given.only))
    sys.stdout.write(page(rows, profile_named(given.profile).packing.weak_below))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
