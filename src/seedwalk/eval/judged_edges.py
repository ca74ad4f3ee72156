"""What judging drawn edges gave: for each kind and language, how many of how many were right.

    python -m seedwalk.eval.judged_edges bench/edges

A file per kind, `<kind>.jsonl`, holds one judged edge a line. A cell of the table is `right/judged`; `none drawn` means
that rules exist and no repository at hand used them, `not supported` that there is no rule.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from seedwalk.languages import NAMES, family_of, specs
from seedwalk.languages.world import Makes, world_of

KINDS = tuple(makes.value for makes in Makes if makes not in (Makes.PREFIX, Makes.MOUNT))
Counts = dict[tuple[str, str], tuple[int, int]]
"""By kind and language, (right, judged)."""


def counted(folder: Path) -> Counts:
    """The judged edges of every file in a folder: of each kind and language those of the latest draw."""
    drawn: dict[tuple[str, str], dict[int, list[bool]]] = {}
    for path in (folder / f"{kind}.jsonl" for kind in KINDS):  # other kinds have no rules, and a page of their own
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            drawn.setdefault((path.stem, row["language"]), {}).setdefault(row["draw"], []).append(row["right"])
    return {cell: (sum(draws[max(draws)]), len(draws[max(draws)])) for cell, draws in drawn.items()}


def table(counts: Counts) -> str:
    """The counts as Markdown, a row per kind and a column per language."""
    titles = [specs()[name].title for name in NAMES]
    lines = [f"| | {' | '.join(titles)} |", "|---" * (len(titles) + 1) + "|"]
    lines += [f"| {kind} | {' | '.join(_cell(counts, kind, name) for name in NAMES)} |" for kind in KINDS]
    return "\n".join(lines)


def _cell(counts: Counts, kind: str, language: str) -> str:
    if (kind, language) in counts:
        right, judged = counts[kind, language]
        return f"{right}/{judged}"
    made = {rule.makes.value for rule in world_of(family_of(language)).rules}
    return "none drawn" if kind in made else "not supported"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.judged_edges", description="Count judged edges.")
    parser.add_argument("folder", type=Path)
    print(table(counted(parser.parse_args(arguments).folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
