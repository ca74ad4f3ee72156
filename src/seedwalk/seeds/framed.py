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
    several says too little, and so does an end that several files have.
    """
    found = np.zeros(len(graph))
    for frame in frames:
        file = _file(frame.path, connection) if frame.path else None
        if file is not None:
            found[_meant(frame, np.flatnonzero(graph.nodes["file"] == file), connection, graph)] = 1.0
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
