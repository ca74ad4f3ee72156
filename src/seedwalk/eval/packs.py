"""Is depth chosen well? How much of what should be read stands in packs, adaptive against each fixed depth.

    python -m seedwalk.eval.packs --tasks TASKS --repos CHECKOUTS --stores DIR [--replays FILE ...]

Every task is asked once, and what is found is packed at each budget: by the settings as they are, and with one depth
alone. What counts is the share of the lines of the truths' symbols that a pack shows; of a replayed commit, those are
the symbols it changed. Compared by the paired test, corrected over all depths and budgets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from seedwalk.answers.answering import answer
from seedwalk.config import Packing
from seedwalk.config.profiles import DEFAULT_PROFILE
from seedwalk.eval import stats
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.minds import Opened, everything
from seedwalk.eval.shown import BUDGETS, Read, Wanted, share, shown
from seedwalk.eval.tables import figure, table
from seedwalk.indexing.texts import Texts
from seedwalk.model import Pack

ADAPTIVE = "adaptive"
RENDERER = "markdown"
SETS = {"tasks": (Sort.GRADED, Sort.ANY_HIT), "replays": (Sort.REPLAY,), "all": tuple(Sort)}
"""What is told apart."""
Variants = Mapping[str, Packing]


class Covered(msgspec.Struct, frozen=True):
    """One task: the share of its truth's lines in the pack of each variant, by budget; of those it was asked of."""

    id: str
    repo: str
    sort: Sort
    shares: dict[str, list[float]]


def fixed(packing: Packing) -> dict[str, Packing]:
    """The settings as they are, and with each of their depths alone."""
    return {ADAPTIVE: packing} | {f"{depth} only": replace(packing, depths=(depth,)) for depth in packing.depths}


def lines_of(root: Path) -> Read:
    """The lines of files below a folder, each file read once; none of what cannot be read."""

    @cache
    def read(path: str) -> Sequence[str]:
        try:
            return (root / path).read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").split("\n")
        except OSError:
            return ()

    return read


def measure(
    opened: Opened, ways: Callable[[Packing], Variants], budgets: Sequence[int] = BUDGETS
) -> Iterator[Covered]:
    """The tasks of one repository. One whose truths have no line there is passed over."""
    read = lines_of(opened.repository.root)
    wanted = Wanted(opened.repository.symbols("*"), read)
    tried = ways(opened.settings.packing)
    for task in opened.tasks:
        lines = wanted.lines(task)
        if not any(lines.values()):
            continue
        pack = _packer(opened, task.text, max(packing.candidates for packing in tried.values()))
        shares = {
            name: [share(lines, shown(pack(packing, budget).entries, read)) for budget in budgets]
            for name, packing in tried.items()
        }
        yield Covered(task.id, task.repo, task.sort, shares)


def _packer(opened: Opened, text: str, candidates: int) -> Callable[[Packing, int], Pack]:
    """Packs of one thought."""
    thought = opened.mind.think(opened.connection, text, candidates)
    source = Texts(opened.repository.root)  # each file is read once for all packs

    def pack(packing: Packing, budget: int) -> Pack:
        settings = replace(opened.settings, packing=packing)
        return answer(
            opened.connection, opened.mind, thought, settings, source, profile="", snapshot="", renderer=RENDERER,
            budget=budget, limit=None, explain=False,
        )  # fmt: skip

    return pack


def page(rows: Sequence[Covered], budgets: Sequence[int] = BUDGETS, first: str = ADAPTIVE) -> str:
    """The shares of every set and budget, and the first variant against the others."""
    lines = ["# How much of what should be read stands in packs", ""]
    for called, sorts in SETS.items():
        some = [row for row in rows if row.sort in sorts]
        if some:
            lines += [f"## {called}: {len(some)} questions, {len({row.repo for row in some})} repositories", ""]
            lines += [*shares(some, variants(some), budgets), "", *_against(some, budgets, first), ""]
    return "\n".join(lines)


def shares(rows: Sequence[Covered], names: Sequence[str], budgets: Sequence[int] = BUDGETS) -> list[str]:
    """The mean of each variant over the questions it was asked."""
    asked = {name: [row.shares[name] for row in rows if name in row.shares] for name in names}
    partly = any(len(told) < len(rows) for told in asked.values())
    cells = [
        [name, *([str(len(told))] if partly else []),
         *(figure(stats.mean([one[at] for one in told])) for at in range(len(budgets)))]
        for name, told in asked.items()
    ]  # fmt: skip
    head = ["share of truth lines", *(["questions"] if partly else []), *(f"{budget:,}" for budget in budgets)]
    return table(head, cells)


def variants(rows: Sequence[Covered]) -> list[str]:
    """In the order in which the questions name them."""
    return list(dict.fromkeys(name for row in rows for name in row.shares))


def _against(rows: Sequence[Covered], budgets: Sequence[int], first: str) -> list[str]:
    found = [
        (name, budget, stats.paired(*([row.shares[which][at] for row in rows] for which in (name, first))))
        for name in variants(rows)
        if name != first
        for at, budget in enumerate(budgets)
    ]
    corrected = stats.holm([one.p for _, _, one in found])
    cells = [
        [f"{name}, {budget:,}", f"{one.delta:+.3f}", f"{one.low:+.3f} to {one.high:+.3f}", f"{p:.4f}",
         f"{one.effect:+.2f}", str(one.risen), str(one.fallen), stats.verdict(one.delta, p)]
        for (name, budget, one), p in zip(found, corrected, strict=True)
    ]  # fmt: skip
    return table([f"{first} against", "difference", "95 % interval", "p (Holm)", "effect", "rose", "fell", ""], cells)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.packs", description=__doc__.partition("\n")[0])
    parser.add_argument("--tasks", type=Path, help="a folder of public tasks")
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--replays", type=Path, nargs="*", default=[], help="written by: seedwalk eval replay --write")
    parser.add_argument("--sample", type=int, default=0, help="ask only so many public tasks")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, help="the named set of settings to ask with")
    given = parser.parse_args(arguments)
    setup = Setup(profile=given.profile, stores=str(given.stores.resolve()))
    rows: list[Covered] = []
    for opened in everything(given.tasks, given.repos, given.stores, given.replays, setup, given.sample):
        rows += measure(opened, fixed)
    sys.stdout.write(page(rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
