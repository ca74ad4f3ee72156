"""Our call edges beside somebody's word on the same tree: what the commands `make scip` and `make oracle` share.

What counts as right, wrong and apart stands in `scip.py` and `scip_score.py`, where SCIP is whoever is asked.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.scip import Position, Told, Truth
from seedwalk.eval.scip_code import Code, read_files
from seedwalk.eval.scip_score import Comparison, JudgedEdge, Share, Verdict, compare

LIMITS = {"precision": 0.90, "recall": 0.75}
SCIP = "SCIP"
_SEED = 3
_T = TypeVar("_T")


class Checked(msgspec.Struct, frozen=True):
    """A finished comparison and what it was made of."""

    tool: str
    documents: int
    read: int
    unseen: int
    """Positions that extraction has no reference at: only the other side sees a call there."""
    hidden: int
    """Calls that no name on their line tells: only who watches the program knows of them. They are left out."""
    comparison: Comparison
    code: Code


def check(repository: Repository, truth: Truth) -> Checked:
    """Index the repository, and compare its call edges with the truth about the files both sides read."""
    repository.index()
    edges = list(repository.edges())
    code = Code(repository.symbols("*"), edges)
    known = {symbol.path for symbol in code.symbols.values()}
    files = read_files(repository.root, known.intersection(truth.documents), repository.settings.sources)
    if not files:
        raise UsageError(
            f"none of the {len(truth.documents)} documents of {truth.tool} is a file that is read below "
            f"'{repository.root}'. Give the tree they were made from with --repo, and a folder of it with --under."
        )
    found = list(truth.positions(files, code))
    unseen = sum(not position.aside for position in found) - sum(len(file.callees) for file in files.values())
    hidden = truth.hidden(files) if truth.hidden is not None else 0
    return Checked(truth.tool, len(truth.documents), len(files), unseen, hidden, compare(found, edges, code), code)


def as_text(checked: Checked, verbose: int, judge: str = SCIP) -> str:
    """The comparison as tables; `judge` is who says what calls mean."""
    found, code = checked.comparison, checked.code
    lines = [
        f"{checked.tool}: {checked.documents:,} documents, {checked.read:,} of them read by seedwalk too",
        "", *_table([("callee positions", "count"), *((told, f"{found.positions.get(told, 0):,}") for told in Told)]),
        *([f"calls among these that extraction does not see: {checked.unseen:,}"] if checked.unseen else []),
        *([f"calls left out, for no name on their line tells them: {checked.hidden:,}"] if checked.hidden else []),
        "", *_table(_edge_rows(found, judge)),
        f"wrong edges to an override of what {judge} names, or to what it overrides: {found.overrides:,}",
        "", *_table([("figure", "measured", "count", "limit", "verdict"), *_figure_rows(found)]),
    ]  # fmt: skip
    if verbose:
        lines += ["", "wrong:", *(_wrong_line(one, code) for one in _sample(found.wrong, verbose))]
        lines += ["", "missed:", *(_missed_line(one, code) for one in _sample(found.missed, verbose))]
    return "\n".join(lines)


def _edge_rows(found: Comparison, judge: str) -> list[tuple[str, ...]]:
    columns = sorted(found.by_provenance)
    rows: list[tuple[str, ...]] = [("our call edges", "count", *columns)]
    for verdict in Verdict:
        counts = [found.by_provenance[column].get(verdict, 0) for column in columns]
        told = verdict.value.replace(SCIP, judge)
        rows.append((told, f"{found.verdicts.get(verdict, 0):,}", *(f"{count:,}" for count in counts)))
    return rows


def _figure_rows(found: Comparison) -> Iterable[tuple[str, ...]]:
    for name, share in found.figures.items():
        limit = LIMITS.get(name)
        yield (
            name,
            "none" if share.value is None else f"{share.value:.3f}",
            f"{share.hits:,} of {share.of:,}",
            "" if limit is None else f"{limit:.2f}",
            "" if limit is None else "pass" if _passes(share, limit) else "miss",
        )


def _passes(share: Share, limit: float) -> bool:
    return share.value is not None and share.value >= limit


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _sample(found: Sequence[_T], count: int) -> list[_T]:
    """The same ones for the same comparison, in the order they were found."""
    chosen = random.Random(_SEED).sample(range(len(found)), min(count, len(found)))
    return [found[number] for number in sorted(chosen)]


def _wrong_line(one: JudgedEdge, code: Code) -> str:
    edge, source, target = one.edge, code.symbols[one.edge.source], code.symbols[one.edge.target]
    told = f"'{one.position.written}' is {one.position.symbol}" if one.position is not None else "no position"
    return (
        f"  {source.path}:{edge.line} {source.qualified_name} -> {target.path}:{target.qualified_name} "
        f"({edge.provenance.value} {edge.confidence}); {told}"
    )


def _missed_line(one: Position, code: Code) -> str:
    return f"  {one.path}:{one.line} {code.symbols[one.source].qualified_name} calls '{one.written}': {one.symbol}"


def as_json(checked: Checked) -> str:
    found = checked.comparison
    rows = {
        "tool": checked.tool, "documents": checked.documents, "read": checked.read, "unseen": checked.unseen,
        "hidden": checked.hidden,
        "positions": {told.value: found.positions.get(told, 0) for told in Told},
        "edges": {verdict.name.lower(): found.verdicts.get(verdict, 0) for verdict in Verdict},
        "by_provenance": {
            provenance: {verdict.name.lower(): count for verdict, count in sorted(counts.items())}
            for provenance, counts in sorted(found.by_provenance.items())
        },
        "overrides": found.overrides,
        "figures": {
            name: {"value": share.value, "hits": share.hits, "of": share.of, "limit": LIMITS.get(name)}
            for name, share in found.figures.items()
        },
    }  # fmt: skip
    return json.dumps(rows, ensure_ascii=False, indent=2)


def door(module: str, languages: Iterable[str]) -> argparse.ArgumentParser:
    """What every comparison is asked with."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description="Our call edges, judged.")
    parser.add_argument("--language", choices=sorted(languages), required=True, help="whose calls are judged")
    parser.add_argument("--repo", type=Path, required=True, help="the repository; it is only read")
    parser.add_argument("--under", default="", metavar="FOLDER", help="compare only this folder of the repository")
    parser.add_argument("--verbose", type=int, default=0, metavar="N", help="show N wrong edges and N missed calls")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
    parser.add_argument("--strict", action="store_true", help="leave with 1 when a limit is missed")
    return parser


def parsed(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    asked = parser.parse_args(argv)
    asked.under = asked.under.strip("/")
    if not (asked.repo / asked.under).is_dir():
        parser.error(f"'{asked.repo / asked.under}' is not a folder. Give a repository, and a folder inside it.")
    if asked.verbose < 0:
        parser.error(f"--verbose {asked.verbose} must be at least 0.")
    return asked


def answer(asked: argparse.Namespace, judge: str, truth: Callable[[Repository], Truth]) -> int:
    """Compare, print, and say how it ended; the index of the repository is thrown away."""
    try:
        with tempfile.TemporaryDirectory(prefix="seedwalk-calls-") as store:
            repository = open_repository(asked.repo, store=store)
            checked = check(repository, truth(repository))
    except SeedwalkError as error:
        print(f"{judge}: {error}", file=sys.stderr)
        return error.exit_code
    print(as_json(checked) if asked.as_json else as_text(checked, asked.verbose, judge))
    figures = checked.comparison.figures
    return int(asked.strict and not all(_passes(figures[name], limit) for name, limit in LIMITS.items()))
