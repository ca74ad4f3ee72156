"""Why does a symbol stand where it stands? Read off the very run that made the answer: nothing is computed twice.

Every signal's share of the score, its place, the way the walk took to it, what it lacked against the last symbol of
the pack; and for one that was left out, the stage that lost it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from enum import StrEnum

import msgspec
import numpy as np

from seedwalk.answers.answering import channel_ranks
from seedwalk.config import Settings
from seedwalk.engine import Mind
from seedwalk.graph.route import route
from seedwalk.model import Entry, Pack, Quality, Symbol
from seedwalk.store import symbols
from seedwalk.thought import Thought

_DIGITS = 6


class Stage(StrEnum):
    """Where the way of a symbol ended."""

    PACKED = "packed"
    """In the answer."""
    TOLD_INSIDE = "told_inside"
    """Its lines are in the answer, inside a symbol around it."""
    MATCH = "match"
    """Ranked, but nothing matched well enough to be shown at all."""
    BUDGET = "budget"
    """Looked at for the pack, and no room was left for it."""
    RANKING = "ranking"
    """Ranked, but below what a pack looks at."""
    KIND = "kind"
    """Its kind or its flags leave nothing of its score."""
    SEEDS = "seeds"
    """It shares no word with the task, and the walk did not reach it."""


class Step(msgspec.Struct, frozen=True):
    """One symbol on the walk's way; `edge` leads to the next, `forward` when it points there."""

    path: str
    name: str
    edge: str = ""
    forward: bool = True


class Rival(msgspec.Struct, frozen=True):
    """The last symbol that came in, to compare with."""

    path: str
    name: str
    score: float
    shares: dict[str, float]


class Why(msgspec.Struct, frozen=True):
    """A symbol's standing in one answer. `shares` add up to `score`; scores are parts of the best symbol's."""

    task: str
    snapshot: str
    match: str
    path: str
    name: str
    kind: str
    start_line: int
    end_line: int
    stage: Stage
    told: str
    score: float
    shares: dict[str, float]
    ranked: int
    """Symbols with any score."""
    rank: int | None = None
    """Its place among them, from 1."""
    seed: int | None = None
    """Its place among the seeds, from 1."""
    channels: dict[str, int] = {}
    """Its place, from 1, in every channel that named it."""
    route: tuple[Step, ...] = ()
    """From the nearest seed to the symbol."""
    depth: str = ""
    last_in: Rival | None = None
    lacked: dict[str, float] = {}
    """By signal, how much more the last symbol that came in had; only for a symbol left out."""
    notes: tuple[str, ...] = ()
    """What to know of the index that answered."""


def explain(
    connection: sqlite3.Connection, mind: Mind, thought: Thought, pack: Pack, symbol: Symbol, settings: Settings
) -> Why:
    """The standing of a symbol in an answer, from the thought and the pack that are the answer."""
    (row,) = mind.graph.rows([symbol.id]).tolist()
    total = np.round(thought.scores.total, _DIGITS)
    highest = float(thought.scores.total.max(initial=0.0)) or 1.0
    rank = _rank(total, mind.graph.nodes["id"], row)
    mine = _shares(thought, row, highest)
    stage, entry = _stage(thought, pack, symbol, row, rank, mind)
    last = _last_in(connection, mind, thought, pack, highest) if stage is not Stage.PACKED else None
    return Why(
        task=thought.task.text, snapshot=pack.snapshot, match=pack.match.quality.value, path=symbol.path,
        name=symbol.qualified_name, kind=symbol.kind.value, start_line=symbol.span.start_line,
        end_line=symbol.span.end_line, stage=stage,
        told=_TOLD[stage].format(name=symbol.qualified_name, rank=rank, kind=symbol.kind.value,
                                 candidates=len(thought.ranking), depth=entry.depth.value if entry else "",
                                 reason=pack.match.reason),
        score=_score(thought, row, highest), shares=mine, ranked=int((total > 0).sum()), rank=rank,
        seed=next((place for place, seed in enumerate(thought.seeds.tolist(), 1) if seed == row), None),
        channels=channel_ranks(thought, row),
        route=_steps(connection, mind, thought, row, settings), depth=entry.depth.value if entry else "",
        last_in=last, lacked=_lacked(mine, last),
    )  # fmt: skip


