"""What systems said, word for word, kept beside a run where that is asked for: what an answer shows can then be judged
without asking again. It may quote the repositories at length, so it is never kept with the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.arena.system import Answer, Budgeted, Found, System
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.shown import BUDGETS


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer: who gave it to which task, the places it ranks, and its text as a reader gets it."""

    system: str
    """As it was set up (`arena/labels.py`)."""
    repo: str
    commit: str
    """What the task asks to be asked at; empty for the checkout as it stands."""
    id: str
    ranking: Sequence[Found] = ()
    text: str = ""
    packs: dict[int, str] = {}
    """By budget, the text of a system that can be given one."""
    failed: str = ""
    """Why there is no answer."""


def said(called: str, system: System, task: Task, answer: Answer, failed: str) -> Said:
    """An answer as it is kept; a system that can be given a budget, and has not failed, is asked for each pack."""
    packs = {}
    if isinstance(system, Budgeted) and not failed:
        packs = {budget: _pack(system, task.text, budget) for budget in BUDGETS}
    return Said(called, task.repo, task.commit, task.id, answer.ranking, answer.text, packs, failed)


def _pack(system: Budgeted, task: str, budget: int) -> str:
    """Nothing, where the system fails on it: that shows nothing."""
    try:
        return system.pack(task, budget)
    except Exception:
        return ""


def keep(folder: Path, one: Said) -> None:
    """An answer added to its system's file, as a line of JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{one.system}.jsonl").open("ab") as file:
        # Behind a line's end: what a run left that was stopped while writing must not spoil this one.
        file.write(b"\n" + msgspec.json.encode(one) + b"\n")


def kept(folder: Path) -> Iterator[Said]:
    """Every answer of a folder, system by system; of one task asked twice, the later. Raises UsageError where there
    are none."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise UsageError(f"'{folder}' holds no answers. Keep them with: seedwalk eval arena --answers {folder}")
    for file in files:
        latest = {(one.repo, one.commit, one.id): one for one in _read(file)}
        yield from latest.values()


def _read(file: Path) -> Iterator[Said]:
    for line in file.read_bytes().split(b"\n"):
        try:
            yield msgspec.json.decode(line, type=Said)
        except msgspec.DecodeError:
            continue  # an empty line, or the last of a run that was stopped while writing it
