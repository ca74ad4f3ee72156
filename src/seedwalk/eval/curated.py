"""What do the curated classes gain, and do they know the answers by heart? `python -m seedwalk.eval.curated`

    python -m seedwalk.eval.curated --tasks TASKS --repos CHECKOUTS --stores DIR [--replays FILE ...]

Every task is asked twice of one engine, with the classes that ship and without; nothing else differs. The difference
is shown for all repositories, for those that are the home of a framework with classes of its own and those that are
not, and for each. Then the share of truths whose very name is a target of a class in scope there, for tasks and for
replayed commits: a higher share on tasks would mean that classes were written with the tasks in view. The exit code is
1 when a repository is significantly worse with classes, or when that share is higher on tasks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from seedwalk.api import open_repository
from seedwalk.concepts.classes import Concept, spellings
from seedwalk.concepts.loader import every_file, parse_file
from seedwalk.concepts.match import in_scope, usable_targets
from seedwalk.config import Concepts, SeedPolicy, Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import DEFAULT_PROFILE, profile_named
from seedwalk.eval import judging, stats
from seedwalk.eval.arena.own import answered
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.asking import asked
from seedwalk.eval.bout import LIMIT
from seedwalk.eval.compare import values
from seedwalk.eval.concepts import Shown, look
from seedwalk.eval.fixtures import load
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.minds import replayed
from seedwalk.eval.places import Places
from seedwalk.eval.results import Row
from seedwalk.eval.running import by_place
from seedwalk.eval.tables import figure, table

METRIC = "R@10"
WEIGHT = 0.1
"""Of the signal `concepts`, where the profile gives it none and does not fuse: what is measured must speak."""
_JOINT = re.compile(r"::|[.#:]")
_PAST = ("history", "recency")
"""Not asked of public tasks: some were made from changes in the pinned history."""


class Both(msgspec.Struct, frozen=True):
    """One task as answered without the classes and with them."""

    off: Row
    on: Row


class Gain(msgspec.Struct, frozen=True):
    """What classes change over some tasks."""

    group: str
    paired: stats.Paired
    corrected_p: float
    verdict: str


class Known(msgspec.Struct, frozen=True):
    """Of so many truths, those whose very name is a target of a class."""

    group: str
    truths: int
    verbatim: int

    @property
    def share(self) -> float:
        return self.verbatim / self.truths if self.truths else 0.0


def with_classes(profile: str, weight: float) -> Settings:
    """A profile in which concepts count."""
    settings = profile_named(profile)
    if settings.seeding.policy is SeedPolicy.FUSED or settings.ranking.concepts:
        return settings
    return replace(settings, ranking=replace(settings.ranking, concepts=weight))


def ask(tasks: Sequence[Task], places: Places, setup: Setup, settings: Settings) -> Iterator[tuple[Shown, list[Both]]]:
    """Every commit of a repository with its tasks, each asked without and with the classes.

    What a repository shows of itself is looked at once: its languages and frameworks hardly change with its commits.
    """
    looked: dict[str, Shown] = {}
    for group in by_place(tasks):
        where = places.of(group[0])
        past = () if group[0].sort is Sort.REPLAY else _PAST
        on = without(settings, past, MECHANISMS)
        off = without(on, ["curated"], MECHANISMS)
        plain, whole = (open_repository(where, store=setup.store_of(where), settings=one) for one in (off, on))
        plain.index()
        rows = [Both(*(judging.row(task, answered(one, task.text, LIMIT), 0.0, 0.0) for one in (plain, whole)))
                for task in group]  # fmt: skip
        name = group[0].repo or where.name
        if name not in looked:
            looked[name] = look(whole, name)
        yield looked[name], rows


def gains(groups: Sequence[tuple[str, Sequence[Both]]], rule: Rule, metric: str) -> list[Gain]:
    """Each group of tasks compared; corrected for all of them being looked at."""
    measured = [
        (name, stats.paired(*(values(side, rule, metric) for side in ([r.off for r in rows], [r.on for r in rows]))))
        for name, rows in groups
    ]
    corrected = stats.holm([found.p for _, found in measured])
    return [Gain(name, found, p, stats.verdict(found.delta, p))
            for (name, found), p in zip(measured, corrected, strict=True)]  # fmt: skip


def grouped(asked_of: Sequence[tuple[Shown, Sequence[Both]]]) -> list[tuple[str, Sequence[Both]]]:
    """All, those at home in a framework and those not, and each repository."""
    home = [row for shown, rows in asked_of if shown.home for row in rows]
    away = [row for shown, rows in asked_of if not shown.home for row in rows]
    by_repository: dict[str, list[Both]] = {}
    for shown, rows in asked_of:
        by_repository.setdefault(shown.name, []).extend(rows)
    return [("all", [*home, *away]), ("with a framework class of their own", home), ("without", away),
            *by_repository.items()]  # fmt: skip


def known(name: str, tasks: Iterable[Task], shown: Shown, concepts: Sequence[Concept], tuning: Concepts) -> Known:
    """How many truths of a repository's tasks classes in scope there name."""
    targets = {
        spelled
        for concept in concepts
        if in_scope(concept, shown.languages, shown.frameworks)
        for target in usable_targets(concept.targets, tuning)
        for spelled in spellings(target)
    }
    truths = [last_name(truth) for task in tasks for truth in task.truths]
    return Known(name, len(truths), sum(truth in targets for truth in truths))


