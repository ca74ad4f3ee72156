"""Has a tier fallen? A run against a committed one, so that a chore notices a loss before it is committed."""

from __future__ import annotations

from seedwalk.eval.compare import compare
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.results import Result


def fallen(before: Result, after: Result, rule: Rule, which: MetricSet) -> list[str]:
    """Every tier and metric that is significantly worse than in the committed result, in words."""
    found = compare(before, after, rules=[rule], which=which, by_tier=True)
    return [
        f"{line.group} {line.metric} fell from {line.paired.before:.3f} to {line.paired.after:.3f} "
        f"({line.rule}, p {line.corrected_p:.4f} over {line.paired.tasks} tasks)"
        for line in found.lines
        if line.verdict == "worse"
    ]
