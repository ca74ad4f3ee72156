"""How the symbols of the lexical index stand to each other, as arrays numbered as its rows are."""

from __future__ import annotations

import sqlite3

import numpy as np

from seedwalk.store.files import ROW_SHIFT


def columns(connection: sqlite3.Connection, ids: np.ndarray, alive: np.ndarray) -> tuple[np.ndarray, ...]:
    """Parent row, module row, kind and flags of each row; -1, -1, 0, 0 for rows no longer alive."""
    rows = np.asarray(
        connection.execute("SELECT id, coalesce(parent, 0), parent IS NULL, kind, flags, row FROM symbols").fetchall(),
        "<i8",
    ).reshape(-1, 6)
    living = np.flatnonzero(alive)
    sorted_living = living[np.argsort(ids[living], kind="stable")]
    sorted_ids = ids[sorted_living]

    def row_of(wanted: np.ndarray) -> np.ndarray:
        if not len(sorted_ids):
            return np.full(len(wanted), -1)
        at = np.minimum(np.searchsorted(sorted_ids, wanted), len(sorted_ids) - 1)
        return np.where(sorted_ids[at] == wanted, sorted_living[at], -1)

    place = row_of(rows[:, 0])
    kept = place >= 0
    rows, place = rows[kept], place[kept]
    parent, module = np.full(len(ids), -1), np.full(len(ids), -1)
    kind, flags = np.zeros(len(ids), "<i8"), np.zeros(len(ids), "<i8")
    kind[place], flags[place] = rows[:, 3], rows[:, 4]
    inside = rows[:, 2] == 0
    parent[place[inside]] = row_of(rows[inside, 1])
    files, position = rows[:, 5] >> ROW_SHIFT, rows[:, 5] & ((1 << ROW_SHIFT) - 1)
    tops = position == 0  # a file's first symbol is its module
    order = np.argsort(files[tops], kind="stable")
    file_of_top, row_of_top = files[tops][order], place[tops][order]
    if len(file_of_top):
        at = np.minimum(np.searchsorted(file_of_top, files), len(file_of_top) - 1)
        module[place] = np.where(file_of_top[at] == files, row_of_top[at], -1)
    return parent, module, kind, flags
