"""The table of the README: how seedwalk stands among the others on the public tasks, from the results that are kept."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.eval import metrics, stats
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import MetricSet
from seedwalk.eval.results import Result
from seedwalk.eval.tables import figure

OURS = {
    "seedwalk-history-recency": "**seedwalk**",
    "seedwalk@seed-history-recency": "seedwalk, profile `seed` (the first design's constants)",
    "lexical": "our plain lexical baseline",
}
"""Told first, and in this order: public tasks are judged without history and recency."""
OTHERS = {
    "codegraph": "codegraph 1.6.1",
    "codegraph-explore": "codegraph 1.6.1, `explore`",
    "bm25": "BM25 over symbols (bm25s)",
    "ripgrep": "ripgrep, keywords counted",
    "knowing-no-enrich": "knowing 0.16.0, without enrichment",
    "knowing": "knowing 0.16.0, enriched by its own resolvers",
    "mnemosyne": "Mnemosyne 1.1.0",
    "ckb": "CKB 9.3.1",
    "aider": "aider 0.86.2, repository map",
}
_FIGURES = ("P@10", "R@10", "MRR")
_HEAD = ["| system | tasks | P@10 | R@10 | MRR | tokens of an answer |", "|---|---:|---:|---:|---:|---:|"]


def standing(found: Sequence[Result]) -> list[str]:
    """Ours, then the others by R@10; a system of whom nothing is kept has no row."""
    by_label = {one.label: one for one in found}
    measured = {label: _measured(one) for label, one in by_label.items()}
    others = sorted((label for label in OTHERS if label in by_label), key=lambda label: -measured[label]["R@10"])
    rows = [*(label for label in OURS if label in by_label), *others]
    return [*_HEAD, *(_row({**OURS, **OTHERS}[label], by_label[label], measured[label]) for label in rows)]


def _measured(result: Result) -> dict[str, float]:
    told = [metrics.measure(row.judged[Rule.LENIENT], MetricSet.BENCH) for row in result.rows]
    return {name: stats.mean([one[name] for one in told]) for name in _FIGURES}


def _row(title: str, result: Result, means: dict[str, float]) -> str:
    cells = [figure(means[name]) for name in _FIGURES]
    if title.startswith("**"):
        cells = [f"**{cell}**" for cell in cells]
    tokens = stats.mean([float(row.tokens) for row in result.rows])
    return f"| {' | '.join([title, str(len(result.rows)), *cells, f'{tokens:,.0f}'])} |"
