"""Our call edges beside what SCIP says: precision, recall, and which edges and calls they do not share.

precision   of our edges that stand where SCIP names a function, method or class of the repository, or something
            external, the share that agree; an edge into the repository where SCIP says external is wrong
recall      of the calls SCIP resolved to a function, method or class of the repository, the share we have an edge for

Both are told on (source, line, target) and on (source, target). An edge has a line and no column: of several calls on
one line it is judged by those it agrees with, else by those that write its target's name, else by the ones left over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from seedwalk.eval.scip import Position, Told
from seedwalk.eval.scip_code import Code
from seedwalk.model import Edge, Kind, Provenance, SymbolId

CALLS = "calls"
LEFT_OUT = frozenset({"callback"})
"""Provenances of edges that are no call at a callee position: a callable handed over to be called."""

Place = tuple[SymbolId, int]
"""Source symbol and line."""


class Verdict(StrEnum):
    """How one edge stands beside SCIP's word."""

    AGREES = "agrees"
    WRONG = "wrong: SCIP names another symbol of the repository"
    WRONG_EXTERNAL = "wrong: SCIP names something external"
    VALUE_SAME = "apart: SCIP names a variable, and so do we"
    VALUE_OTHER = "apart: SCIP names a variable, we what it holds"
    CONTRADICTED_SAME = "apart: SCIP contradicts the text, and we agree with it"
    CONTRADICTED_OTHER = "apart: SCIP contradicts the text, and we differ"
    OPEN = "apart: SCIP leaves the position open"
    UNPLACED = "apart: no callee position of the source on that line"
    EXTERNAL_TARGET = "left out: our target is external"
    MACRO_TARGET = "left out: our target is a macro"
    CALLBACK = "left out: a callable handed over"
    UNCOVERED = "left out: the file is not in the SCIP index"


_JUDGED_BY = {
    Told.OPEN: (Verdict.OPEN, Verdict.OPEN),
    Told.CONTRADICTED: (Verdict.CONTRADICTED_SAME, Verdict.CONTRADICTED_OTHER),
    Told.VALUE: (Verdict.VALUE_SAME, Verdict.VALUE_OTHER),
    Told.INSIDE: (Verdict.AGREES, Verdict.WRONG),
    Told.EXTERNAL: (Verdict.WRONG_EXTERNAL, Verdict.WRONG_EXTERNAL),
}
"""Verdict where the target is accepted, and where it is not. Of several positions the earlier row speaks: an edge is
called wrong only where nothing on its line excuses it."""
_WRONG = (Verdict.WRONG, Verdict.WRONG_EXTERNAL)


class JudgedEdge(msgspec.Struct, frozen=True):
    """One of our edges, the verdict on it, and the position that gave the verdict."""

    edge: Edge
    verdict: Verdict
    position: Position | None = None


