"""Frames: the symbols that a stack trace in a task passes through, or whose lines the task names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import numpy as np

from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols
from seedwalk.task import Frame


def framed(frames: Iterable[Frame], connection: sqlite3.Connection, graph: Graph) -> np.ndarray:
    """1 for each row that a frame means.

    A frame's path is where the code was installed, so the longest end of it that a file here has counts; one part of
    several says too little, and so does an end that several files have. Without a path the function's name counts, with
    the type or the module before it.
    """
    found = np.zeros(len(graph))
    for frame in frames:
        file = _file(frame.path, connection) if frame.path else None
        if file is not None:
            found[_meant(frame, np.flatnonzero(graph.nodes["file"] == file), connection, graph)] = 1.0
        elif not frame.path:
            found[_called(frame.function, connection, graph)] = 1.0
    return found


def _file(path: str, connection: sqlite3.Connection) -> int | None:
    parts = [part for part in path.split("/") if part]
    for first in range(len(parts) - min(len(parts), 2) + 1):
        files = symbols.files_ending(connection, "/".join(parts[first:]))
        if files:
            return files[0] if len(files) == 1 else None
    return None


def _meant(frame: Frame, rows: np.ndarray, connection: sqlite3.Connection, graph: Graph) -> np.ndarray:
    """Of a file's rows, the one that has the frame's name, nearest to its line; else the smallest around the line."""
    nodes, name = graph.nodes, frame.function.rpartition(".")[2]
    if name:
        named = graph.rows([number for number, _ in symbols.named(connection, name)])
        rows = np.intersect1d(rows, named[named >= 0])
        far = np.abs(nodes["line"][rows].astype(np.int64) - frame.line)
        return rows[np.argsort(far, kind="stable")[:1]]
    if not frame.line:
        return rows[:0]
    first, last = nodes["line"][rows].astype(np.int64), nodes["end_line"][rows].astype(np.int64)
    around = (first <= frame.line) & (frame.line <= last)
    smallest: np.ndarray = rows[around][np.argsort((last - first)[around], kind="stable")[:1]]
    return smallest


def _called(function: str, connection: sqlite3.Connection, graph: Graph) -> np.ndarray:
    """The rows of `Type.method`, or of a function in the module before it; of several files the one whose path has most
    of the parts before that and fewest others. None where two are as good, or the name stands alone."""
    *before, owner, name = ["", "", *function.split(".")]
    if not owner:
        return np.zeros(0, np.int64)
    listed = symbols.named(connection, f"{owner}.{name}")
    if not listed:
        listed = [row for row in symbols.named(connection, name) if owner in _words(row[1])]
    told = {part.lower() for part in (*before, owner) if part}
    ranks: dict[tuple[int, int], set[str]] = {}
    for _, path in listed:
        words = _words(path)
        ranks.setdefault((-len(told & {word.lower() for word in words}), len(words)), set()).add(path)
    best = ranks[min(ranks)] if ranks else set()
    at = graph.rows([number for number, path in listed if path in best]) if len(best) == 1 else np.zeros(0, np.int64)
    return at[at >= 0]


def _words(path: str) -> list[str]:
    """The parts of a path as a module's name has them: without the ending, with `_` for `-`."""
    folder, _, name = path.replace("-", "_").rpartition("/")
    return [*folder.split("/"), name.partition(".")[0]]
