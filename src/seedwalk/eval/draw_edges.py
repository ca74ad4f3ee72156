"""Edges drawn at random from indexed repositories, to be judged by eye.

    python -m seedwalk.eval.draw_edges REPO... --kind reads_env --language go --count 20 --seed 1

One JSON line each: where the edge is shown, that line of the source, its source and its target. The same arguments over
the same commits draw the same edges. `--store` keeps the indexes outside the repositories. What was drawn and judged
lies in `bench/edges/`.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import seedwalk
from seedwalk.config import CONFIDENCE
from seedwalk.graph.edges import unpack
from seedwalk.languages import language_of
from seedwalk.model import Edge, EdgeKind, Provenance
from seedwalk.sources.git import head
from seedwalk.store.database import FILENAME, open_reader
from seedwalk.store.symbols import all_symbols, placeless


def edges_of(root: Path, kind: EdgeKind, language: str, store: Path | None) -> Iterator[dict[str, Any]]:
    """Every edge of a kind in one repository, in a fixed order; `path` is the file that shows it."""
    repository = seedwalk.open(root, store=store / root.name if store else None)
    repository.index()
    connection = open_reader(repository.store / FILENAME)
    try:
        named = {one.id: one.qualified_name for one in (*all_symbols(connection), *placeless(connection))}
        rows = {
            (path, edge.line, named[edge.source], named[edge.target])
            for path, edge in _shown(connection)
            if edge.kind is kind and (not language or language_of(path) == language)
        }
    finally:
        connection.close()
    for path, line, source, target in sorted(rows):
        yield {"repo": root.name, "path": path, "line": line, "source": source, "target": target}


def _shown(connection: sqlite3.Connection) -> Iterator[tuple[str, Edge]]:
    """Every edge with the file that shows it: that of its source, where it follows from all files together or from
    syntax."""
    for path, blob in connection.execute("SELECT path, edges FROM links JOIN files ON files.id = file_id"):
        yield from ((path, edge) for edge in unpack(blob))
    holders = {one.id: one for one in all_symbols(connection)}
    for (blob,) in connection.execute("SELECT edges FROM derived ORDER BY name"):
        yield from ((holders[edge.source].path, edge) for edge in unpack(blob) if edge.source in holders)
    for one in holders.values():
        if one.parent is not None:
            sure = CONFIDENCE[Provenance.SYNTAX]
            yield one.path, Edge(one.parent, one.id, EdgeKind.CONTAINS, sure, Provenance.SYNTAX, one.line)
            yield one.path, Edge(one.id, one.parent, EdgeKind.MEMBER_OF, sure, Provenance.SYNTAX, one.line)


def draw(
    roots: list[Path], kind: EdgeKind, language: str, count: int, seed: int, store: Path | None
) -> list[dict[str, Any]]:
    """So many edges, each as likely as any other, with the commit they were found at."""
    rows = [(root, row) for root in sorted(roots) for row in edges_of(root, kind, language, store)]
    chosen = random.Random(seed).sample(rows, min(count, len(rows)))
    drawn = []
    for root, row in chosen:
        text = (root / row["path"]).read_text(encoding="utf-8", errors="replace").splitlines()
        shown = text[row["line"] - 1].strip() if 0 < row["line"] <= len(text) else ""
        drawn.append({**row, "commit": head(root), "of": len(rows), "text": shown})
    return drawn


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.draw_edges", description="Draw edges to judge.")
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--kind", required=True, type=EdgeKind, choices=list(EdgeKind))
    parser.add_argument("--language", default="", help="only edges from files of this language")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="folder for the indexes (default: in each repository)")
    asked = parser.parse_args(arguments)
    roots = [root.resolve() for root in asked.repositories]
    for row in draw(roots, asked.kind, asked.language, asked.count, asked.seed, asked.store):
        print(json.dumps(row, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
