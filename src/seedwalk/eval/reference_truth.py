"""What drawn references name, decided by a person: `bench/references/<language>.jsonl`, one reference a line."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec

from seedwalk.errors import UsageError
from seedwalk.model import RefKind

TRUTH = Path(__file__).parents[3] / "bench" / "references"
SUFFIX = ".jsonl"


class Verdict(StrEnum):
    """Where a reference leads. Only the first kind has a target."""

    INSIDE = "inside"
    """a symbol the index of the repository holds"""
    EXTERNAL = "external"
    """the standard library, a dependency, the language itself; also text that is no call, or names nothing indexed"""
    DYNAMIC = "dynamic"
    """nobody could say without running it: a function in a variable, a receiver of any type"""


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """A symbol by path and qualified name. `line` tells overloads apart, and is given only where that is certain."""

    path: str
    name: str
    line: int = 0

    def is_named(self, path: str, name: str) -> bool:
        return (self.path, self.name) == (path, name)


class TruthRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One drawn reference and what it names. `accept` are answers as good as the target."""

    repo: str
    commit: str
    path: str
    line: int
    byte: int
    kind: RefKind
    text: str
    source: str
    target: Target | None
    verdict: Verdict
    accept: tuple[Target, ...] = ()
    note: str = ""

    @property
    def answers(self) -> tuple[Target, ...]:
        """Every symbol that is a right answer, the best first."""
        return (*([self.target] if self.target else []), *self.accept)

    @property
    def place(self) -> str:
        return f"{self.repo}:{self.path}:{self.line}"


def languages(folder: Path = TRUTH) -> list[str]:
    """The languages there is truth for, by name."""
    return sorted(file.stem for file in folder.glob(f"*{SUFFIX}"))


def read_truth(language: str, folder: Path = TRUTH) -> list[TruthRow]:
    """The truth of one language, in the order of the draw. A row that contradicts itself is refused."""
    file = folder / f"{language}{SUFFIX}"
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        known = ", ".join(languages(folder)) or "none"
        raise UsageError(f"there is no truth for '{language}' in '{folder}'. Ask for one of: {known}") from error
    return [_row(line, file, number) for number, line in enumerate(lines, 1) if line.strip()]


def _row(line: bytes, file: Path, number: int) -> TruthRow:
    try:
        row = msgspec.json.decode(line, type=TruthRow)
    except msgspec.DecodeError as error:
        raise UsageError(f"'{file.name}' line {number} is no truth: {error}. Correct the line.") from error
    if (row.target is not None) != (row.verdict is Verdict.INSIDE):
        raise UsageError(
            f"'{file.name}' line {number} has verdict '{row.verdict}' and target '{row.target}'; a reference has a "
            "target exactly when it leads inside. Correct the line."
        )
    return row
