"""What reading history costs: all of it once, then one commit more.

    python -m seedwalk.eval.bench_history --repo CHECKOUT

The checkout is not touched: a clone that shares its objects stands at the commit before, is indexed with its history,
moves one commit on, and is indexed again. Only the stage that reads history is counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from seedwalk.api import open_repository
from seedwalk.config import Settings
from seedwalk.eval.places import moved
from seedwalk.eval.tables import table
from seedwalk.sources import git

MOST_SECONDS = 30.0
"""For the commits that are read by default, on Django."""
MOST_SECONDS_MORE = 1.0
PATIENT = 3_600.0
"""Seconds history may take here, so that what is measured is not the bound."""
_STAGE = "history"


def measure(repository: Path, scratch: Path) -> list[tuple[str, int, float, float]]:
    """(what, commits read, seconds, limit)"""
    head, before = (git.run_git(repository, "rev-parse", f"HEAD{back}").decode().strip() for back in ("", "~1"))
    settings = Settings()
    settings = replace(settings, history=replace(settings.history, seconds=PATIENT))
    found = []
    for what, commit, limit in (("all", before, MOST_SECONDS), ("the next commits", head, MOST_SECONDS_MORE)):
        tree = moved(repository, scratch / "tree", commit)
        report = open_repository(tree, store=scratch / "store", settings=settings).index()
        found.append((what, report.commits_read, report.seconds[_STAGE], limit))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    told = __doc__.partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.bench_history", description=told)
    parser.add_argument("--repo", type=Path, required=True, help="a checkout with its history")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        rows = measure(given.repo.resolve(), Path(scratch))
    cells = [[what, f"{read:,}", f"{seconds:.2f}", f"{limit:g}"] for what, read, seconds, limit in rows]
    sys.stdout.write("\n".join([*table(["history of", "commits read", "seconds", "at most"], cells), ""]))
    return int(any(seconds > limit for _, _, seconds, limit in rows))


if __name__ == "__main__":
    raise SystemExit(main())
