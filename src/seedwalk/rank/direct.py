"""Very large graphs: where the walk tells nothing apart, the names themselves are asked.

Past some size a walk from a handful of seeds spreads so thin that the first scores are all alike. Then the symbols
whose own name the task says, and the members of the types among them, are put before the rest.
"""

from __future__ import annotations

import numpy as np

from seedwalk.config import Direct

NO_ROW = -1


def needed(symbols: int, total: np.ndarray, tuning: Direct) -> bool:
    """Whether names are to be asked: more symbols than `symbols`, and flat scores."""
    return symbols > tuning.symbols and is_flat(total, tuning)


def is_flat(total: np.ndarray, tuning: Direct) -> bool:
    """Whether the first scores lie within `flat_spread` of each other; fewer than `flat_count` are never flat."""
    if tuning.flat_count > int((total > 0).sum()):
        return False
    first = np.partition(total, len(total) - tuning.flat_count)[len(total) - tuning.flat_count :]
    return bool(first.max() - first.min() <= tuning.flat_spread)


def gains(named: np.ndarray, parent: np.ndarray, is_type: np.ndarray, tuning: Direct) -> np.ndarray:
    """What every row gains: `named` for one whose name the task says, `member` for one directly inside such a type."""
    inside = (parent != NO_ROW) & (named & is_type)[parent]
    return np.where(named, tuning.named, np.where(inside, tuning.member, 0.0))
