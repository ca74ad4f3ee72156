"""A few files indexed, and what their literals became: `source -> target` by kind of edge."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from seedwalk.languages.world import Makes
from tests.trees import made

WORLD = frozenset(makes.value for makes in Makes if makes not in (Makes.PREFIX, Makes.MOUNT))


def found_in(files: Mapping[str, str]) -> dict[str, list[str]]:
    """For each kind of edge to the world outside, `source -> target`, sorted; the target of a call out begins `!`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        rows = list(made(root, files, Path(folder) / "store").dump())
    hosted = {row["symbol"]["name"] for row in rows if "symbol" in row and row["symbol"]["kind"] == "endpoint"}
    found: dict[str, set[str]] = {}
    for row in rows:
        if row.get("edge") in WORLD:
            source, target = row["source"]["name"], row["target"]["name"]
            mark = "!" if target in hosted and row["edge"] == "consumes_endpoint" else ""
            found.setdefault(row["edge"], set()).add(f"{source} -> {mark}{target}")
    return {kind: sorted(told) for kind, told in sorted(found.items())}
