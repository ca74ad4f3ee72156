"""`make javac`: our call edges beside what the Java compiler says of the same tree.

    python -m seedwalk.eval.javac_check --repo REPO [--under FOLDER] [--calls FILE] [--verbose N]

The measures are those of `make scip`: what counts as right, wrong and apart stands in `scip.py` and `scip_score.py`,
where "SCIP" is the compiler. Every overload is a symbol of its own, so the right one must be named. Calls that
extraction does not see count as missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError
from seedwalk.eval.javac import Call, as_index, ask_compiler, read_calls, with_all_calls
from seedwalk.eval.scip import positions
from seedwalk.eval.scip_check import Checked, as_json, as_text
from seedwalk.eval.scip_code import Code, read_files
from seedwalk.eval.scip_score import compare

_ENDING = ".java"


def check(repository: Repository, calls: Sequence[Call], under: str) -> tuple[Checked, int]:
    """Index the repository and compare its call edges; also how many calls extraction did not see."""
    index = as_index([call for call in calls if not under or call.path.startswith(f"{under}/")])
    repository.index()
    edges = list(repository.edges())
    code = Code(repository.symbols("*"), edges)
    paths = [document.path for document in index.documents]
    seen = read_files(repository.root, paths, repository.settings.sources)
    files, unseen = with_all_calls(seen, calls)
    found = list(positions(index, files, code))
    return Checked(index.tool, len(paths), len(files), compare(found, edges, code), code), unseen


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m seedwalk.eval.javac_check", description="Our call edges beside the Java compiler's word."
    )
    parser.add_argument("--repo", type=Path, required=True, help="the repository; it is only read")
    parser.add_argument("--under", default="", metavar="FOLDER", help="compare only this folder of the repository")
    parser.add_argument("--calls", type=Path, metavar="FILE", help="what the compiler said; made where it is missing")
    parser.add_argument("--verbose", type=int, default=0, metavar="N", help="show N wrong edges and N missed calls")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
    asked = parser.parse_args(argv)
    asked.under = asked.under.strip("/")
    if not (asked.repo / asked.under).is_dir():
        parser.error(f"'{asked.repo / asked.under}' is not a folder. Give a repository, and a folder inside it.")
    if asked.verbose < 0:
        parser.error(f"--verbose {asked.verbose} must be at least 0.")
    return asked


def _calls(asked: argparse.Namespace, repository: Repository, folder: Path) -> list[Call]:
    file = asked.calls or folder / "calls.jsonl"
    if not file.exists():
        print("javac: asking the compiler", file=sys.stderr, flush=True)
        repository.index()
        paths = {symbol.path for symbol in repository.symbols("*") if symbol.path.endswith(_ENDING)}
        ask_compiler(repository.root, paths, file)
    return read_calls(file)


def main(argv: Sequence[str] | None = None) -> int:
    asked = _arguments(argv)
    try:
        with tempfile.TemporaryDirectory(prefix="seedwalk-javac-") as folder:
            repository = open_repository(asked.repo, store=folder)
            checked, unseen = check(repository, _calls(asked, repository, Path(folder)), asked.under)
    except SeedwalkError as error:
        print(f"javac: {error}", file=sys.stderr)
        return error.exit_code
    if asked.as_json:
        print(as_json(checked))
    else:
        print(as_text(checked, asked.verbose))
        print(f"\ncalls inside that extraction does not see: {unseen:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
