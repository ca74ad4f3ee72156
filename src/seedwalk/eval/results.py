"""What a run leaves behind: one JSON file, named by system and commit, from which every figure can be made again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.arena.labels import label
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged

FOLDER = Path("bench/results")
_SHORT = 12
"""Digits of a commit in a file's name: git's own habit for large repositories."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One task as a system answered it. Which symbols it named is not kept: only at which ranks they were right."""

    id: str
    repo: str
    sort: Sort
    tier: str
    judged: dict[Rule, Judged]
    files: Judged | None = None
    """The same for the files of the ranking, in the order they first appear, where a fixture names files."""
    top_k: int = 10
    tokens: int = 0
    cold_ms: float = 0.0
    warm_ms: float = 0.0
    failed: str = ""
    """Why there is no answer; the task then counts as one with nothing found."""


class Prepared(msgspec.Struct, frozen=True, omit_defaults=True):
    """What making one repository ready cost a system."""

    repo: str
    commit: str
    seconds: float
    peak_bytes: int
    failed: str = ""
    load: float = 0.0
    """How many processes wanted the machine when it began: above the number of cores, times say little."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One system over one set of tasks."""

    system: str
    commit: str
    """Of seedwalk when it ran."""
    tasks: str
    """What was asked: the name of the set."""
    digest: str
    """Of the tasks' ids and truths: two results compare when they share it, else by the tasks they share."""
    rows: tuple[Row, ...]
    prepared: tuple[Prepared, ...] = ()
    profile: str = ""
    without: tuple[str, ...] = ()
    limit: int = 0
    chosen: tuple[tuple[str, str], ...] = ()
    """Settings that were set, by dotted name."""
    bound: float = 0.0
    """What preparing and answering one repository might take, in seconds of processor time; 0 for no bound."""
    made: str = ""
    """When it ran, in UTC: of several results of one system the latest is shown beside the others."""

    @property
    def label(self) -> str:
        """The system with what was changed about it (`arena/labels.py`)."""
        return label(self.system, self.profile, self.without, self.chosen)


def digest_of(tasks: Sequence[Task]) -> str:
    told = msgspec.json.encode(sorted([task.id, task.text, *task.truths] for task in tasks))
    return hashlib.blake2b(told, digest_size=8).hexdigest()


def file_name(result: Result) -> str:
    """`system-commit-tasks.json`, safe on every file system."""
    words = (result.label, result.commit[:_SHORT] or "uncommitted", result.tasks)
    return "-".join(re.sub(r"[^A-Za-z0-9@._+]+", "_", word) for word in words if word) + ".json"


def write(result: Result, path: Path) -> None:
    """The file, one task to a line so that differences read well."""
    head = msgspec.to_builtins(result)
    rows = ",\n".join(msgspec.json.encode(row).decode() for row in head.pop("rows"))
    opened = msgspec.json.encode(head).decode().removesuffix("}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{opened},"rows":[\n{rows}\n]}}\n', encoding="utf-8")


def read(path: Path) -> Result:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Result)
    except OSError as error:
        told = f"'{path}' cannot be read ({error.strerror}). Give a file that seedwalk eval wrote."
        raise UsageError(told) from error
    except msgspec.DecodeError as error:
        raise UsageError(f"'{path}' is no result ({error}). Give a file that seedwalk eval wrote.") from error


def kept(folder: Path, tasks: str = "") -> list[Result]:
    """The results in a folder, in the order of their names; of one set of tasks, where it is named."""
    found = [read(path) for path in sorted(folder.glob("*.json"))]
    return [result for result in found if not tasks or result.tasks == tasks]


def latest(found: Iterable[Result]) -> list[Result]:
    """Of each system, as it was set up, over one set of tasks: the result made last, in the order first seen."""
    chosen: dict[tuple[str, str], Result] = {}
    for result in found:
        key = (result.tasks, result.label)
        if key not in chosen or result.made >= chosen[key].made:
            chosen[key] = result
    return list(chosen.values())


def joined(earlier: Result, later: Result, tasks: Sequence[Task]) -> Result:
    """A run on some repositories with what an earlier one of the same system found on the others, so that a long row is
    made in parts: in the order of `tasks`, which are all that both may have been asked."""
    anew = {row.repo for row in later.rows}
    by_id = {row.id: row for row in (*(row for row in earlier.rows if row.repo not in anew), *later.rows)}
    asked = [task for task in tasks if task.id in by_id]
    ready = (*(one for one in earlier.prepared if one.repo not in anew), *later.prepared)
    return msgspec.structs.replace(
        later, rows=tuple(by_id[task.id] for task in asked), prepared=ready, digest=digest_of(asked)
    )


def superseded(folder: Path) -> list[Path]:
    """The files of a folder whose system has a later result over the same tasks."""
    read_all = {path: read(path) for path in sorted(folder.glob("*.json"))}
    last = latest(read_all.values())
    return [path for path, result in read_all.items() if not any(result is one for one in last)]
