"""Cases of resolution, written down in `resolution/<language>.txt`: a small tree, and the edges it must give.

    == a name imported absolutely
    -- pkg/tools.py
    def build(): pass
    -- use.py
    from pkg.tools import build
    def run(): build()
    >> calls
    import_resolved run -> build

`>>` begins the edges of one kind: all of them, no more and no fewer, each with its provenance. An end may say its file
(`pkg/tools.py:build`); a symbol of no file is `<its name>`. `>> calls of run` lists only those out of `run`. A case
whose name ends in `(not yet: reason)` states what should be found and is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "resolution"
_NOT_YET = re.compile(r"(.*) \(not yet: (.*)\)$")


@dataclass
class Case:
    name: str
    not_yet: str = ""
    files: dict[str, str] = field(default_factory=dict)
    edges: dict[str, list[str]] = field(default_factory=dict)
    """By what stands behind `>>`, the lines below it."""


def cases(language: str) -> Iterator[Case]:
    text = (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    for block in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        told = _NOT_YET.match(title)
        case = Case(told[1], told[2]) if told else Case(title)
        for part in re.split(r"^(?=-- |>> )", rest, flags=re.MULTILINE)[1:]:
            head, _, body = part.partition("\n")
            if head.startswith("--"):
                case.files[head[3:]] = body
            else:
                case.edges[head[3:]] = sorted(line for line in body.splitlines() if line)
        yield case


def languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt"))
