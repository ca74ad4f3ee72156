"""What a task points at: symbols that it names, and files.

Columns of 1 for what is pointed at.
"""

from __future__ import annotations

import sqlite3

import numpy as np

from seedwalk.arrays.columns import Few, marked
from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols
from seedwalk.task import Task
from seedwalk.text import words


def called(connection: sqlite3.Connection, graph: Graph, task: Task) -> Few:
    """Each symbol whose name is a word of the task."""
    said = dict.fromkeys(word.decode().lower() for word in words(task.said.encode("utf-8", "replace")))
    return marked(graph.rows(symbols.called(connection, said)), len(graph))


def mentioned(connection: sqlite3.Connection, graph: Graph, task: Task, most: int) -> Few:
    """Each symbol whose very name the task writes as code, where at most so many files define that name."""
    found: list[int] = []
    keywords = task.keywords
    for name in dict.fromkeys([*keywords.exact, *(name for name in keywords.compounds if name in task.text)]):
        rows = symbols.named(connection, name)
        if 0 < len({path for _, path in rows}) <= most:
            found += [number for number, _ in rows]
    return marked(graph.rows(found), len(graph))


def named_in_full(connection: sqlite3.Connection, task: Task) -> bool:
    """Whether the task writes a symbol's name with that of its owner, `Type.method`, or is a symbol's name and nothing
    else: that is no chance."""
    dotted = [name for name in (*task.keywords.exact, *task.keywords.compounds) if "." in name.strip(".")]
    alone = [task.text] if task.text.isidentifier() else []
    return any(path for name in (*dotted, *alone) for _, path in symbols.named(connection, name))


def placed(connection: sqlite3.Connection, graph: Graph, task: Task) -> Few:
    """Each symbol of a file that the task names."""
    numbers = [number for path in task.paths for number in symbols.files_ending(connection, path)]
    inside = np.flatnonzero(np.isin(graph.nodes["file"], numbers)) if numbers else np.zeros(0, np.intp)
    return marked(inside, len(graph))
