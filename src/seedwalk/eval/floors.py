"""Floors: what a run must not fall below. `0.3`, `R@10=0.4`, `hard:MRR=0.2`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import NAMES
from seedwalk.eval.report import OVERALL, Report

_WRITTEN = re.compile(r"(?:(?P<group>[\w-]+):)?(?:(?P<metric>[A-Za-z0-9@]+)=)?(?P<value>\d*\.?\d+)")
_DEFAULT = "P@10"


class Floor(msgspec.Struct, frozen=True):
    """The least a metric of a tier, a repository or the whole may be."""

    group: str
    metric: str
    value: float


def parse(written: str) -> Floor:
    match = _WRITTEN.fullmatch(written.strip())
    metric = (match["metric"] or _DEFAULT) if match else ""
    if match is None or metric not in NAMES:
        raise UsageError(
            f"'{written}' is no floor. Write [tier:]METRIC=VALUE, as in hard:P@10=0.15; metrics are {', '.join(NAMES)}."
        )
    return Floor(match["group"] or OVERALL, metric, float(match["value"]))


def broken(report: Report, floors: Sequence[Floor], rule: Rule) -> list[str]:
    """What lies below its floor, in words. Raises UsageError for a group the report does not have."""
    groups = {one.name: one for one in (*report.tiers, *report.repositories, report.overall)}
    told = []
    for floor in floors:
        if floor.group not in groups:
            raise UsageError(f"'{floor.group}' is no tier or repository of this run. Choose from: {', '.join(groups)}.")
        value = groups[floor.group].metrics[rule][floor.metric]
        if value < floor.value:
            told.append(f"{floor.group} {floor.metric} is {value:.3f} ({rule}), below the floor of {floor.value:g}")
    return told
