"""`make oracle`: our call edges beside what a language's own compiler says of the same tree.

    python -m seedwalk.eval.oracles.check --language go --repo REPO [--under FOLDER] [--truth FILE] [--verbose N]

Without FILE the oracle is run on the repository. What counts as right, wrong and apart stands in `truth.py` and
`scip_score.py`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.oracles.truth import Row, positions, read_rows
from seedwalk.eval.scip_check import LIMITS, Checked, as_json, as_text
from seedwalk.eval.scip_code import Code, read_files
from seedwalk.eval.scip_score import compare

_HERE = Path(__file__).resolve().parent
_TOLD_LINES = 5


class OracleFailed(SeedwalkError):
    """The oracle ran and gave no rows."""


class Oracle(msgspec.Struct, frozen=True):
    """Who is asked: the program that runs it, how, and what to install where it is missing."""

    name: str
    program: str
    arguments: tuple[str, ...]
    """Before the repository; it is run beside this file."""
    remedy: str


ORACLES = {
    "go": Oracle("go/types", "go", ("run", "go_calls.go", "go_tree.go"), "Install Go 1.21 or newer"),
}
"""By language."""


def ask(oracle: Oracle, root: Path, output: Path) -> None:
    """Run an oracle on a repository; its rows go to a file."""
    program = shutil.which(oracle.program)
    if program is None:
        raise UsageError(
            f"'{oracle.program}' is not on the PATH, and {oracle.name} is asked through it. "
            f"{oracle.remedy}, or give rows made elsewhere with --truth FILE."
        )
    with output.open("wb") as rows:
        command = [program, *oracle.arguments, str(root.resolve())]
        done = subprocess.run(command, stdout=rows, stderr=subprocess.PIPE, cwd=_HERE, check=False)
    if done.returncode or not output.stat().st_size:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()[-_TOLD_LINES:]
        raise OracleFailed(
            f"'{oracle.program} {' '.join(oracle.arguments)}' ended with {done.returncode} and told nothing of "
            f"'{root}': {' / '.join(told) or 'it said nothing'}. Give a tree with code of that language."
        )


def check(repository: Repository, tool: str, rows: Sequence[Row], under: str) -> Checked:
    """Index the repository, and compare its call edges with an oracle's rows."""
    inside = [row for row in rows if not under or row.path.startswith(f"{under}/")]
    repository.index()
    edges = list(repository.edges())
    symbols = list(repository.symbols("*"))
    code = Code(symbols, edges)
    targets = {row.target_path for row in inside if row.target_path}
    files = read_files(repository.root, {row.path for row in inside} | targets, repository.settings.sources)
    known = {symbol.path for symbol in symbols}
    files = {path: file for path, file in files.items() if path in known}
    documents = {row.path for row in inside}
    found = list(positions(inside, files, code))
    return Checked(tool, len(documents), len(documents & files.keys()), compare(found, edges, code), code)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.oracles.check", description="Our call edges beside what a compiler says."
    )
    parser.add_argument("--language", choices=sorted(ORACLES), required=True, help="whose compiler to ask")
    parser.add_argument("--repo", type=Path, required=True, help="the repository; it is only read")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="rows of the same tree, instead of asking")
    parser.add_argument("--under", default="", metavar="FOLDER", help="compare only this folder of the repository")
    parser.add_argument("--verbose", type=int, default=0, metavar="N", help="show N wrong edges and N missed calls")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
    parser.add_argument("--strict", action="store_true", help="leave with 1 when a limit is missed")
    asked = parser.parse_args(argv)
    asked.under = asked.under.strip("/")
    if not (asked.repo / asked.under).is_dir():
        parser.error(f"'{asked.repo / asked.under}' is not a folder. Give a repository, and a folder inside it.")
    if asked.verbose < 0:
        parser.error(f"--verbose {asked.verbose} must be at least 0.")
    return asked


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)
    oracle = ORACLES[asked.language]
    try:
        with tempfile.TemporaryDirectory(prefix="seedwalk-oracle-") as folder:
            if asked.truth is None:
                ask(oracle, asked.repo, Path(folder) / "rows")
            rows = read_rows(asked.truth or Path(folder) / "rows")
            checked = check(open_repository(asked.repo, store=folder), oracle.name, rows, asked.under)
    except SeedwalkError as error:
        print(f"oracle: {error}", file=sys.stderr)
        return error.exit_code
    print(as_json(checked) if asked.as_json else as_text(checked, asked.verbose, oracle.name))
    figures = checked.comparison.figures
    return int(asked.strict and any((figures[name].value or 0) < limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