_TOLD: Mapping[Stage, str] = {
    Stage.PACKED: "{name} is in the pack, place {rank} of the ranking, shown as '{depth}'.",
    Stage.TOLD_INSIDE: "{name} has place {rank} and is shown inside the symbol around it.",
    Stage.MATCH: "{name} has place {rank}, but no symbol is shown: {reason}",
    Stage.BUDGET: "{name} has place {rank}, and the budget was used up by what is worth more per token.",
    Stage.RANKING: "{name} has place {rank}; a pack looks at the first {candidates}.",
    Stage.KIND: "{name} is a {kind}, or is marked so that ranking leaves it out.",
    Stage.SEEDS: "{name} shares no word with the task, and the walk from the seeds did not reach it.",
}


def _rank(total: np.ndarray, ids: np.ndarray, row: int) -> int | None:
    """The place in the order of all scores, as `seeds.lexical.best` orders them: rounded score, then id."""
    if total[row] <= 0:
        return None
    before = (total > total[row]) | ((total == total[row]) & (ids < ids[row]))
    return int(before.sum()) + 1


def _score(thought: Thought, row: int, highest: float) -> float:
    """As the answer tells it."""
    return round(float(thought.scores.total[row]) / highest, _DIGITS)


def _shares(thought: Thought, row: int, highest: float) -> dict[str, float]:
    """What every signal gave, the largest first, which takes what rounding left over: they add up to the score."""
    own = {name: round(value / highest, _DIGITS) for name, value in thought.scores.of(row).items()}
    ordered = dict(sorted(own.items(), key=lambda pair: (-abs(pair[1]), pair[0])))
    for name in list(ordered)[:1]:
        ordered[name] = round(ordered[name] + _score(thought, row, highest) - sum(ordered.values()), _DIGITS)
    return ordered


def _stage(
    thought: Thought, pack: Pack, symbol: Symbol, row: int, rank: int | None, mind: Mind
) -> tuple[Stage, Entry | None]:
    entry = next((entry for entry in pack.entries if _is(entry, symbol)), None)
    if entry is not None:
        return Stage.PACKED, entry
    if rank is None:
        return (Stage.KIND if mind.factor[row] == 0 else Stage.SEEDS), None
    if any(_holds(entry, symbol) for entry in pack.entries):
        return Stage.TOLD_INSIDE, None
    if pack.match.quality is Quality.NONE:
        return Stage.MATCH, None
    return (Stage.BUDGET if row in thought.ranking else Stage.RANKING), None


def _is(entry: Entry, symbol: Symbol) -> bool:
    span = symbol.span
    same = entry.path == symbol.path and entry.name == symbol.qualified_name
    return same and (entry.start_line, entry.end_line) == (span.start_line, span.end_line)


def _holds(entry: Entry, symbol: Symbol) -> bool:
    """Whether the symbol's own lines stand in an entry that is shown whole."""
    inside = entry.path == symbol.path and symbol.qualified_name.startswith(f"{entry.name}.")
    return inside and entry.depth.value == "full"


def _last_in(
    connection: sqlite3.Connection, mind: Mind, thought: Thought, pack: Pack, highest: float
) -> Rival | None:
    """The entry of the pack with the lowest score."""
    if not pack.entries:
        return None
    last = pack.entries[-1]
    for row, symbol in zip(thought.ranking.tolist(), mind.symbols(connection, thought.ranking.tolist()), strict=False):
        if _is(last, symbol):
            shares = _shares(thought, row, highest)
            return Rival(last.path, last.name, last.score, shares)
    return None


def _lacked(mine: Mapping[str, float], last: Rival | None) -> dict[str, float]:
    if last is None:
        return {}
    names = sorted({*mine, *last.shares})
    return {name: round(last.shares.get(name, 0.0) - mine.get(name, 0.0), _DIGITS) for name in names}


def _steps(
    connection: sqlite3.Connection, mind: Mind, thought: Thought, row: int, settings: Settings
) -> tuple[Step, ...]:
    if not len(thought.seeds) or thought.mass[row] <= 0:
        return ()
    hops = route(mind.whole(connection), thought.seeds.tolist(), row, settings.walking.weights, settings.walking.steps)
    ids = [int(mind.graph.nodes["id"][hop.row]) for hop in hops]
    known = symbols.by_ids(connection, ids)
    return tuple(
        Step(known[number].path, known[number].qualified_name, hop.kind.value if hop.kind else "", hop.forward)
        if number in known
        else Step("", "(outside)", hop.kind.value if hop.kind else "", hop.forward)
        for hop, number in zip(hops, ids, strict=True)
    )
