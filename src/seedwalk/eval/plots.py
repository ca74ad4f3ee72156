"""Pictures of results: quality against tokens, quality against latency, and bars per repository with intervals.

Needs matplotlib, which is an extra: pip install 'seedwalk[plots]'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from seedwalk.errors import UsageError
from seedwalk.eval import stats
from seedwalk.eval.compare import values
from seedwalk.eval.matching import Rule
from seedwalk.eval.report import Report, report
from seedwalk.eval.results import Result

_METRIC = "R@10"
_DPI = 120
_WIDTH, _HEIGHT = 8.0, 4.5
_BARS_SHARE = 0.8
_UNDATED: dict[str, dict[str, None]] = {"png": {"Software": None}, "svg": {"Date": None}}


def draw(results: Sequence[Result], folder: Path, format_: str = "svg") -> list[Path]:
    """Every picture, written below `folder`; their paths. The same results give the same files."""
    if format_ not in _UNDATED:
        raise UsageError(f"'{format_}' is no format. Choose from: {', '.join(_UNDATED)}.")
    if not results:
        raise UsageError("there is no result to draw. Give files that seedwalk eval --save wrote.")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, picture in PICTURES.items():
        path = folder / f"{name}.{format_}"
        figure, axes = _canvas()
        picture(axes, results)
        figure.savefig(path, format=format_, dpi=_DPI, metadata=_UNDATED[format_])
        written.append(path)
    return written


def _canvas() -> tuple[Any, Any]:
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        told = "drawing needs matplotlib, which is not installed. Run: pip install 'seedwalk[plots]'"
        raise UsageError(told) from error
    mpl.rcParams["svg.hashsalt"] = "seedwalk"
    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _rule(shown: Report) -> Rule:
    return Rule.LENIENT if Rule.LENIENT in shown.rules else shown.rules[-1]


def _scatter(axes: Any, results: Sequence[Result], across: Callable[[Report], float], label: str) -> None:
    for result in results:
        shown = report(result)
        point = (max(across(shown), 1.0), shown.overall.metrics[_rule(shown)][_METRIC])
        axes.scatter(*point)
        axes.annotate(result.label, point, textcoords="offset points", xytext=(5, 4))
    axes.set_xscale("log")
    axes.set_xlabel(label)
    axes.set_ylabel(_METRIC)
    axes.set_ylim(bottom=0)
    axes.grid(visible=True, alpha=0.3)


def _against_tokens(axes: Any, results: Sequence[Result]) -> None:
    _scatter(axes, results, lambda shown: shown.overall.tokens, "tokens of an answer (mean)")


def _against_latency(axes: Any, results: Sequence[Result]) -> None:
    _scatter(axes, results, lambda shown: shown.overall.warm_ms[0], "warm latency, median, ms (1 and less at 1)")


def _per_repository(axes: Any, results: Sequence[Result]) -> None:
    """Bars side by side, each with the bootstrap's 95 % interval."""
    names = sorted({row.repo for result in results for row in result.rows})
    width = _BARS_SHARE / len(results)
    for at, result in enumerate(results):
        rule = _rule(report(result))
        heights, below, above = [], [], []
        for name in names:
            found = values([row for row in result.rows if row.repo == name], rule, _METRIC)
            mean = sum(found) / len(found) if found else 0.0
            low, high = stats.interval(found)
            heights.append(mean)
            below.append(max(0.0, mean - low))
            above.append(max(0.0, high - mean))
        places = [place + (at - (len(results) - 1) / 2) * width for place in range(len(names))]
        axes.bar(places, heights, width, yerr=(below, above), capsize=2, label=result.label)
    axes.set_xticks(range(len(names)), [name or "own" for name in names], rotation=20, ha="right")
    axes.set_ylabel(f"{_METRIC}, 95 % interval")
    axes.legend()


PICTURES: dict[str, Callable[[Any, Sequence[Result]], None]] = {
    "quality-tokens": _against_tokens,
    "quality-latency": _against_latency,
    "repositories": _per_repository,
}
