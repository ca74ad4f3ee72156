"""What to ask: fixtures of a file or folder, or public tasks read in place, with the commits they are written for."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.fixtures import Loaded, Task, load, sampled

VARIABLE = "SEEDWALK_BENCH"
"""Names the folder of public tasks, where `--tasks` does not."""
OWN = Path("bench/fixtures")
"""A repository's fixtures about itself."""
_PINS = "repos.toml"
_TASKS = "tasks"


class Asked(msgspec.Struct, frozen=True):
    """Tasks, what is wrong with the rest, and which commit each repository should stand at."""

    called: str
    loaded: Loaded
    pins: dict[str, str] = {}


def asked(
    repository: Path, *, fixtures: Path | None = None, tasks: Path | None = None, sample: int = 0, seed: int = 0,
    only: Sequence[str] = (),
) -> Asked:  # fmt: skip
    """The fixtures given, else the tasks given, else those the variable names, else the repository's own; of them
    those of the repositories `only` names, of these a sample."""
    told = os.environ.get(VARIABLE)
    if fixtures is None and (tasks is not None or told):
        found = _public(tasks if tasks is not None else Path(told or ""))
    else:
        place = fixtures if fixtures is not None else repository / OWN
        found = Asked(place.stem, load(place))
    chosen = sampled(_of(found.loaded.tasks, only), sample, seed)
    return msgspec.structs.replace(found, loaded=Loaded(chosen, found.loaded.problems))


def _of(tasks: tuple[Task, ...], only: Sequence[str]) -> tuple[Task, ...]:
    """The tasks of the repositories named, all when none is. Raises UsageError for a name no task has."""
    known = dict.fromkeys(task.repo for task in tasks)
    for name in only:
        if name not in known:
            raise UsageError(f"no task is of the repository '{name}'. Choose from: {', '.join(filter(None, known))}.")
    return tuple(task for task in tasks if task.repo in only) if only else tasks


def _public(folder: Path) -> Asked:
    """Tasks in `folder`, or in `tasks/` below it; the commits stand in `repos.toml` beside or above."""
    if not folder.exists():
        raise UsageError(f"'{folder}' does not exist. Give the folder of task files, by --tasks or by {VARIABLE}.")
    place = folder / _TASKS if (folder / _TASKS).is_dir() else folder
    pins = next((path for path in (folder / _PINS, folder.parent / _PINS) if path.is_file()), None)
    return Asked(place.stem, load(place), read_pins(pins) if pins else {})


def read_pins(path: Path) -> dict[str, str]:
    """The commit of each repository a pin file names, by its short name and by owner and name."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("repo", [])
        return {name: row["commit"] for row in rows for name in (row["name"], row["source"])}
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        told = f"'{path}' is no list of repositories ({error}). Give each name, source and commit."
        raise UsageError(told) from error
