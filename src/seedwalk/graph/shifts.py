"""Did an edit change anything that edges between files are derived from, or did lines merely move?

What follows from all files together (`together.py`) is made of who points at whom and of what symbols are, not of where
in its file something stands: an edit that leaves the former alone moves lines of derived edges and nothing else.
"""

from __future__ import annotations

import numpy as np

from seedwalk.graph.edges import ROW
from seedwalk.graph.outline import Outline
from seedwalk.languages import every_spec


def moved_lines(before: Outline, after: Outline) -> dict[int, int] | None:
    """New lines of a file's symbols, by id; None when symbols went or changed, or new ones may matter by being there.

    Where members stand apart from their type, or shapes decide what a type implements, a new symbol matters.
    """
    old = {row[1]: (row, line) for row, (line, _) in zip(before.symbols, before.lines, strict=True)}
    new = {row[1]: (row, line) for row, (line, _) in zip(after.symbols, after.lines, strict=True)}
    if not old.keys() <= new.keys() or before.language != after.language or len(old) < len(before.symbols):
        return None
    naming = every_spec()[after.language].naming
    if (naming.scattered or naming.structural) and old.keys() != new.keys():
        return None
    moved: dict[int, int] = {}
    for identity, (row, line) in old.items():
        now, at = new[identity]
        if row[:4] != now[:4] or before.symbols[row[4]][1] != after.symbols[now[4]][1]:
            return None
        if line != at:
            moved[identity] = at
    return moved


def points_alike(before: bytes, after: bytes) -> bool:
    """Whether packed edges join the same symbols by the same kinds, on whatever lines."""
    if before == after:
        return True
    return _joined(before) == _joined(after)


def _joined(blob: bytes) -> set[tuple[int, int, int]]:
    rows = np.frombuffer(blob, ROW)
    return set(zip(rows["source"].tolist(), rows["target"].tolist(), rows["kind"].tolist(), strict=True))


def with_lines(blob: bytes, moved: dict[int, int]) -> bytes:
    """Packed edges whose lines are those of their sources, with the lines of moved sources put right."""
    rows = np.frombuffer(blob, ROW).copy()
    for place in np.flatnonzero(np.isin(rows["source"], list(moved))).tolist():
        rows["line"][place] = moved[int(rows["source"][place])]
    return rows.tobytes()
