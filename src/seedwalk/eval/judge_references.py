"""How far our call edges agree with what drawn references name. Values in, values out; nothing is read here.

An edge has a source, a target and a line, but not the reference that made it. So a reference is matched with the edges
that leave its source on its line and whose target answers to its name. An edge of another name on the line is another
reference's; an edge of the same name that disagrees is forgiven only when another reference there may have made it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from seedwalk.eval.reference_truth import TruthRow, Verdict
from seedwalk.facts import ARITY

Z = 1.96
"""Standard deviations around the middle that hold 95 % of a normal distribution."""
LEAST_PRECISION = 0.85
KEYWORDS = frozenset({"super", "this", "base", "self", "Self"})
"""Names that stand for another: what they mean cannot be read off them."""
_SEPARATORS = re.compile(r"\.|::|\s|&")


class Outcome(StrEnum):
    """What our edges say of one reference."""

    RIGHT = "right"
    WRONG = "wrong"
    SILENT = "silent"


class CallEdge(Struct, frozen=True):
    """The target of a call edge, with the names it may be called by: its own; its type's, for a constructor."""

    path: str
    name: str
    line: int
    called: frozenset[str]


Place = tuple[str, int]
"""A source as `path:qualified.name`, and a line."""


class Judgement(Struct, frozen=True):
    """One reference, what our edges gave for it, and whether that is right, down to the overload."""

    row: TruthRow
    outcome: Outcome
    given: tuple[CallEdge, ...] = ()
    same_overload: bool = False


class Share(Struct, frozen=True):
    """A part of a whole, with the interval the true share lies in."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """None of nothing has no share."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n); all of [0, 1] of nothing."""
        if not self.whole:
            return 0.0, 1.0
        n, p = self.whole, self.part / self.whole
        middle, stretch = p + Z**2 / (2 * n), 1 + Z**2 / n
        reach = Z * math.sqrt(p * (1 - p) / n + (Z / (2 * n)) ** 2)
        return max(0.0, (middle - reach) / stretch), min(1.0, (middle + reach) / stretch)


class Figures(Struct, frozen=True):
    """Precision: of the references we gave a target inside, those that are right. Recall: of those that lead inside."""

    references: int
    precision: Share
    recall: Share
    overloads: Share
    """of the right ones whose overload is certain, those we gave to the very overload"""

    @property
    def verdict(self) -> str:
        if self.precision.value is None:
            return "no edges"
        return "pass" if self.precision.value >= LEAST_PRECISION else "miss"


def last_name(text: str) -> str:
    """The last component of a reference as written: what is called."""
    return _SEPARATORS.split(text)[-1].partition(ARITY)[0]


def judge(row: TruthRow, edges: Iterable[CallEdge], others: Sequence[str]) -> Judgement:
    """One reference against the edges of its place; `others` are the last names of the other references there."""
    here = list(edges)
    candidates = [edge for edge in here if _answers(edge, row, others)]
    agreeing = [edge for edge in candidates if _agrees(edge, row)]
    strangers = [edge for edge in candidates if edge not in agreeing and edge.called.isdisjoint(others)]
    rivals = sum(name == last_name(row.text) for name in others)
    if agreeing and not strangers:
        certain = [target for target in row.answers if target.line]
        exact = any((e.path, e.name, e.line) == (t.path, t.name, t.line) for e in agreeing for t in certain)
        return Judgement(row, Outcome.RIGHT, tuple(agreeing), exact)
    if strangers or len(candidates) > rivals:
        return Judgement(row, Outcome.WRONG, tuple(candidates))
    return Judgement(row, Outcome.SILENT)


def _agrees(edge: CallEdge, row: TruthRow) -> bool:
    return any(target.is_named(edge.path, edge.name) for target in row.answers)


def _answers(edge: CallEdge, row: TruthRow, others: Sequence[str]) -> bool:
    """Whether the edge may stem from this reference: by name, by being the truth, or, for a keyword, by exclusion."""
    name = last_name(row.text)
    if name in KEYWORDS:
        return _agrees(edge, row) or edge.called.isdisjoint(others)
    return name in edge.called or _agrees(edge, row)


def judge_all(
    rows: Iterable[TruthRow], edges: Mapping[Place, Sequence[CallEdge]], names: Mapping[Place, Sequence[str]]
) -> list[Judgement]:
    """Every reference against the edges of its place. `names` are the last names of all references at a place."""
    judged = []
    for row in rows:
        place = (row.source, row.line)
        others = list(names.get(place, ()))
        if last_name(row.text) in others:
            others.remove(last_name(row.text))
        judged.append(judge(row, edges.get(place, ()), others))
    return judged


def figures(judged: Sequence[Judgement]) -> Figures:
    right = [one for one in judged if one.outcome is Outcome.RIGHT]
    given = [one for one in judged if one.outcome is not Outcome.SILENT]
    inside = [one for one in judged if one.row.verdict is Verdict.INSIDE]
    certain = [one for one in right if one.row.target is not None and one.row.target.line]
    return Figures(
        references=len(judged),
        precision=Share(len(right), len(given)),
        recall=Share(sum(one.outcome is Outcome.RIGHT for one in inside), len(inside)),
        overloads=Share(sum(one.same_overload for one in certain), len(certain)),
    )
