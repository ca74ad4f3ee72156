"""The dump of a small repository in every language, row by row as it was last looked at by eye.

`make golden` writes it anew; the difference in `git diff` is what a change did to the graph.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import seedwalk
from seedwalk.languages import every_spec
from seedwalk.model import EdgeKind, Kind

MIXED = Path(__file__).parent / "mixed"
GOLDEN = Path(__file__).parent / "golden" / "mixed.jsonl"

_NEVER_MADE = {
    Kind.ROUTE, Kind.ENDPOINT, Kind.ENV_VARIABLE, Kind.PROCESS, Kind.FLAG, Kind.OWNER, Kind.EXTERNAL,
}  # fmt: skip
"""Kinds that stand in no file: no language's queries capture them."""
_NOT_YET = {
    EdgeKind.SIMILAR_TO,
}  # fmt: skip


def copy_of_mixed(folder: Path) -> seedwalk.Repository:
    """The mixed repository outside of git, indexed, with a secret beside the code."""
    root = folder / "mixed"
    shutil.copytree(MIXED, root, ignore=shutil.ignore_patterns("__pycache__", ".seedwalk"))
    (root / ".env").write_text("TOKEN=none\n", encoding="utf-8")
    repository = seedwalk.open(root, store=folder / "store")
    repository.index()
    return repository


def lines_of(repository: seedwalk.Repository) -> list[str]:
    return [json.dumps(row, ensure_ascii=False) for row in repository.dump()]


def test_the_mixed_repository_dumps_as_its_golden_file_says(tmp_path: Path) -> None:
    found, wanted = lines_of(copy_of_mixed(tmp_path)), GOLDEN.read_text(encoding="utf-8").splitlines()
    missing, new = [row for row in wanted if row not in found], [row for row in found if row not in wanted]
    told = "\n".join([*(f"- {row}" for row in missing), *(f"+ {row}" for row in new)])
    assert found == wanted, f"the dump differs from {GOLDEN.name}; if that is right, run: make golden\n{told}"


def test_the_mixed_repository_holds_every_language_kind_and_edge(tmp_path: Path) -> None:
    repository = copy_of_mixed(tmp_path)
    assert set(repository.status().languages) == set(every_spec())
    assert {symbol.kind for symbol in repository.symbols("*")} == set(Kind) - _NEVER_MADE
    assert {edge.kind for edge in repository.edges()} == set(EdgeKind) - _NOT_YET


def test_the_mixed_repository_names_what_it_leaves_out(tmp_path: Path) -> None:
    repository = copy_of_mixed(tmp_path)
    assert [(row.path, row.reason) for row in repository.skipped()] == [
        (".env", "secret"),
        ("vendor/leftpad/leftpad.js", "vendored"),
        ("web/src/app.min.js", "minified"),
    ]
    assert repository.status().unsupported == {"Shell": 1}


def main() -> None:
    """Write the golden file."""
    with tempfile.TemporaryDirectory() as folder:
        rows = lines_of(copy_of_mixed(Path(folder)))
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{GOLDEN.name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
