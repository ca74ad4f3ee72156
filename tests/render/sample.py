"""A small pack of real code in each rendering: symbols of `tests/mixed`, ranked by hand so that no tuning moves them.

`make golden` writes the renderings anew.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from seedwalk.config import Packing
from seedwalk.model import Match, Pack, Quality
from seedwalk.pack.fill import fill
from seedwalk.pack.snippets import Candidate
from seedwalk.pack.tokens import counter_named
from seedwalk.render import RENDERERS, render
from seedwalk.text import terms
from tests.test_golden import copy_of_mixed

GOLDEN = Path(__file__).parents[1] / "golden"
ENDINGS = {"markdown": "md", "xml": "xml", "json": "json", "compact": "txt"}
TASK = "refuse a line when the order is closed"
RANKED = (
    ("python/shop/orders.py:Order", 0.93, ("named in the task: order", "holds Order.add")),
    ("python/shop/orders.py:Order.total", 0.71, ("member of Order",)),
    ("python/shop/orders.py:Line", 0.64, ("named in the task: line",)),
    ("java/src/main/java/org/shop/orders/Order.java:Order", 0.6, ("same name as Order",)),
    ("python/shop/base.py:Record", 0.42, ("base of Order",)),
    ("ts/src/orders.ts:Order", 0.12, ()),
    ("python/shop/pricing/lists.py:PriceList", 0.11, ("called by Order.total",)),
    ("go/store/get.go:Store.Get", 0.1, ()),
)
SETTINGS = Packing(
    budget=460, size=0.4, within=0.2, sharpness=1.0,
    value_full=1.0, value_trimmed=0.9, value_cut=1.1, value_outline=0.7,
    value_line=0.6, deeper=1.0, cut_from=6, around=0,
)  # fmt: skip
"""Small bodies in a small budget, valued so that one rendering shows every depth."""


@cache
def candidates() -> tuple[Candidate, ...]:
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_of_mixed(Path(folder))
        found = [(repository.symbol(asked), score, reasons) for asked, score, reasons in RANKED]
        return tuple(
            Candidate(symbol, score, repository.source(symbol), proximity=score, reasons=reasons)
            for symbol, score, reasons in found
        )


def sample(style: str) -> Pack:
    empty = Pack(
        TASK, "default", "5d1f0c62a7be", SETTINGS.budget, Match(Quality.GOOD), notes=("The index is 2 files behind.",)
    )
    wanted = {term for word in ("refuse", "line", "order", "closed") for term in terms(word)}
    return fill(empty, candidates(), wanted, RENDERERS[style], counter_named(SETTINGS), SETTINGS)


def main() -> None:
    """Write the golden files."""
    for style, ending in ENDINGS.items():
        path = GOLDEN / f"pack.{ending}"
        path.write_text(render(sample(style), RENDERERS[style]), encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
