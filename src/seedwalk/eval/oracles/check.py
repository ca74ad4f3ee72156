"""`make oracle`: our call edges beside what a language's own compiler says of the same tree.

    python -m seedwalk.eval.oracles.check --language go --repo REPO [--under FOLDER] [--truth FILE] [--verbose N]

What the compiler said is kept in FILE, and read from there the next time.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from seedwalk.api import Repository
from seedwalk.eval.call_edges import answer, door, parsed
from seedwalk.eval.oracles import csharp, go, java, ruby, rust
from seedwalk.eval.oracles.oracle import Oracle, ask
from seedwalk.eval.scip import Truth

ORACLES = {
    "csharp": csharp.ORACLE, "go": go.ORACLE, "java": java.ORACLE, "ruby": ruby.ORACLE, "rust": rust.ORACLE,
}  # fmt: skip
"""By language."""


def truth(oracle: Oracle, repository: Repository, file: Path, under: str) -> Truth:
    """What an oracle says of a repository; it is asked where the file is missing."""
    if not file.exists():
        print(f"{oracle.name}: asking", file=sys.stderr, flush=True)
        sys.stderr.write(ask(oracle, repository, file))
    return oracle.read(file, under)


def main(argv: Sequence[str] | None = None) -> int:
    parser = door("seedwalk.eval.oracles.check", ORACLES)
    parser.add_argument("--truth", type=Path, metavar="FILE", help="what the compiler said; made where it is missing")
    asked = parsed(parser, argv)
    oracle = ORACLES[asked.language]
    with tempfile.TemporaryDirectory(prefix="seedwalk-oracle-") as folder:
        file = asked.truth or Path(folder) / "rows"
        return answer(asked, oracle.name, lambda repository: truth(oracle, repository, file, asked.under))


if __name__ == "__main__":
    sys.exit(main())
