"""`seedwalk dump`: the whole graph for programs."""

from __future__ import annotations

from seedwalk.cli.shared import AsJson, Store, Where, print_rows, repository


def command(repo: Where = None, store: Store = None, as_json: AsJson = False) -> None:
    """The whole graph as sorted JSON lines: symbols, then edges by path and name at both ends.

    seedwalk dump > graph.jsonl
    seedwalk dump --store ../index | grep '"edge": "extends"'
    """
    del as_json  # a dump is always JSON
    print_rows(repository(repo, store).dump())
