"""Commits become tasks: the message asks, the symbols it changed answer, in the tree as it was at the cut-off.

A commit is a task when its message says something, it changed one to eight symbols in at most four files (outside
tests, generated and other people's code), and at least one of them is in the index of the cut-off under the same file,
or the one it was renamed from, and the same name. What does not become a task is counted by its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import Rule
from seedwalk.eval.replay import history
from seedwalk.eval.replay.diffs import FileChange
from seedwalk.eval.replay.history import Commit, Window
from seedwalk.eval.replay.messages import cleaned
from seedwalk.eval.replay.touched import ANSWERS, touched
from seedwalk.extract import extract
from seedwalk.languages import language_of
from seedwalk.model import Flags, Kind, Symbol

MOST_SYMBOLS = 8
MOST_FILES = 4
_LEFT_OUT = Flags.TEST | Flags.MOCK | Flags.GENERATED | Flags.MINIFIED | Flags.VENDORED
_SHORT = 12


class Why(StrEnum):
    """Why a commit is no task."""

    TASK = "task"
    MESSAGE = "its message says too little"
    FILES = f"it changed more than {MOST_FILES} files"
    MANY = f"it changed more than {MOST_SYMBOLS} symbols"
    NONE = "it changed no symbol outside tests"
    GONE = "what it changed is not in the index of the cut-off"


class Made(msgspec.Struct, frozen=True):
    """What came of one commit."""

    commit: str
    why: Why
    task: Task | None = None


class Tree(msgspec.Struct, frozen=True):
    """The index at a cut-off: flags of each file, and the symbols an answer may name."""

    flags: Mapping[str, int]
    names: frozenset[tuple[str, str]]


def tree_of(symbols: Sequence[Symbol]) -> Tree:
    return Tree(
        {symbol.path: int(symbol.flags) for symbol in symbols if symbol.kind is Kind.MODULE},
        frozenset(
            (symbol.path, symbol.qualified_name)
            for symbol in symbols
            if symbol.kind in ANSWERS and not symbol.flags & _LEFT_OUT
        ),
    )


def make(root: Path, name: str, window: Window, commit: Commit, tree: Tree) -> Made:
    """A task of one commit, or why it is none. A function of the repository's history alone."""
    text = cleaned(commit.message)
    if not text:
        return Made(commit.id, Why.MESSAGE)
    before = _sources(root, window, commit, tree)
    if len(before) > MOST_FILES:
        return Made(commit.id, Why.FILES)
    found = [
        (old, symbol)
        for (path, old), change in before.items()
        for symbol in touched(change, _symbols(root, commit.parent, path))
    ]
    if not found or len(found) > MOST_SYMBOLS:
        return Made(commit.id, Why.MANY if found else Why.NONE)
    there = [f"{path}:{symbol}" for path, symbol in found if (path, symbol) in tree.names]
    if not there:
        return Made(commit.id, Why.GONE)
    files = tuple(dict.fromkeys(truth.rpartition(":")[0] for truth in there))
    short = commit.id[:_SHORT]
    task = Task(
        f"{name}@{short}", Sort.REPLAY, Sort.REPLAY, text, tuple(there), name, window.cut, files, rule=Rule.SYMBOL,
        place=f"{short}:1",
    )  # fmt: skip
    return Made(commit.id, Why.TASK, task)


def _sources(root: Path, window: Window, commit: Commit, tree: Tree) -> dict[tuple[str, str], FileChange]:
    """Changed source files outside tests: the path before the commit and at the cut-off, and what changed there."""
    changes = [change for change in history.changed(root, commit) if language_of(change.path) is not None]
    moved: dict[str, str] = {}
    if any(change.path not in tree.flags for change in changes):
        moved = history.renamed(root, window.cut, commit.parent)
    found = {}
    for change in changes:
        old = change.path if change.path in tree.flags else moved.get(change.path, change.path)
        if not tree.flags.get(old, 0) & _LEFT_OUT:
            found[change.path, old] = change
    return found


def _symbols(root: Path, commit: str, path: str) -> list[Symbol]:
    language = language_of(path)
    text = history.text_at(root, commit, path)
    return [one for one in extract(path, language, text).symbols if not one.flags & _LEFT_OUT] if language else []
