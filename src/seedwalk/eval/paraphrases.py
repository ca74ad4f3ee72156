"""Does the same question in other words get the same answer? How far the first ten symbols of each wording agree.

    python -m seedwalk.eval.paraphrases --repos CHECKOUTS --stores DIR [--file bench/paraphrases.toml]

The overlap of two wordings is the share of the first ten symbols of one that are among those of the other; that of a
task is the mean over its pairs of wordings. 1: the words did not matter.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from seedwalk.api import open_repository
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import DEFAULT_PROFILE, profile_named
from seedwalk.errors import UsageError
from seedwalk.eval import stats
from seedwalk.eval.tables import figure, table

FILE = Path(__file__).parents[3] / "bench" / "paraphrases.toml"
FIRST = 10
OWN = "seedwalk"
"""The repository that these are about when it is this one."""
_UNSEEN = ("history", "recency")


class Paraphrased(msgspec.Struct, frozen=True):
    """One task in several wordings."""

    id: str
    repo: str
    wordings: tuple[str, ...]


class _File(msgspec.Struct, frozen=True):
    task: tuple[Paraphrased, ...]


def read(path: Path) -> tuple[Paraphrased, ...]:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), type=_File).task
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read ({error.strerror}). Give a file of tasks with wordings.") from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"'{path}' holds no paraphrases ({error}). Give each id, repo, wordings.") from error


def overlap(answers: Sequence[Sequence[str]], first: int = FIRST) -> float:
    """The mean over all pairs of the share of their first symbols that they have in common."""
    pairs = list(combinations([set(answer[:first]) for answer in answers], 2))
    return sum(len(one & other) / first for one, other in pairs) / len(pairs) if pairs else 1.0


def measure(tasks: Sequence[Paraphrased], ask: Callable[[str, str], Sequence[str]]) -> dict[str, float]:
    """The overlap of each task; `ask` gives the symbols of a repository for a wording, best first."""
    return {task.id: overlap([ask(task.repo, wording) for wording in task.wordings]) for task in tasks}


def asking(repos: Path, stores: Path, profile: str) -> Callable[[str, str], Sequence[str]]:
    """The engine over checkouts, each opened when it is first asked. History is off: it differs between clones."""
    settings = without(profile_named(profile), _UNSEEN, MECHANISMS)
    opened = {}

    def ask(repo: str, wording: str) -> Sequence[str]:
        if repo not in opened:
            place = FILE.parents[1] if repo == OWN else repos / repo
            opened[repo] = open_repository(place, store=stores / repo, settings=settings)
            opened[repo].index()
        pack = opened[repo].context(wording, limit=FIRST)
        return [f"{entry.path}:{entry.name}:{entry.start_line}" for entry in pack.entries]

    return ask


def page(found: dict[str, float]) -> str:
    low, high = stats.interval(list(found.values()))
    mean = sum(found.values()) / len(found) if found else 0.0
    told = f"{len(found)} tasks: mean overlap of the first {FIRST} {figure(mean)} (95 % interval {low:.2f}–{high:.2f})."
    rows = [[name, figure(value)] for name, value in sorted(found.items())]
    return "\n".join(["# The same question in other words", "", told, "", *table(["task", "overlap"], rows), ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.paraphrases", description=__doc__.partition("\n")[0])
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--file", type=Path, default=FILE, help="the tasks and their wordings")
    parser.add_argument("--profile", default=DEFAULT_PROFILE)
    given = parser.parse_args(arguments)
    sys.stdout.write(page(measure(read(given.file), asking(given.repos, given.stores, given.profile))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
