"""How long a search takes, warm: `python -m seedwalk.eval.bench_search REPOSITORY` prints p50 and p95.

The queries are those of `eval.needles`, drawn with a seed from the repository itself. Both clocks are told: on a busy
machine the processor's says more.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from seedwalk.api import open_repository
from seedwalk.eval.needles import cases

_LIMIT = 10
_PER_FORM = 25


def measure(repository: Path, store: Path | None, seed: int) -> dict[str, float]:
    """Milliseconds of wall and processor time of warm searches, after one round that warms."""
    opened = open_repository(repository, store=store)
    opened.index()
    queries = [str(case["query"]) for case in cases(opened.symbols("*"), "here", seed, _PER_FORM)]
    wall, spent = [], []
    for round_ in range(2):
        for query in queries:
            began, used = time.perf_counter(), time.process_time()
            opened.search(query, _LIMIT)
            if round_:
                wall.append((time.perf_counter() - began) * 1000)
                spent.append((time.process_time() - used) * 1000)
    told = {"p50_ms": (wall, 50), "p95_ms": (wall, 95), "cpu_p50_ms": (spent, 50), "cpu_p95_ms": (spent, 95)}
    return {"searches": len(wall)} | {
        name: round(float(np.percentile(values, part)), 2) for name, (values, part) in told.items()
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.bench_search", description="Time symbol search.")
    parser.add_argument("repository", type=Path)
    parser.add_argument("--store", type=Path, default=None, help="keep the index there")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(json.dumps(measure(asked.repository, asked.store, asked.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
