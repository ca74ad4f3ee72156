"""How much of what should be read do the answers of each system show, in the same room?

    seedwalk eval arena --answers SAID ...
    python -m seedwalk.eval.arena_packs --answers SAID --tasks TASKS --repos CHECKOUTS --stores DIR [--save FILE]
    python -m seedwalk.eval.arena_packs --answers SAID --replays FILE ... --repos CHECKOUTS --stores DIR

An answer is read as its system prints it, from its beginning as far as the budget reaches; a system that can be given
the budget is. Beside it stands the same system packed by us: the bodies of the symbols it ranks, in its order, each
line once, as far as the budget reaches. A task a system failed on shows nothing; a repository it was not asked on is
left out of its mean, and of the test against it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from seedwalk.eval import stats
from seedwalk.eval.arena.system import Found
from seedwalk.eval.arena.tuning import Setup
from seedwalk.eval.minds import Opened, everything
from seedwalk.eval.packs import Covered, lines_of, shares, variants
from seedwalk.eval.quoted import cut, quoted
from seedwalk.eval.said import Said, kept
from seedwalk.eval.shown import BUDGETS, Lines, Read, Wanted, share
from seedwalk.eval.tables import table

PACKED = "{0}, packed by us"
_PLACES = 4
"""Digits of a share that are kept."""
Key = tuple[str, str, str]
"""Repository, commit and id of a task."""


def by_task(answers: Iterable[Said]) -> dict[Key, list[Said]]:
    found: dict[Key, list[Said]] = {}
    for one in answers:
        found.setdefault((one.repo, one.commit, one.id), []).append(one)
    return found


def measure(opened: Opened, answers: Mapping[Key, Sequence[Said]]) -> Iterator[Covered]:
    """The tasks of one repository. One whose truths have no line there, or that nobody was asked, is passed over."""
    read = lines_of(opened.repository.root)
    wanted = Wanted(opened.repository.symbols("*"), read)
    for task in opened.tasks:
        lines, given = wanted.lines(task), answers.get((task.repo, task.commit, task.id), ())
        if any(lines.values()) and given:
            shares = {name: told for one in given for name, told in shares_of(one, lines, read).items()}
            yield Covered(task.id, task.repo, task.sort, shares)


def shares_of(one: Said, wanted: Lines, read: Read) -> dict[str, list[float]]:
    """An answer as it is printed, and packed by us, at every budget."""
    texts = {
        one.system: [one.packs.get(budget, one.text) for budget in BUDGETS],
        PACKED.format(one.system): [packed(one.ranking, budget, read) for budget in BUDGETS],
    }
    return {
        name: [
            round(share(wanted, quoted(cut(text, budget), wanted, read)), _PLACES)
            for text, budget in zip(told, BUDGETS, strict=True)
        ]
        for name, told in texts.items()
    }


def packed(ranking: Iterable[Found], budget: int, read: Read) -> str:
    """The bodies of what a ranking names, in its order, below a line that names each; a line told is not told again."""
    told: Lines = {}
    parts: list[str] = []
    for place in ranking:
        lines, known = read(place.path), told.setdefault(place.path, set())
        fresh = [n for n in range(max(place.start_line, 1), min(place.end_line, len(lines)) + 1) if n not in known]
        known.update(fresh)
        parts += [f"{place.path}:{place.start_line}-{place.end_line} {place.name}", *(lines[n - 1] for n in fresh)]
    return cut("\n".join(parts), budget)


class Kept(msgspec.Struct, frozen=True):
    """What was measured, as it is kept for the docs: whose packs are held against the others', and every share."""

    first: str
    rows: tuple[Covered, ...]


def write(kept: Kept, path: Path) -> None:
    """A question a line, so that differences read well."""
    rows = ",\n".join(msgspec.json.encode(row).decode() for row in kept.rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"first":{json.dumps(kept.first)},"rows":[\n{rows}\n]}}\n', encoding="utf-8")


def read(path: Path) -> Kept:
    return msgspec.json.decode(path.read_bytes(), type=Kept)


def tables(kept: Kept) -> list[str]:
    """What each shows, best first in the largest room; then the first against each other, a room in each column."""
    best = sorted(variants(kept.rows), key=lambda name: (-_mean(kept.rows, name), name))
    others = [name for name in best if name != kept.first]
    found = [[_paired(kept.rows, kept.first, name, at) for at in range(len(BUDGETS))] for name in others]
    corrected = iter(stats.holm([one.p for line in found for one in line]))
    cells = [
        [name, *(part for one in line for part in (f"{one.delta:+.3f}", stats.verdict(one.delta, next(corrected))))]
        for name, line in zip(others, found, strict=True)
    ]
    head = [f"{kept.first} against", *(part for budget in BUDGETS for part in (f"{budget:,} by", "is"))]
    return [*shares(kept.rows, best), "", *table(head, cells)]


def _mean(rows: Sequence[Covered], name: str) -> float:
    return stats.mean([row.shares[name][-1] for row in rows if name in row.shares])


def _paired(rows: Sequence[Covered], first: str, other: str, at: int) -> stats.Paired:
    """Over the questions both were asked."""
    both = [row.shares for row in rows if {first, other} <= row.shares.keys()]
    return stats.paired([told[other][at] for told in both], [told[first][at] for told in both])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.arena_packs", description=__doc__.partition("\n")[0])
    parser.add_argument("--answers", type=Path, nargs="+", required=True, help="kept by: seedwalk eval arena --answers")
    parser.add_argument("--tasks", type=Path, help="a folder of public tasks")
    parser.add_argument("--repos", type=Path, required=True, help="where checkouts lie, by name")
    parser.add_argument("--stores", type=Path, required=True, help="where indexes are kept, one per repository")
    parser.add_argument("--replays", type=Path, nargs="*", default=[], help="written by: seedwalk eval replay --write")
    parser.add_argument("--first", default="seedwalk", help="the system that is held against the others")
    parser.add_argument("--save", type=Path, help="keep the shares in this file, for the docs")
    given = parser.parse_args(arguments)
    answers = by_task(one for folder in given.answers for one in kept(folder))
    setup = Setup(stores=str(given.stores.resolve()))
    rows: list[Covered] = []
    for opened in everything(given.tasks, given.repos, given.stores, given.replays, setup):
        rows += measure(opened, answers)
    kept_now = Kept(given.first, tuple(rows))
    if given.save:
        write(kept_now, given.save)
    sys.stdout.write("\n".join([*tables(kept_now), ""]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
