"""Our call edges against the references a person decided (`bench/references/`).

    python -m seedwalk.eval.check_references --repos DIR | --mirror DIR [--language L] [--verbose] [--json] [--strict]

Each repository is looked for below `--repos` as owner/name or name, at the truth's commit; or checked out from the bare
repositories below `--mirror` into `--cache`. Its index is kept in `--store`: a second run only looks at what changed.
What counts as right stands in `judge_references.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError
from seedwalk.eval.checkouts import find_checkout
from seedwalk.eval.judge_references import (
    CallEdge,
    Figures,
    Judgement,
    Outcome,
    Place,
    Share,
    figures,
    judge_all,
    last_name,
)
from seedwalk.eval.mentions import each_file, named
from seedwalk.eval.reference_truth import TRUTH, TruthRow, languages, read_truth
from seedwalk.model import Flags, Kind, Symbol

CALLS = "calls"
"""The edge kind judged, by value: an index that has none yet is judged all the same."""
CACHE = Path.home() / ".cache" / "seedwalk" / "references"


class Known(Struct, frozen=True):
    """What an index says of a repository, as far as judging needs it."""

    edges: dict[Place, list[CallEdge]]
    names: dict[Place, list[str]]
    references: frozenset[tuple[str, int, str]]
    """(path, byte, last name): how the rest of a reference is written down may change."""
    symbols: frozenset[tuple[str, str]]

    def complaints(self, rows: Iterable[TruthRow]) -> list[str]:
        """Truth the index no longer knows: a reference not extracted, a symbol under another name."""
        told = []
        for row in rows:
            if (row.path, row.byte, last_name(row.text)) not in self.references:
                told.append(f"{row.place}: the index has no reference '{row.text}' there")
            told += [
                f"{row.place}: the index has no symbol '{target.path}:{target.name}'"
                for target in row.answers
                if (target.path, target.name) not in self.symbols
            ]
        return told


def know(repository: Repository) -> Known:
    """Read an index: its call edges and its calls by place."""
    symbols = {symbol.id: symbol for symbol in repository.symbols("*")}
    edges: dict[Place, list[CallEdge]] = defaultdict(list)
    for edge in repository.edges():
        source, target = symbols.get(edge.source), symbols.get(edge.target)
        if edge.kind.value == CALLS and source is not None and target is not None and _is_inside(target):
            edges[named(source), edge.line].append(call_edge(target))
    names: dict[Place, list[str]] = defaultdict(list)
    references = set()
    for file in each_file(repository):
        for place, text in sorted({((c.byte, named(file.source(c)), c.line), c.text) for c in file.calls}):
            byte, source_name, line = place
            names[source_name, line].append(last_name(text))
            references.add((file.path, byte, last_name(text)))
    known = frozenset((symbol.path, symbol.qualified_name) for symbol in symbols.values())
    return Known(dict(edges), dict(names), frozenset(references), known)


def _is_inside(target: Symbol) -> bool:
    return target.kind is not Kind.EXTERNAL and not target.flags & Flags.EXTERNAL


def call_edge(target: Symbol) -> CallEdge:
    """An edge's target and the names a caller may write for it."""
    owner = target.qualified_name.rpartition(".")[0].rpartition(".")[2]
    called = {target.name, owner} if target.kind is Kind.CONSTRUCTOR else {target.name}
    return CallEdge(target.path, target.qualified_name, target.line, frozenset(called))


def check(
    rows: Sequence[TruthRow], checkout: Callable[[str, str], Path | None], store: Path, tell: Callable[[str], None]
) -> list[Judgement]:
    """Judge the references of every repository that can be had; tell of those that cannot, and of stale truth."""
    judged: list[Judgement] = []
    for (repo, commit), group in groupby(rows, key=lambda row: (row.repo, row.commit)):
        drawn = list(group)
        root = checkout(repo, commit)
        if root is None:
            tell(f"{repo} is not there at {commit[:12]}: {len(drawn)} references are left out")
            continue
        repository = open_repository(root, store=store / repo.replace("/", "+"))
        repository.index()
        known = know(repository)
        for complaint in known.complaints(drawn):
            tell(complaint)
        judged += judge_all(drawn, known.edges, known.names)
    return judged


