"""`seedwalk context --batch`: tasks as JSON lines, answers as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from seedwalk.answers.refusing import refuse_question
from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from seedwalk.api import Repository
    from seedwalk.config import Understanding

Line = tuple[int, object, str]
"""Number of the line, id and task."""
STDIN = Path("-")


def read_tasks(batch: Path, tuning: Understanding) -> list[Line]:
    """Every task of a batch with its line and id, before the first is answered: a wrong line costs no half answer."""
    if batch == STDIN and sys.stdin is None:
        raise UsageError("'-' cannot be read (stdin is closed). Give a file of JSON lines with id and task.")
    try:
        text = sys.stdin.buffer.read() if batch == STDIN else batch.read_bytes()
        lines = text.decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"'{batch}' cannot be read ({error}). Give a file of JSON lines with id and task.") from error
    tasks: list[Line] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            identity, task = row["id"], row["task"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"{batch}:{number} is no JSON object with id and task. Mend the line.") from error
        if not isinstance(task, str):
            raise UsageError(f"{batch}:{number} has a task that is no text. Mend the line.")
        with _told_of(batch, number):
            refuse_question(task, None, None, tuning)
        tasks.append((number, identity, task))
    return tasks


@contextmanager
def _told_of(batch: Path, number: int) -> Iterator[None]:
    """What is wrong with a task, told with the line it stands on."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{batch}:{number}: {error}") from error


def answer_each(
    here: Repository, batch: Path, tasks: list[Line], budget: int | None, limit: int | None,
    explain: bool,
) -> None:  # fmt: skip
    """One task a line, one answer a line, from one warm engine."""
    from seedwalk.render.json import pack_row

    for number, identity, task in tasks:
        with _told_of(batch, number):
            pack = here.context(task, budget=budget, limit=limit, renderer="json", explain=explain)
        sys.stdout.write(json.dumps({"id": identity, **pack_row(pack)}, ensure_ascii=False) + "\n")
