"""`make scip`: our call edges beside a SCIP index of the same tree.

    python -m seedwalk.eval.scip_check --language python --repo REPO [--under FOLDER] [--scip FILE] [--verbose N]

Without FILE the index is made by SCIP's own indexer and kept in the user's cache folder until the commit changes. What
counts as right, wrong and apart stands in `scip.py` and `scip_score.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.scip import Position, Told, positions, rebased
from seedwalk.eval.scip_code import Code, read_files
from seedwalk.eval.scip_format import ScipIndex, UnreadableScip, read_index
from seedwalk.eval.scip_indexer import INDEXERS, cached_index, make_index
from seedwalk.eval.scip_score import Comparison, JudgedEdge, Share, Verdict, compare

LIMITS = {"precision": 0.90, "recall": 0.75}
_JUDGE = "SCIP"
_SEED = 3
_MADE_APART = {"csharp": "python -m seedwalk.eval.roslyn_index"}
"""Languages whose index is made by a command of its own."""
_T = TypeVar("_T")


class Checked(msgspec.Struct, frozen=True):
    """A finished comparison and what it was made of."""

    tool: str
    documents: int
    read: int
    comparison: Comparison
    code: Code


def check(repository: Repository, index: ScipIndex, under: str) -> Checked:
    """Index the repository, and compare its call edges with a SCIP index."""
    root = repository.root
    index = rebased(index, _base_of(index, root, under))
    inside = [d for d in index.documents if not under or d.path.startswith(f"{under}/")]
    index = ScipIndex(index.tool, tuple(inside))
    repository.index()
    edges = list(repository.edges())
    code = Code(repository.symbols("*"), edges)
    files = read_files(root, [document.path for document in inside], repository.settings.sources)
    found = list(positions(index, files, code))
    return Checked(index.tool, len(inside), len(files), compare(found, edges, code), code)


def _base_of(index: ScipIndex, root: Path, under: str) -> str:
    """What the paths of the documents are relative to: the repository, or the folder the indexer was told to read."""

    def present(base: str) -> int:
        return sum((root / base / document.path).is_file() for document in index.documents)

    base = max(dict.fromkeys(("", under)), key=present)
    if not present(base):
        raise UsageError(
            f"none of the {len(index.documents)} documents of the SCIP index is a file below '{root / under}'. "
            "Give the tree it was made from with --repo, and the folder it was limited to with --under."
        )
    return base


def as_text(checked: Checked, verbose: int, judge: str = _JUDGE) -> str:
    """The comparison as tables; `judge` is who says what calls mean."""
    found, code = checked.comparison, checked.code
    lines = [
        f"{checked.tool}: {checked.documents:,} documents, {checked.read:,} of them read by seedwalk too",
        "", *_table([("callee positions", "count"), *((told, f"{found.positions.get(told, 0):,}") for told in Told)]),
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
        told = verdict.value.replace(_JUDGE, judge)
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
        "tool": checked.tool, "documents": checked.documents, "read": checked.read,
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


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.scip_check", description="Our call edges beside a SCIP index of the same tree."
    )
    known = sorted((*INDEXERS, *_MADE_APART))
    parser.add_argument("--language", choices=known, required=True, help="which indexer to ask")
    parser.add_argument("--repo", type=Path, required=True, help="the repository; it is only read")
    parser.add_argument("--scip", type=Path, metavar="FILE", help="an index of the same tree, instead of making one")
    parser.add_argument("--under", default="", metavar="FOLDER", help="compare only this folder of the repository")
    parser.add_argument("--fresh", action="store_true", help="make the SCIP index again, though one is kept")
    parser.add_argument("--verbose", type=int, default=0, metavar="N", help="show N wrong edges and N missed calls")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
    parser.add_argument("--strict", action="store_true", help="leave with 1 when a limit is missed")
    asked = parser.parse_args(argv)
    asked.under = asked.under.strip("/")
    if not (asked.repo / asked.under).is_dir():
        parser.error(f"'{asked.repo / asked.under}' is not a folder. Give a repository, and a folder inside it.")
    if asked.language in _MADE_APART and asked.scip is None:
        parser.error(f"no indexer of {asked.language} runs by itself. Run: {_MADE_APART[asked.language]}; give --scip.")
    if asked.verbose < 0:
        parser.error(f"--verbose {asked.verbose} must be at least 0.")
    return asked


def _scip_file(asked: argparse.Namespace) -> Path:
    if asked.scip is not None:
        return Path(asked.scip)
    file = cached_index(asked.repo, asked.language, asked.under)
    if asked.fresh or not file.exists():
        print(f"scip: making {file}", file=sys.stderr, flush=True)
        make_index(asked.repo, asked.language, asked.under, file)
    else:
        print(f"scip: using {file}; --fresh makes it again", file=sys.stderr, flush=True)
    return file


def _read(file: Path) -> ScipIndex:
    try:
        return read_index(file.read_bytes())
    except OSError as error:
        raise UsageError(f"'{file}' cannot be read: {error.strerror}. Give a SCIP index with --scip.") from error
    except UnreadableScip as error:
        raise UnreadableScip(f"'{file}': {error}") from error


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)
    try:
        index = _read(_scip_file(asked))
        with tempfile.TemporaryDirectory(prefix="seedwalk-scip-") as store:
            checked = check(open_repository(asked.repo, store=store), index, asked.under)
    except SeedwalkError as error:
        print(f"scip: {error}", file=sys.stderr)
        return error.exit_code
    print(as_json(checked) if asked.as_json else as_text(checked, asked.verbose))
    figures = checked.comparison.figures
    return int(asked.strict and not all(_passes(figures[name], limit) for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