def last_name(truth: str) -> str:
    """The last component of a truth, in lower case.

    >>> last_name("django.db.models.QuerySet.filter"), last_name("src/a.rs:Store::get")
    ('filter', 'get')
    """
    return _JOINT.split(truth)[-1].lower()


def total(name: str, parts: Iterable[Known]) -> Known:
    listed = list(parts)
    return Known(name, sum(one.truths for one in listed), sum(one.verbatim for one in listed))


def page(found: Sequence[tuple[str, Sequence[Gain]]], shares: Sequence[Known], metric: str) -> str:
    lines = []
    for name, gained in found:
        rows = [
            [one.group, str(one.paired.tasks), figure(one.paired.before), figure(one.paired.after),
             f"{one.paired.delta:+.3f}", f"{one.paired.low:+.3f} to {one.paired.high:+.3f}", f"{one.corrected_p:.4f}",
             one.verdict]
            for one in gained
        ]  # fmt: skip
        head = ["repositories", "tasks", "without classes", "with", "difference", "95 % interval", "p (Holm)", ""]
        lines += [f"## {name}, {metric}", "", *table(head, rows), ""]
    cells = [[one.group, str(one.truths), str(one.verbatim), f"{one.share:.3f}"] for one in shares]
    lines += ["## truths that a class in scope names", "", *table(["", "truths", "named verbatim", "share"], cells), ""]
    return "\n".join(lines)


def defects(found: Sequence[tuple[str, Sequence[Gain]]], shares: Sequence[Known]) -> list[str]:
    """What must not be: a repository made worse, a higher share of known truths on tasks than on replays."""
    told = [f"{name}: classes make '{one.group}' worse" for name, gained in found for one in gained
            if one.verdict == "worse"]  # fmt: skip
    by_set = {one.group: one for one in shares}
    if "tasks" in by_set and "replays" in by_set and by_set["tasks"].share > by_set["replays"].share:
        told.append("classes name more of the truths of tasks than of replays")
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.curated", description=__doc__.partition("\n")[0])
    parser.add_argument("--tasks", type=Path, help="a folder of public tasks")
    parser.add_argument("--replays", type=Path, nargs="*", default=[], help="written by: seedwalk eval replay --write")
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, help="a named set of settings")
    parser.add_argument("--weight", type=float, default=WEIGHT, help="of concepts, where the profile gives them none")
    parser.add_argument("--metric", default=METRIC)
    given = parser.parse_args(arguments)
    setup, settings = Setup(stores=str(given.stores.resolve())), with_classes(given.profile, given.weight)
    concepts = [concept for file in every_file() for concept in parse_file(file)]
    found: list[tuple[str, Sequence[Gain]]] = []
    shares: list[Known] = []
    for name, rule, tasks, places in _sets(given):
        answers = list(ask(tasks, places, setup, settings))
        found.append((name, gains(grouped(answers), rule, given.metric)))
        looked = {shown.name: shown for shown, _ in answers}
        parts = [known(repo, [task for task in tasks if task.repo == repo], shown, concepts, settings.concepts)
                 for repo, shown in looked.items()]  # fmt: skip
        shares += [total(name, parts), *parts]
    sys.stdout.write(page(found, shares, given.metric))
    wrong = defects(found, shares)
    for told in wrong:
        print(told, file=sys.stderr)
    return 1 if wrong else 0


def _sets(given: argparse.Namespace) -> Iterator[tuple[str, Rule, Sequence[Task], Places]]:
    """What is asked: its name, the rule it is judged by, the tasks, and where their repositories lie."""
    if given.tasks:
        public = asked(given.repos, tasks=given.tasks)
        places = Places(given.repos, given.repos, given.stores, public.pins)
        yield "tasks", Rule.LENIENT, public.loaded.tasks, places
    if given.replays:
        tasks = [replayed(task) for file in given.replays for task in load(file).tasks]
        yield "replays", Rule.SYMBOL, tasks, Places(given.repos, given.repos, given.stores / ".moving")


if __name__ == "__main__":
    sys.exit(main())
