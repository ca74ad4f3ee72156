"""Questions that cannot be meant, each told in a sentence: the value, the rule, the remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path

from seedwalk.config import Understanding
from seedwalk.config.kinds import MOST
from seedwalk.errors import UsageError
from seedwalk.languages import NAMES
from seedwalk.model import Kind
from seedwalk.seeds.cleaning import clean


def refuse_question(task: str, budget: int | None, limit: int | None, tuning: Understanding) -> None:
    text, _, binary = clean(task, tuning)
    if binary or "\0" in task:
        raise UsageError("the task is binary. Say in plain words what is to be done.")
    if not text:
        raise UsageError("the task is empty. Say in plain words what is to be done.")
    refuse_amounts(budget, limit)


def refuse_amounts(budget: int | None, limit: int | None) -> None:
    for name, amount in (("budget", budget), ("limit", limit)):
        if amount is not None and amount > MOST:
            raise UsageError(f"a {name} of {amount} is more than anything here could fill. Give at most {MOST:,}.")
    if budget is not None and budget <= 0:
        raise UsageError(f"a budget of {budget} tokens holds nothing. Give at least a few hundred.")
    if limit is not None and limit <= 0:
        raise UsageError(f"a limit of {limit} symbols asks for nothing. Give at least 1.")


def refuse_unknown(connection: sqlite3.Connection, root: Path, paths: Sequence[str]) -> None:
    known = {path for (path,) in connection.execute("SELECT path FROM files")}
    for path in paths:
        if path not in known:
            told = _unread(connection, path, known)
            raise UsageError(f"'{path}' is not in the index{told and f' ({told})'}. Give paths relative to {root}.")


def _unread(connection: sqlite3.Connection, path: str, known: Collection[str]) -> str:
    """Why a path is not in the index, as far as the index and its name tell; the disk is not asked."""
    folders = [path[:end] for end, letter in enumerate(path) if letter == "/"]
    for place in (path, *folders):
        left_out = connection.execute("SELECT reason FROM skipped WHERE path = ?", (place,)).fetchone()
        if left_out is not None:
            return str(left_out[0])
    if any(each.startswith(f"{path}/") for each in known):
        return "a folder: name the files in it"
    from seedwalk.languages import language_of
    from seedwalk.sources.rules import extension, load

    name = path.rpartition("/")[2]
    language = None if language_of(name) else load().unsupported.get(extension(name))
    return f"{language} is not read" if language else ""


def kind_named(name: str) -> Kind:
    if name not in tuple(Kind):
        raise UsageError(f"'{name}' is no kind of symbol. Choose from: {', '.join(Kind)}.")
    return Kind(name)


def language_named(name: str) -> str:
    if name not in NAMES:
        raise UsageError(f"'{name}' is no language that is read. Choose from: {', '.join(NAMES)}.")
    return name
