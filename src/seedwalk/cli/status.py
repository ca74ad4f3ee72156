"""`seedwalk status`: what the index holds and whether it is up to date."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from seedwalk.cli.shared import AsJson, Quiet, Store, Where, counts, faults, print_json, repository, say, table

_PATHS_SHOWN = 10


def command(repo: Where = None, store: Store = None, as_json: AsJson = False, quiet: Quiet = False) -> None:
    """What the index holds, and what changed in the tree since.

    seedwalk status
    seedwalk status --json
    """
    status = repository(repo, store).status()
    if as_json:
        print_json({**msgspec.to_builtins(status), "fresh": status.fresh})
        return
    indexed = datetime.fromtimestamp(status.indexed_at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    table(
        f"{status.files:,} files, {status.symbols:,} symbols: {'up to date' if status.fresh else 'out of date'}",
        [
            ("root", status.root),
            ("store", status.store),
            ("indexed", f"{indexed}{' at ' + status.head[:12] if status.head else ''}"),
            ("snapshot", status.snapshot),
            ("languages", counts(status.languages)),
            ("edges", counts(status.edges)),
            ("left out", counts(status.skipped, status.examples)),
            ("read in part", counts(status.troubles, status.examples)),
            ("manifests", faults(status.manifests)),
            ("not supported", counts(status.unsupported)),
            ("added", _paths(status.added)),
            ("changed", _paths(status.changed)),
            ("removed", _paths(status.removed)),
        ],
    )
    remarks = [*(f"note: {warning}" for warning in status.warnings), *([] if status.fresh else ["run: seedwalk index"])]
    for remark in () if quiet else remarks:
        say(remark)


def _paths(paths: list[str]) -> str:
    more = f" and {len(paths) - _PATHS_SHOWN:,} more" if len(paths) > _PATHS_SHOWN else ""
    return ", ".join(paths[:_PATHS_SHOWN]) + more
