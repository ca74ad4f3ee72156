"""What a task points at: symbols that it names, and files.

Columns over all rows of the graph, 1 for what is pointed at and 0 for the rest.
"""

from __future__ import annotations

import sqlite3

import numpy as np

from seedwalk.graph.arrays import Graph
from seedwalk.store import symbols
from seedwalk.task import Task
from seedwalk.text import words


def called(connection: sqlite3.Connection, graph: Graph, task: Task) -> np.ndarray:
    """Each symbol whose name is a word of the task."""
    said = dict.fromkeys(word.decode().lower() for word in words(task.text.encode("utf-8", "replace")))
    found = np.zeros(len(graph))
    at = graph.rows(symbols.called(connection, said))
    found[at[at >= 0]] = 1.0
    return found


def mentioned(connection: sqlite3.Connection, graph: Graph, task: Task, most: int) -> np.ndarray:
    """Each symbol whose very name the task writes as code, where at most so many files define that name."""
    found = np.zeros(len(graph))
    keywords = task.keywords
    for name in dict.fromkeys([*keywords.exact, *(name for name in keywords.compounds if name in task.text)]):
        rows = symbols.named(connection, name)
        if 0 < len({path for _, path in rows}) <= most:
            at = graph.rows([number for number, _ in rows])
            found[at[at >= 0]] = 1.0
    return found


def placed(connection: sqlite3.Connection, graph: Graph, task: Task) -> np.ndarray:
    """Each symbol of a file that the task names."""
    found = np.zeros(len(graph))
    for path in task.paths:
        for number in symbols.files_ending(connection, path):
            found[graph.nodes["file"] == number] = 1.0
    return found
