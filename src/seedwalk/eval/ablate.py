"""What does each mechanism give? Switched off one at a time, from configuration alone: what its absence costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval import stats
from seedwalk.eval.arena import Setup, mechanisms
from seedwalk.eval.bout import Tell
from seedwalk.eval.compare import values
from seedwalk.eval.fixtures.task import TIERS
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.report import OVERALL
from seedwalk.eval.results import Result, Row
from seedwalk.eval.stats import Paired
from seedwalk.eval.tables import table

_PLACES = {tier: place for place, tier in enumerate(tier for tiers in TIERS.values() for tier in tiers)}
"""Tiers come in the order they are known by, repositories by name."""

Run = Callable[[Setup], Result]

_WORDS = {"better": "hurts", "worse": "earns its place", "no difference": "no difference"}
"""Said of the mechanism, when without it the result is so."""


OFF = "off"
"""Said of a mechanism whose absence changes no setting."""


class Absence(msgspec.Struct, frozen=True):
    """A result without one mechanism against the whole, split by split; a negative difference is what it gives."""

    mechanism: str
    splits: dict[str, Paired]
    corrected_p: float
    verdict: str


def ablate(name: str, run: Run, setup: Setup, *, rule: Rule, metric: str, tell: Tell = lambda _: None) -> list[Absence]:
    """Every mechanism of a system, in its table's order; one that settings have switched off already is not run. Holm's
    correction is over the others."""
    known = mechanisms(name)
    if not known:
        raise UsageError(f"the system '{name}' has no mechanisms to switch off. Choose one of seedwalk's own.")
    whole = run(setup)
    found: dict[str, dict[str, Paired]] = {}
    for mechanism in known:
        less = msgspec.structs.replace(setup, without=setup.without | {mechanism})
        if mechanism in setup.without:
            continue
        if less.settings() == setup.settings():
            found[mechanism] = {}
            continue
        tell(f"without {mechanism}")
        found[mechanism] = splits(whole.rows, run(less).rows, rule, metric)
    on = [mechanism for mechanism, one in found.items() if one]
    corrected = dict(zip(on, stats.holm([found[mechanism][OVERALL].p for mechanism in on]), strict=True))
    return [_absence(mechanism, one, corrected.get(mechanism, 1.0)) for mechanism, one in found.items()]


def _absence(mechanism: str, one: dict[str, Paired], p: float) -> Absence:
    return Absence(mechanism, one, p, _WORDS[stats.verdict(one[OVERALL].delta, p)] if one else OFF)


def splits(whole: Sequence[Row], lacking: Sequence[Row], rule: Rule, metric: str) -> dict[str, Paired]:
    """Overall, by tier and by repository, where there is more than one."""
    by_id = {row.id: row for row in lacking}
    pairs = [(row, by_id[row.id]) for row in whole if row.id in by_id and rule in row.judged]
    groups = {OVERALL: pairs}
    for split in (attrgetter("tier"), attrgetter("repo")):
        names = sorted({str(split(row)) for row, _ in pairs}, key=lambda name: (_PLACES.get(name, len(_PLACES)), name))
        if len(names) > 1:
            groups |= {name: [pair for pair in pairs if split(pair[0]) == name] for name in names}
    return {
        name: stats.paired(*(values([pair[side] for pair in some], rule, metric, MetricSet.BENCH) for side in (0, 1)))
        for name, some in groups.items()
    }


def page(found: Sequence[Absence], name: str, rule: Rule, metric: str) -> str:
    columns = next((list(one.splits) for one in found if one.splits), [OVERALL])
    head = ["without", *columns, "p (Holm)", ""]
    rows = [
        [one.mechanism, *(_cell(one.splits[column]) for column in columns), f"{one.corrected_p:.4f}", one.verdict]
        if one.splits
        else [one.mechanism, *("" for _ in columns), "", one.verdict]
        for one in found
    ]
    told = [
        f"# {name} without each of its mechanisms", "",
        f"Difference of {metric} ({rule}) with its 95 % interval: what is lost without it is what it gives.", "",
    ]  # fmt: skip
    return "\n".join([*told, *table(head, rows), ""])


def _cell(paired: Paired) -> str:
    return f"{paired.delta:+.3f} ({paired.low:+.3f} {paired.high:+.3f})"
