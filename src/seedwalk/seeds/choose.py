"""From candidates to seeds, as the first design chooses them.

gaps filled → noise out → types first on a dense graph → the largest package first → so many by the size of the graph →
weights by rank → implementors of the interfaces among them → path context at little weight

Every step is a function from rows to rows, and has its switch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from seedwalk.arrays.tallies import distinct
from seedwalk.config import ContextUse, Seeding
from seedwalk.model import Flags
from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.lexical import KINDS
from seedwalk.seeds.noise import noisy
from seedwalk.seeds.ranked import Channel, Ranked, Seeds, Told
from seedwalk.store import symbols


def choose(fused: Ranked, question: Question, ground: Ground, told: Told) -> Seeds:
    """The seeds that fused channels give."""
    tuning = ground.settings.seeding
    rows = quiet(filled(fused.rows, question, ground), question, ground)
    if tuning.type_first and _size(ground) > tuning.dense_from:
        rows = types_first(rows, ground.structure.types)
    if tuning.focus:
        rows = focused(rows, packages(rows, question, ground))
    rows = rows[: seed_count(_size(ground), tuning)]
    weights = restart_weights(len(rows), tuning)
    more = quiet(implementors(rows, ground), question, ground) if tuning.implementors else rows[:0]
    beside = told[Channel.CONTEXT].rows if supplements(tuning) and Channel.CONTEXT in told else rows[:0]
    start = np.zeros(len(ground))
    start[beside] = tuning.supplement
    start[more] = tuning.last
    start[rows] = weights
    chosen = dict.fromkeys([*rows.tolist(), *more.tolist(), *beside.tolist()])
    return Seeds(np.array(list(chosen), np.int64), start)


def supplements(tuning: Seeding) -> bool:
    return tuning.context is ContextUse.SUPPLEMENTAL


def quiet(rows: np.ndarray, question: Question, ground: Ground) -> np.ndarray:
    """Rows without those that are noise."""
    tuning, nodes = ground.settings.seeding, ground.graph.nodes
    if not tuning.noise or not len(rows):
        return rows
    ids = nodes["id"][rows].tolist()
    known = symbols.told(question.connection, ids)
    kinds, flags = nodes["kind"][rows].tolist(), nodes["flags"][rows].tolist()
    kept = [
        identity in known and not noisy(*known[identity], KINDS[kind], Flags(flag), tuning.shortest_name)
        for identity, kind, flag in zip(ids, kinds, flags, strict=True)
    ]
    left: np.ndarray = rows[np.array(kept, bool)]
    return left


def filled(rows: np.ndarray, question: Question, ground: Ground) -> np.ndarray:
    """Rows, and where they are hardly any those whose text is most like the task."""
    tuning = ground.settings.seeding
    if not tuning.gap_fill or len(rows) >= tuning.gap_below:
        return rows
    alike = ground.likeness.ranked(question.task.text, question.connection, ground.graph, ground.answers)
    fresh = alike.rows[~np.isin(alike.rows, rows)]
    return np.concatenate([rows, fresh[: tuning.gap_added]])


def types_first(rows: np.ndarray, types: np.ndarray) -> np.ndarray:
    """Types before all others, each in the order they had."""
    return np.concatenate([rows[types[rows]], rows[~types[rows]]])


def focused(rows: np.ndarray, package: Sequence[str]) -> np.ndarray:
    """The rows of the package that has most of them first; of equal packages the one that comes first."""
    if not len(rows):
        return rows
    largest = Counter(package).most_common(1)[0][0]
    inside = np.array([one == largest for one in package], bool)
    return np.concatenate([rows[inside], rows[~inside]])


def packages(rows: np.ndarray, question: Question, ground: Ground) -> list[str]:
    """The folder of each row's file."""
    paths = ground.places(question.connection).paths
    return [paths.get(int(file), "").rpartition("/")[0] for file in ground.graph.nodes["file"][rows]]


def implementors(rows: np.ndarray, ground: Ground) -> np.ndarray:
    """Types that implement an interface among these rows, and are not among them."""
    types, interfaces = ground.implementing
    found = distinct(types[np.isin(interfaces, rows)])
    fresh: np.ndarray = found[~np.isin(found, rows) & ground.answers[found]]
    return fresh


def seed_count(size: int, tuning: Seeding) -> int:
    """How many seeds a graph of so many symbols gets.

    >>> [seed_count(size, Seeding()) for size in (500, 10_000, 10_001, 40_001)]
    [15, 15, 20, 25]
    """
    if not tuning.by_size or size <= tuning.some_from:
        return tuning.few
    return tuning.some if size <= tuning.many_from else tuning.many


def restart_weights(count: int, tuning: Seeding) -> np.ndarray:
    """From the first seed's weight down to the last one's, in equal steps."""
    if not tuning.by_rank:
        return np.full(count, tuning.first)
    return np.linspace(tuning.first, tuning.last, count) if count > 1 else np.full(count, tuning.first)


def _size(ground: Ground) -> int:
    return int(np.count_nonzero(ground.graph.alive))