class Share(msgspec.Struct, frozen=True):
    """So many of so many."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """Between 0 and 1; None of nothing."""
        return self.hits / self.of if self.of else None


class Comparison(msgspec.Struct, frozen=True):
    """Everything the comparison found, for a report or a program."""

    positions: Mapping[Told, int]
    verdicts: Mapping[Verdict, int]
    by_provenance: Mapping[str, Mapping[Verdict, int]]
    figures: Mapping[str, Share]
    overrides: int
    """Wrong edges whose target overrides, or is overridden by, what SCIP names."""
    wrong: tuple[JudgedEdge, ...]
    missed: tuple[Position, ...]


def compare(positions: Sequence[Position], edges: Iterable[Edge], code: Code) -> Comparison:
    """Judge our call edges by the positions of the files SCIP covers."""
    calls = [edge for edge in edges if edge.kind.value == CALLS]
    judged = judge(calls, positions, code)
    counted = [found.edge for found in judged if found.verdict is not Verdict.CALLBACK]
    verdicts = Counter(found.verdict for found in judged)
    by_provenance: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for found in judged:
        by_provenance[found.edge.provenance.value][found.verdict] += 1
    wrong = tuple(found for found in judged if found.verdict in _WRONG)
    return Comparison(
        Counter(position.told for position in positions if not position.aside), verdicts, by_provenance,
        {
            **_precisions(verdicts), **_stated_precision(judged), **_pair_precision(judged, positions),
            **_recalls(positions, counted), **_by_name(judged, positions, counted, code),
        },
        sum(_is_override(found, code) for found in wrong), wrong, _missed(positions, counted),
    )  # fmt: skip


def judge(calls: Sequence[Edge], positions: Sequence[Position], code: Code) -> list[JudgedEdge]:
    """A verdict on every call edge, in the order given."""
    at: dict[Place, list[Position]] = defaultdict(list)
    covered: set[str] = set()
    for position in positions:
        at[position.source, position.line].append(position)
        covered.add(position.path)
    ours: dict[Place, set[SymbolId]] = defaultdict(set)
    for edge in calls:
        ours[edge.source, edge.line].add(edge.target)
    return [_verdict(edge, at, ours, covered, code) for edge in calls]


def _verdict(
    edge: Edge, at: Mapping[Place, Sequence[Position]], ours: Mapping[Place, set[SymbolId]], covered: set[str],
    code: Code,
) -> JudgedEdge:  # fmt: skip
    source, target = code.symbols.get(edge.source), code.symbols.get(edge.target)
    if edge.provenance.value in LEFT_OUT:
        return JudgedEdge(edge, Verdict.CALLBACK)
    if target is None or target.kind is Kind.EXTERNAL:
        return JudgedEdge(edge, Verdict.EXTERNAL_TARGET)
    if target.kind is Kind.MACRO:
        return JudgedEdge(edge, Verdict.MACRO_TARGET)
    if source is None or source.path not in covered:
        return JudgedEdge(edge, Verdict.UNCOVERED)
    here = at.get((edge.source, edge.line), ())
    if not here:
        return JudgedEdge(edge, Verdict.UNPLACED)
    agreeing = next((p for p in here if p.told is Told.INSIDE and edge.target in p.accepted), None)
    if agreeing is not None:
        return JudgedEdge(edge, Verdict.AGREES, agreeing)
    position = _meant(edge, here, ours[edge.source, edge.line], code)
    return JudgedEdge(edge, _JUDGED_BY[position.told][edge.target not in position.accepted], position)


def _meant(edge: Edge, here: Sequence[Position], ours: set[SymbolId], code: Code) -> Position:
    """The position an edge most likely came from, of those it does not agree with."""
    free = [position for position in here if not (position.told is Told.INSIDE and position.accepted & ours)]
    names = code.names(edge.target)
    pools = (
        [position for position in free if position.written in names],
        [position for position in here if position.written in names],
        free,
        here,
    )
    pool = next(filter(None, pools))
    excuses = list(_JUDGED_BY)
    return min(pool, key=lambda position: excuses.index(position.told))


def _precisions(verdicts: Mapping[Verdict, int]) -> dict[str, Share]:
    def share(right: Sequence[Verdict], wrong: Sequence[Verdict]) -> Share:
        hits = sum(verdicts.get(verdict, 0) for verdict in right)
        return Share(hits, hits + sum(verdicts.get(verdict, 0) for verdict in wrong))

    return {
        "precision": share([Verdict.AGREES], _WRONG),
        "precision, variables judged too": share(
            [Verdict.AGREES, Verdict.VALUE_SAME], [*_WRONG, Verdict.VALUE_OTHER]
        ),
        "precision, contradictions judged too": share(
            [Verdict.AGREES, Verdict.CONTRADICTED_SAME], [*_WRONG, Verdict.CONTRADICTED_OTHER]
        ),
    }


def _stated_precision(judged: Iterable[JudgedEdge]) -> dict[str, Share]:
    """Precision of the edges that say what a call names, without those to the method that then runs."""
    stated = Counter(found.verdict for found in judged if found.edge.provenance is not Provenance.DISPATCHED)
    return {"precision, dispatched edges apart": _precisions(stated)["precision"]}


def _pair_precision(judged: Iterable[JudgedEdge], positions: Iterable[Position]) -> dict[str, Share]:
    """Precision of (source, target): a pair is right if any of its lines is, wrong if one is and none is right."""
    accepted: dict[SymbolId, set[SymbolId]] = defaultdict(set)
    for position in positions:
        if position.told is Told.INSIDE:
            accepted[position.source] |= position.accepted
    right: set[tuple[SymbolId, SymbolId]] = set()
    wrong: set[tuple[SymbolId, SymbolId]] = set()
    for found in judged:
        pair = (found.edge.source, found.edge.target)
        if found.verdict is Verdict.AGREES or found.verdict in _WRONG:
            (right if pair[1] in accepted[pair[0]] else wrong).add(pair)
    return {"precision without lines": Share(len(right), len(right | wrong))}


def _recalls(positions: Sequence[Position], calls: Iterable[Edge]) -> dict[str, Share]:
    """Each call counts once for its line, and once for its source and target."""
    lined: dict[Place, set[SymbolId]] = defaultdict(set)
    paired: dict[SymbolId, set[SymbolId]] = defaultdict(set)
    for edge in calls:
        lined[edge.source, edge.line].add(edge.target)
        paired[edge.source].add(edge.target)
    inside = [position for position in positions if position.told is Told.INSIDE]
    doubtful = [position for position in positions if position.told is Told.CONTRADICTED and position.accepted]

    def share(asked: Iterable[Position]) -> Share:
        truth = {(p.source, p.line, p.accepted or p.symbol): p for p in asked}
        return Share(sum(bool(p.accepted & lined.get((p.source, p.line), set())) for p in truth.values()), len(truth))

    pairs = {(p.source, p.accepted or p.symbol): p for p in inside}
    hits = sum(bool(p.accepted & paired.get(p.source, set())) for p in pairs.values())
    return {
        "recall": share(inside),
        "recall, contradictions judged too": share([*inside, *doubtful]),
        "recall without lines": Share(hits, len(pairs)),
    }


def _by_name(
    judged: Sequence[JudgedEdge], positions: Iterable[Position], calls: Iterable[Edge], code: Code
) -> dict[str, Share]:
    """Both figures where any overload of what is called is right; dispatched edges apart."""
    stated = [found for found in judged if found.edge.provenance is not Provenance.DISPATCHED]
    right = sum(found.verdict is Verdict.AGREES for found in stated)
    wrong = [found for found in stated if found.verdict in _WRONG]
    near = sum(
        found.position is not None and code.spelled(found.edge.target) in _spellings(found.position, code)
        for found in wrong
    )
    named: dict[Place, set[str]] = defaultdict(set)
    for edge in calls:
        named[edge.source, edge.line].add(code.spelled(edge.target))
    inside = {(p.source, p.line, p.accepted or p.symbol): p for p in positions if p.told is Told.INSIDE}
    hits = sum(bool(_spellings(p, code) & named.get((p.source, p.line), set())) for p in inside.values())
    return {
        "precision, any overload, dispatched edges apart": Share(right + near, right + len(wrong)),
        "recall, any overload": Share(hits, len(inside)),
    }


def _spellings(position: Position, code: Code) -> set[str]:
    return {code.spelled(target) for target in position.accepted}


def _missed(positions: Iterable[Position], calls: Iterable[Edge]) -> tuple[Position, ...]:
    ours = {(edge.source, edge.line, edge.target) for edge in calls}
    return tuple(
        position
        for position in positions
        if position.told is Told.INSIDE
        and not any((position.source, position.line, target) in ours for target in position.accepted)
    )


def _is_override(found: JudgedEdge, code: Code) -> bool:
    accepted = found.position.accepted if found.position is not None else frozenset()
    return any(code.related(found.edge.target, target) for target in accepted)
