"""What does each mechanism give? Switched one at a time, from configuration alone: what its absence costs, or its
presence brings where it is off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import msgspec

from seedwalk.config.keys import value_of
from seedwalk.errors import UsageError
from seedwalk.eval import stats
from seedwalk.eval.arena import Setup, mechanisms
from seedwalk.eval.bout import Tell
from seedwalk.eval.compare import values
from seedwalk.eval.fixtures.task import TIERS
from seedwalk.eval.lent import SIGNALS, lent
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


_WOULD = {"better": "would help", "worse": "would hurt", "no difference": "no difference"}
"""Said of a mechanism that is off, when with it the result is so."""
ON = "+"
"""Before the name of a mechanism that is off and was switched on."""
OFF = "off"
"""Said of a mechanism that is off, and that nothing switches on: what it is part of is off."""
NOTHING = "changes nothing"
"""Said of a mechanism when no task's figure moved: another that is off stands before it, or no task calls for it."""


class Absence(msgspec.Struct, frozen=True):
    """A result without one mechanism against the whole, split by split; a negative difference is what it gives. For one
    that is off, a result with it."""

    mechanism: str
    splits: dict[str, Paired]
    corrected_p: float
    verdict: str


def ablate(
    name: str, run: Run, setup: Setup, *, rule: Rule, metric: str, some: Sequence[str] = (), tell: Tell = lambda _: None
) -> list[Absence]:  # fmt: skip
    """Every mechanism of a system, or some of them, in its table's order: without each that is on, with each that the
    settings have off (`lent.py`). Those that `setup` switches off are not run; Holm's correction is over all others."""
    known = mechanisms(name)
    if not known:
        raise UsageError(f"the system '{name}' has no mechanisms to switch off. Choose one of seedwalk's own.")
    for mechanism in some:
        if mechanism not in known:
            raise UsageError(f"'{mechanism}' is no mechanism of '{name}'. Choose from: {', '.join(known)}.")
    whole = run(setup)
    found: dict[str, dict[str, Paired]] = {}
    for mechanism in known:
        if mechanism in setup.without or (some and mechanism not in some):
            continue
        tried = _switched(mechanism, setup)
        for called, changed in tried.items():
            tell(f"with {mechanism}" if called.startswith(ON) else f"without {mechanism}")
            found[called] = splits(whole.rows, run(changed).rows, rule, metric)
        if not tried:
            found[mechanism] = {}
    ran = [called for called, one in found.items() if one]
    corrected = dict(zip(ran, stats.holm([found[called][OVERALL].p for called in ran]), strict=True))
    return [_absence(called, one, corrected.get(called, 1.0)) for called, one in found.items()]


def _switched(mechanism: str, setup: Setup) -> dict[str, Setup]:
    """By what a row is called, the setup it shows: without a mechanism that is on, with one that is off; a channel that
    is on but no signal of the score has both. None for what is switched by neither."""
    settings = setup.settings()
    less = msgspec.structs.replace(setup, without=setup.without | {mechanism})
    on = less.settings() != settings
    added = SIGNALS.get(mechanism, ()) if on else lent(mechanism)
    more = msgspec.structs.replace(setup, chosen=setup.chosen + added)
    unheard = not on or any(not value_of(settings, name) for name, _ in added)
    tried = {mechanism: less} if on else {}
    return tried | ({ON + mechanism: more} if unheard and more.settings() != settings else {})


def _absence(called: str, one: dict[str, Paired], p: float) -> Absence:
    if not one:
        return Absence(called, one, p, OFF)
    whole = one[OVERALL]
    words = _WOULD if called.startswith(ON) else _WORDS
    moved = whole.risen + whole.fallen
    return Absence(called, one, p, words[stats.verdict(whole.delta, p)] if moved else NOTHING)


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
        f"Difference of {metric} ({rule}) with its 95 % interval: what is lost without it is what it gives. Behind a "
        f"`{ON}`: off here, and what switching it on brings.", "",
    ]  # fmt: skip
    return "\n".join([*told, *table(head, rows), ""])


def _cell(paired: Paired) -> str:
    return f"{paired.delta:+.3f} ({paired.low:+.3f} {paired.high:+.3f})"
