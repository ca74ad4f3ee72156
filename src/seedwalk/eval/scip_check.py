"""`make scip`: our call edges beside a SCIP index of the same tree.

    python -m seedwalk.eval.scip_check --language python --repo REPO [--under FOLDER] [--scip FILE] [--verbose N]

Without FILE the index is made by SCIP's own indexer and kept in the user's cache folder until the commit changes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from seedwalk.eval.call_edges import SCIP, answer, door, parsed
from seedwalk.eval.scip import Truth, rebased, truth
from seedwalk.eval.scip_format import ScipIndex, read_file
from seedwalk.eval.scip_indexer import INDEXERS, cached_index, make_index


def _base_of(index: ScipIndex, root: Path, under: str) -> str:
    """What the paths of the documents are relative to: the repository, or the folder the indexer was told to read."""

    def present(base: str) -> int:
        return sum((root / base / document.path).is_file() for document in index.documents)

    return max(dict.fromkeys(("", under)), key=present)


def _scip_file(asked: argparse.Namespace) -> Path:
    if asked.scip is not None:
        return Path(asked.scip)
    file = cached_index(asked.repo, asked.language, asked.under)
    if asked.fresh or not file.exists():
        print(f"{SCIP}: making {file}", file=sys.stderr, flush=True)
        make_index(asked.repo, asked.language, asked.under, file)
    else:
        print(f"{SCIP}: using {file}; --fresh makes it again", file=sys.stderr, flush=True)
    return file


def _truth(asked: argparse.Namespace) -> Truth:
    index = read_file(_scip_file(asked))
    return truth(rebased(index, _base_of(index, asked.repo, asked.under)), asked.under)


def main(argv: Sequence[str] | None = None) -> int:
    parser = door("seedwalk.eval.scip_check", INDEXERS)
    parser.add_argument("--scip", type=Path, metavar="FILE", help="an index of the same tree, instead of making one")
    parser.add_argument("--fresh", action="store_true", help="make the SCIP index again, though one is kept")
    asked = parsed(parser, argv)
    return answer(asked, SCIP, lambda _: _truth(asked))


if __name__ == "__main__":
    sys.exit(main())