def as_row(language: str, judged: Sequence[Judgement]) -> dict[str, object]:
    """The figures of a language and its mistakes, for programs."""
    found = figures(judged)
    row: dict[str, object] = {"language": language, "references": found.references, "verdict": found.verdict}
    for name in ("precision", "recall", "overloads"):
        share: Share = getattr(found, name)
        low, high = share.interval
        row[name] = {"right": share.part, "of": share.whole, "share": share.value, "low": low, "high": high}
    return row | {"wrong": [as_mistake(one) for one in mistakes(judged)]}


def as_table(found: Iterable[tuple[str, Figures]]) -> str:
    """The figures of each language, one a line."""
    shown = f"{'language':<10} {'drawn':>5}  {'precision':<28} {'recall':<28} {'very overload':<28} verdict"
    return "\n".join([shown, *(_line(language, figure) for language, figure in found)])


def _line(language: str, found: Figures) -> str:
    shares = "".join(f"{_shown(share):<29}" for share in (found.precision, found.recall, found.overloads))
    return f"{language:<10} {found.references:>5}  {shares}{found.verdict}"


def _shown(share: Share) -> str:
    if share.value is None:
        return "none of 0"
    low, high = share.interval
    return f"{share.value:.3f} [{low:.3f}, {high:.3f}] {share.part}/{share.whole}"


def mistakes(judged: Iterable[Judgement]) -> list[Judgement]:
    return [one for one in judged if one.outcome is Outcome.WRONG]


def as_mistake(one: Judgement) -> dict[str, object]:
    """A wrong answer: the reference, what it names, what we gave."""
    target = one.row.target
    return {
        "place": one.row.place,
        "text": one.row.text,
        "truth": f"{target.path}:{target.name}" if target else one.row.verdict.value,
        "given": sorted({f"{edge.path}:{edge.name}" for edge in one.given}),
    }


def as_list(judged: Iterable[Judgement]) -> str:
    """The wrong answers, three lines each."""
    told = [as_mistake(one) for one in mistakes(judged)]
    return "".join(
        f"\n{wrong['place']}: {wrong['text']}\n    is   {wrong['truth']}\n    gave {wrong['given']}" for wrong in told
    )


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.check_references", description=__doc__)
    parser.add_argument("--repos", type=Path, help="folder of checkouts")
    parser.add_argument("--mirror", type=Path, help="folder of bare repositories to make checkouts from")
    parser.add_argument("--cache", type=Path, default=CACHE / "checkouts", help="where made checkouts are kept")
    parser.add_argument("--store", type=Path, default=CACHE / "indexes", help="where the indexes are kept")
    parser.add_argument("--truth", type=Path, default=TRUTH, help="folder of the truth")
    parser.add_argument("--language", action="append", help="only this language; may be given again")
    parser.add_argument("--verbose", action="store_true", help="list the wrong answers")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON for programs")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a language misses its precision")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)

    def checkout(repo: str, commit: str) -> Path | None:
        return find_checkout(repo, commit, asked.repos, asked.mirror, asked.cache)

    try:
        judged = {
            language: check(read_truth(language, asked.truth), checkout, asked.store, _say)
            for language in asked.language or languages(asked.truth)
        }
    except SeedwalkError as error:
        _say(str(error))
        return error.exit_code
    found = {language: figures(ones) for language, ones in judged.items()}
    if asked.as_json:
        answer = json.dumps([as_row(language, ones) for language, ones in judged.items()])
    else:
        answer = as_table(found.items()) + ("".join(map(as_list, judged.values())) if asked.verbose else "")
    sys.stdout.write(answer + "\n")
    return int(asked.strict and any(figure.verdict != "pass" for figure in found.values()))


def _say(message: str) -> None:
    sys.stderr.write(f"{message}\n")


if __name__ == "__main__":
    sys.exit(main())
